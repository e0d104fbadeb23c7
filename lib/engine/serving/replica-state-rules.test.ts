/** What a report says of its process, worked out from what was observed; and what the next process takes over (C.4, H). */
import { describe, expect, it } from 'vitest';
import { aLineage, anIdentity } from '@/lib/testing/serving-simulation/builders';
import { observations } from '@/lib/testing/serving-simulation/replica-stage';
import { reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { freshState } from './fresh-state';
import { composeReport, reportImport, takeOver, withAck } from './replica-state-rules';
import { decodeReport } from './report-rules';
import type { StatusReport } from './report-schema';
import { servingRules } from './serving-rules';

const now = '2026-01-01T00:00:00Z';
const identity = {
  ...{ env: 'prod', replicaId: 'eu-1', instanceId: 'one', lineage: aLineage(), datasetUri: 's3://b/d' },
  ...{ heartbeatS: 30, cleanSource: 'import_seal' as const, capabilities: [] },
};
type Mirror = StatusReport['clocks']['replica']['mirror'];

/** A copy whose clean version 7 is not here. */
function recoveryOf(mirror: Partial<Mirror>, sealedHere: readonly number[]) {
  const observed = observations({ clean_version: 7, observed_head: 9, locally_available: [3, 5, 9] });
  const seen = {
    ...observed,
    sealedHere,
    replica: { ...observed.replica, mirror: { ...observed.replica.mirror, ...mirror } },
  };
  const fence = { epoch: 1, seq: 1, standing: 'owner' as const };
  const report = composeReport(identity, freshState(seen, now), fence, now, servingRules);
  const { recovery, serving_version } = report.clocks.history;
  return [recovery, serving_version?.version ?? null];
}

describe('C.4 in a report', () => {
  const older = { kind: 'serve_available_previous', version: 5 };
  const hydrates = { kind: 'hydrate_from_mirror', want: 7 };

  it.each<[string, Partial<Mirror>, readonly number[], readonly unknown[]]>([
    ['whose mirror has clean', { mirrored_through_version: 7 }, [3, 5], [hydrates, null]],
    ['whose mirror is later than clean', { mirrored_through_version: 9 }, [3, 5], [hydrates, null]],
    ['whose mirror is older than clean', { mirrored_through_version: 6 }, [3, 5], [older, 5]],
    ['whose mirror is not known', { mirrored_through_version: null }, [3, 5], [older, 5]],
    [
      'with nothing sealed below clean',
      { mirrored_through_version: null },
      [7, 9],
      [{ kind: 'unserviceable' }, null],
    ],
  ])('a replica %s (%o), with %o here', (_, mirror, sealedHere, expected) => {
    expect(recoveryOf(mirror, sealedHere)).toEqual(expected);
  });
});

describe('acknowledgements', () => {
  const ack = (at: number, expires_at = '2026-02-01T00:00:00Z') => ({
    ...{ id: `a${at}`, clean: 7, head: at, reason: 'known', actor_label: 'op', at: now, expires_at },
  });

  it('are kept to the newest fifty, and one more never fails', () => {
    let acks: StatusReport['acks'] = [];
    for (let at = 1; at <= 1_001; at += 1) acks = [...withAck(acks, ack(at), now)];
    expect([acks.length, acks[0]?.head, acks.at(-1)?.head]).toEqual([50, 952, 1_001]);
  });

  it('that have ended go, and one of the same id takes the place of the other', () => {
    const acks = [ack(1, now), ack(2), ack(3)];
    const again = { ...ack(2), expires_at: '2026-03-01T00:00:00Z' };
    expect(withAck(acks, again, now)).toEqual([ack(3), again]);
  });
});

describe('H a restart', () => {
  const active = anIdentity();
  function stored(changes: Parameters<typeof reportBytes>[0] = {}): StatusReport {
    const reading = decodeReport(reportBytes(changes));
    if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
    return reading.report;
  }
  const fresh = freshState(observations(), now);

  it.each([
    [13, false],
    [12, false],
    [11, true],
  ])('under epoch %s over a report of epoch 12 is refused: %s', (own, refused) => {
    expect(takeOver(fresh, stored(), own, now) === null).toBe(refused);
  });

  it('keeps the wish, the acknowledgements, when it was activated, and what failed', () => {
    const acks = [
      {
        ...{ id: 'a', clean: 7, head: 9, reason: 'known', actor_label: 'op' },
        ...{ at: now, expires_at: '2026-02-01T00:00:00Z' },
      },
    ];
    const desired = reportImport(anIdentity({ source: 'berlin-260901' }));
    const taken = takeOver(fresh, stored({ acks, 'clocks.import.desired': desired as never }), 13, now);
    expect(taken).toMatchObject({
      acks,
      activatedAt: '2025-12-30T08:00:00Z',
      imports: { desired, active: reportImport(active) },
      lastFailure: { kind: 'interrupted', generation: 7, at: now },
    });
    expect(takeOver(fresh, null, 1, now)).toBe(fresh);
  });
});
