// @vitest-environment happy-dom
/** What the console keeps in a lake is told in words, part by part and together; what was not all counted is no sum. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { OwnBytesTable } from './own-bytes-table';

afterEach(cleanup);

const parts = [
  { name: 'approvals', objects: 2, bytes: 300 },
  { name: 'journal', objects: 12, bytes: 700 },
];
const rows = () => screen.getAllByRole('row').map((row) => row.textContent);

it('names each part with its objects and bytes, and the sum', () => {
  render(<OwnBytesTable parts={parts} complete />);
  expect(rows()).toEqual([
    'Kept by the consoleObjectsBytes',
    'Requests for approval2300 B',
    'Journal12700 B',
    'Together1.00 kB',
  ]);
});

it('is at least so much where not everything was counted', () => {
  render(<OwnBytesTable parts={parts} complete={false} />);
  expect(rows().at(-1)).toBe('At least1.00 kB');
});

it('is nothing only where everything was counted', () => {
  const { container } = render(<OwnBytesTable parts={[]} complete />);
  expect(container.textContent).toBe('The console keeps nothing in this lake.');
  cleanup();
  render(<OwnBytesTable parts={[]} complete={false} />);
  expect(rows().at(-1)).toContain('At least');
});
