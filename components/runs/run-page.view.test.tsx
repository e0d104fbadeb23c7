// @vitest-environment happy-dom
/** What the page of a run tells while it works: how far, how fast, until when, at which step, what each version is at, what happened, and who has it since when it was last heard. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { RunDetail } from '@/lib/contracts/runs';
import { RunLog } from './run-log';
import { OwnerBadge } from './run-owner';
import { RunProgress } from './run-progress';
import { RunProtocol } from './run-protocol';
import { RunVersions } from './run-versions';

afterEach(cleanup);

const at = '2030-01-01T00:00:00.000Z';
const run = {
  ...{ state: 'running', outcome: null, countsAtLeast: false, rate: 100, expectedMs: 90_000 },
  ...{ counts: { versions: 2, objects: 12, bytes: 400, requests: 9 }, objectsLeft: 28, bytesLeft: 600 },
  ...{ most: { versions: 4, objects: 40, bytes: 1_000 }, objectsPerSecond: 7.5, here: false },
  versions: {
    total: 2,
    listed: [
      { version: '1', state: 'retired', group: 'certain' },
      { version: '2', state: 'sealed', group: 'conditional' },
    ],
  },
  cursor: { step: 'delete', group: 1, groups: 2, sentence: '12 objects deleted.', at },
  owner: { host: 'host-3', pid: 17, since: at },
  beat: { unchangedForMs: 4_000 },
  log: [
    { at, sentence: 'Sealed.' },
    { at, sentence: 'Deleting.' },
  ],
} as unknown as RunDetail;

it('objects and bytes done and left, the rate and its limit, and the expected end', () => {
  const { container } = render(<RunProgress run={run} />);
  expect(container.textContent).toContain('Deleted 12 of 40 objects');
  expect(container.textContent).toMatch(/Freed400 Bof 1\.00 kB/);
  expect(container.textContent).toMatch(/Objects left28600 B/);
  expect(container.textContent).toMatch(/Objects a second7\.5at most 100/);
  expect(container.textContent).toMatch(/about 1 m 30 s left/);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('12');
});

it('no rate and no end where nobody knows them', () => {
  const { container } = render(<RunProgress run={{ ...run, objectsPerSecond: null, expectedMs: null }} />);
  expect(container.textContent).toContain('its end is not known yet');
  expect(container.textContent).toContain('Objects a secondnot known');
});

it('the step it is at, with what it said last', () => {
  render(<RunProtocol run={run} />);
  const [now, ...more] = screen
    .getAllByRole('listitem')
    .filter((item) => item.getAttribute('aria-current') === 'step');
  expect(more).toEqual([]);
  expect(now?.textContent).toContain('12 objects deleted.');
  expect(screen.getByText('group 1 of 2')).toBeTruthy();
});

it('what each version is at', () => {
  render(<RunVersions versions={run.versions} />);
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'v1Retirednothing held it',
    'v2Sealedheld only by leases that are over',
  ]);
});

it('what happened, the newest first', () => {
  render(<RunLog log={run.log} />);
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringContaining('Deleting.'),
    expect.stringContaining('Sealed.'),
  ]);
});

it.each([
  ['who has it and how old its last sign of life is', run, 'host-3, process 17: beat within 4 s'],
  ['that it is silent', { ...run, beat: { unchangedForMs: 61_000 } }, 'host-3, process 17: silent for 61 s'],
  ['that nobody knows how old it is', { ...run, beat: { unchangedForMs: null } }, 'watched from now on'],
  ['that nobody has it', { ...run, owner: null }, 'Nobody has it'],
] as const)('%s', (_, shown, says) => {
  const { container } = render(<OwnerBadge run={shown as unknown as RunDetail} />);
  expect(container.textContent).toContain(says);
});
