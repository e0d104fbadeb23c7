/** Which markers a person may take back or plan to the end: every marker against every standing, and why not. */
import { describe, expect, it } from 'vitest';
import type { RetirementRow } from '@/lib/contracts/control';
import { cancelBlocked, finishBlocked } from './marker-questions';

type Standing = RetirementRow['standing'];
const standings: readonly Standing[] = ['in_use', 'stale', 'abandoned', 'waiting', 'unknown'];

function row(marker: RetirementRow['marker'], standing: Standing, more: Partial<RetirementRow> = {}) {
  return {
    marker,
    standing,
    namespace: 'main',
    branch: null,
    manifests: 'present',
    ...more,
  } as RetirementRow;
}

function said(answer: string | null | undefined): string {
  if (answer === null) return 'may';
  return answer === undefined ? 'none' : 'waits';
}

describe('a marker', () => {
  it.each([
    ['draining', ['waits', 'may', 'waits', 'waits', 'waits'], Array(5).fill('none')],
    ['sealed', ['waits', 'waits', 'may', 'waits', 'waits'], ['waits', 'may', 'may', 'may', 'waits']],
    ['committed', Array(5).fill('none'), ['waits', 'may', 'may', 'may', 'waits']],
  ] as const)('%s may be taken back and finished only where its run is over', (marker, cancel, finish) => {
    expect(standings.map((standing) => said(cancelBlocked(row(marker, standing))))).toEqual(cancel);
    expect(standings.map((standing) => said(finishBlocked(row(marker, standing))))).toEqual(finish);
  });

  it('whose manifest or branch is gone is finished by something else, which is named', () => {
    expect(finishBlocked(row('committed', 'waiting', { manifests: 'missing' }))).toMatch(/next cleanup/);
    expect(cancelBlocked(row('sealed', 'waiting', { manifests: 'missing' }))).toMatch(/next cleanup/);
    expect(finishBlocked(row('sealed', 'abandoned', { namespace: 'b1' }))).toMatch(
      /deleting that branch again/,
    );
    expect(finishBlocked(row('sealed', 'abandoned', { namespace: 'b1', branch: 'exp' }))).toBeNull();
  });
});
