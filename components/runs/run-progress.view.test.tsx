// @vitest-environment happy-dom
/** After a take-over figures are at least, never exactly; without one they are what they are. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { RunDetail } from '@/lib/contracts/runs';
import { RunProgress } from './run-progress';

afterEach(cleanup);

const run = {
  ...{ state: 'running', outcome: null, countsAtLeast: false, rate: null, expectedMs: null },
  ...{ counts: { versions: 2, objects: 12, bytes: 400, requests: 9 }, objectsLeft: 28, bytesLeft: 600 },
  ...{ most: { versions: 4, objects: 40, bytes: 1_000 }, versions: { total: 4, listed: [] } },
  objectsPerSecond: null,
} as unknown as RunDetail;

it('says at least where an earlier owner may have deleted uncounted objects', () => {
  const { container } = render(<RunProgress run={{ ...run, countsAtLeast: true }} />);
  expect(container.textContent).toContain('Deleted at least 12 of 40 objects');
  expect(container.textContent).toContain('at most 28');
  expect(container.textContent).toContain('nobody counted');
});

it('says exactly what one owner counted', () => {
  const { container } = render(<RunProgress run={run} />);
  expect(container.textContent).toContain('Deleted 12 of 40 objects');
  expect(container.textContent).not.toMatch(/at least|at most|nobody counted/);
});
