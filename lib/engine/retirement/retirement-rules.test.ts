/** Retirement markers judged: ownership to the millisecond, what each state blocks, what is left over (E, H.1, H.2). */
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import type { MarkerKind } from './marker-names';
import { judgeOwnership, ownedUntil } from './ownership-rules';
import {
  advancedRuns,
  decideAdmission,
  hasAdvanced,
  judgeMarker,
  type ManifestPresence,
  type MarkerFact,
  renewalRefusedBy,
  sealedInTime,
} from './retirement-rules';

const at = (ms: number) => storageInstant(ms);
const marker = (kind: MarkerKind, storedAt = 0, run = 'a'): MarkerFact => ({
  namespace: 'main',
  version: 42n,
  markerOperationId: run.repeat(32),
  marker: kind,
  key: `${run}.${kind}`,
  storedAt: at(storedAt),
});

describe('ownership', () => {
  it('20. a drain exactly at its expiry instant is not active', () => {
    expect(ownedUntil(at(0))).toBe(901_000);
    expect(judgeOwnership(at(0), at(900_999))).toBe('active');
    expect(judgeOwnership(at(0), at(901_000))).toBe('expired');
    expect(judgeOwnership(at(0), null)).toBe('unknown');
  });

  it('a seal counts only while the drain was owned', () => {
    expect(sealedInTime(at(0), at(900_999))).toBe(true);
    expect(sealedInTime(at(0), at(901_000))).toBe(false);
  });
});

describe('judgeMarker, the whole table', () => {
  const fresh = at(1_000);
  const late = at(901_000);
  const rows: [MarkerKind, number | null, ManifestPresence, boolean, string][] = [
    ['draining', fresh, 'present', false, 'in_use'],
    ['draining', fresh, 'present', true, 'stale'],
    ['draining', late, 'present', false, 'stale'],
    ['draining', null, 'present', false, 'unknown'],
    ['draining', null, 'present', true, 'stale'],
    ['draining', late, 'missing', false, 'stale'],
    ['sealed', fresh, 'present', false, 'in_use'],
    ['sealed', late, 'present', false, 'abandoned'],
    ['sealed', late, 'unknown', false, 'abandoned'],
    ['sealed', late, 'partly', false, 'abandoned'],
    ['sealed', fresh, 'missing', false, 'waiting'],
    ['sealed', late, 'missing', false, 'waiting'],
    ['sealed', null, 'present', false, 'unknown'],
    ['committed', fresh, 'present', false, 'in_use'],
    ['committed', late, 'present', false, 'waiting'],
    ['committed', late, 'missing', false, 'waiting'],
    ['committed', null, 'present', false, 'unknown'],
  ];
  it.each(rows)('%s at %s, manifests %s, advanced %s: %s', (kind, time, manifests, advanced, standing) => {
    const storeTime = time === null ? null : at(time);
    const judged = judgeMarker(marker(kind), { storeTime, manifests, advanced });
    expect(judged.standing).toBe(standing);
    expect(judged.ownedUntil).toBe(kind === 'draining' ? 901_000 : null);
    expect(judged.sentence).toMatch(/^[A-Z].*\.$/);
  });

  it('knows the runs that went past draining', () => {
    const runs = advancedRuns([marker('draining', 0, 'b'), marker('sealed', 0, 'a')]);
    expect(hasAdvanced(marker('draining', 0, 'a'), runs)).toBe(true);
    expect(hasAdvanced(marker('draining', 0, 'b'), runs)).toBe(false);
    expect(hasAdvanced({ ...marker('draining', 0, 'a'), version: 43n }, runs)).toBe(false);
  });
});

describe('admission (H.1)', () => {
  it('is open without markers', () => {
    expect(decideAdmission([], at(0))).toEqual({ kind: 'open', remove: [] });
  });
  it('5. abandoned_drain_does_not_block_future_acquire', () => {
    const drain = marker('draining');
    expect(decideAdmission([drain], at(10))).toMatchObject({ kind: 'retiring' });
    expect(decideAdmission([drain], at(10), new Set([drain.key]))).toEqual({ kind: 'open', remove: [drain] });
    expect(decideAdmission([drain], at(900_999))).toMatchObject({ kind: 'retiring' });
    expect(decideAdmission([drain], at(901_000))).toEqual({ kind: 'open', remove: [drain] });
  });
  it.each(['sealed', 'committed'] as const)('%s refuses at any age', (kind) => {
    expect(decideAdmission([marker('draining'), marker(kind)], at(1e12))).toMatchObject({ kind: 'retiring' });
  });
  it('14, 16. draining does not stop renewal, a seal or commit does', () => {
    expect(renewalRefusedBy([marker('draining')])).toBeNull();
    expect(renewalRefusedBy([marker('draining'), marker('sealed')])?.marker).toBe('sealed');
    expect(renewalRefusedBy([marker('committed')])?.marker).toBe('committed');
  });
});
