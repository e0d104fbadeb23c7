// @vitest-environment happy-dom
/** G waits for a noun by the clock of the presses, however busy the page was between them. */
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Command } from './key-map';
import { useKeyMap } from './use-key-map';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** @param at when the browser received it, in milliseconds */
function press(key: string, at: number): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: at });
  document.body.dispatchEvent(event);
}

it.each([
  ['soon after, also when it is handled late', 1_500, [{ kind: 'go', href: '/datasets' }]],
  ['too late', 1_501, []],
])('a noun %s', (_, after, expected) => {
  vi.useFakeTimers();
  const commands: Command[] = [];
  renderHook(() => useKeyMap(true, (command) => commands.push(command)));
  press('g', 10_000);
  vi.advanceTimersByTime(60_000);
  press('d', 10_000 + after);
  expect(commands).toEqual(expected);
});
