// @vitest-environment happy-dom
/** On a narrow screen the row of tabs scrolls to the open one. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TabLinks } from './tab-links';

const wide = { offsetLeft: 0, offsetWidth: 100, clientWidth: 300 };

/** The page has no layout here: each tab is 100 wide, the row 300. */
beforeEach(() => {
  for (const [name, width] of Object.entries(wide)) {
    Object.defineProperty(HTMLElement.prototype, name, {
      configurable: true,
      get(this: HTMLElement) {
        const place = [...(this.parentElement?.children ?? [])].indexOf(this);
        return name === 'offsetLeft' && this.tagName === 'A' ? place * 100 : width;
      },
    });
  }
});
afterEach(() => {
  cleanup();
  for (const name of Object.keys(wide)) Reflect.deleteProperty(HTMLElement.prototype, name);
});

const tabs = (open: number) =>
  [0, 1, 2, 3, 4, 5, 6].map((at) => ({ href: `/${at}`, label: `Tab ${at}`, current: at === open }));

it('to the middle of what is seen', () => {
  const { rerender } = render(<TabLinks label="Sections" tabs={tabs(6)} />);
  const row = screen.getByRole('navigation');
  expect(row.scrollLeft).toBe(500);
  rerender(<TabLinks label="Sections" tabs={tabs(3)} />);
  expect(row.scrollLeft).toBe(200);
});
