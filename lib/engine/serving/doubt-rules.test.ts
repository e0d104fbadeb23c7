/** Facts inside a fresh and sound report that contradict its health: none of them may ever be green. */
import { describe, expect, it } from 'vitest';
import type { ExactJson } from '@/lib/base/exact-json';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { doubtsOf } from './doubt-rules';
import { headlineOf } from './headline-rules';
import { decodeReport } from './report-rules';

type Changes = Readonly<Record<string, ExactJson>>;
const nowMs = Date.parse('2026-01-01T00:00:00Z');
const fresh = { kind: 'fresh', ageMs: 0 } as const;
const mirror = 'clocks.replica.mirror';

function told(changes: Changes) {
  const reading = decodeReport(reportBytes({ ...healthy, ...changes }));
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  const headline = headlineOf({ reading, freshness: fresh, deposed: false, nowMs });
  const doubts = doubtsOf(reading.report).map((doubt) =>
    'seal' in doubt ? `${doubt.kind} ${doubt.seal}` : doubt.kind,
  );
  return { headline, doubts };
}

describe('a fact that contradicts health', () => {
  it.each<[string, Changes, string]>([
    ['seal_mismatch active', { 'seals.active': 'mismatch' }, 'disagrees'],
    ['seal_missing active', { 'seals.active': 'missing' }, 'disagrees'],
    ['seal_mismatch origin', { 'seals.origin': 'mismatch' }, 'disagrees'],
    ['seal_missing origin', { 'seals.origin': 'missing' }, 'disagrees'],
    ['content_absent', { 'serving.content_present': false }, 'disagrees'],
    [
      'pin_disagrees',
      { 'clocks.history.serving_version': { version: 7, pinned_to_clean: true } },
      'disagrees',
    ],
    ['mirror_unknown', { [`${mirror}.state`]: 'unknown' }, 'mirror_lagging'],
    ['mirror_unknown', { [`${mirror}.has_active`]: null }, 'mirror_lagging'],
    ['mirror_unknown', { [`${mirror}.state`]: 'not_configured' }, 'mirror_lagging'],
    ['mirror_unknown', { [`${mirror}.configured`]: false }, 'mirror_lagging'],
    ['mirror_without_active', { [`${mirror}.has_active`]: false }, 'mirror_lagging'],
    [
      'mirror_without_active',
      { [`${mirror}.has_active`]: false, [`${mirror}.state`]: 'unknown' },
      'mirror_lagging',
    ],
    ['mirror_without_active', { [`${mirror}.mirrored_through_version`]: 6 }, 'mirror_lagging'],
  ])('%s, as %o, is %s', (doubt, changes, headline) => {
    expect(told(changes)).toEqual({ headline, doubts: [doubt] });
  });

  it('of what is served comes before one of the mirror, and both are told', () => {
    expect(told({ 'seals.active': 'mismatch', [`${mirror}.has_active`]: false })).toEqual({
      headline: 'disagrees',
      doubts: ['seal_mismatch active', 'mirror_without_active'],
    });
  });

  it('never hides what E.5 puts first, and is told beside it', () => {
    const drifted = {
      'clocks.history.observed_head': 9,
      'clocks.history.decision': { kind: 'checkout_clean', clean: 7, head: 9 },
      'clocks.history.serving_version': { version: 7, pinned_to_clean: false },
    };
    expect(told(drifted)).toEqual({ headline: 'drift', doubts: ['pin_disagrees'] });
  });

  it('comes before an asserted descendant, which nobody is told of', () => {
    const descendant = {
      'clocks.history.observed_head': 9,
      'clocks.history.known_maintenance': { versions: [8, 9], provenance: 'caller_asserted' },
      'clocks.history.decision': {
        kind: 'serve_known_descendant',
        version: 9,
        provenance: 'caller_asserted',
      },
      'clocks.history.serving_version': { version: 9, pinned_to_clean: false },
    };
    expect(told(descendant).headline).toBe('descendant_asserted');
    expect(told({ ...descendant, 'seals.active': 'missing' }).headline).toBe('disagrees');
  });
});

describe('no doubt', () => {
  it.each<[string, Changes]>([
    ['a healthy report', {}],
    [
      'a replica that has no mirror',
      {
        [mirror]: {
          configured: false,
          has_active: null,
          mirrored_through_version: null,
          state: 'not_configured',
        },
      },
    ],
    [
      'no seal where a tag says what is clean',
      { 'clocks.import.clean_source': 'tag', 'seals.active': 'missing', 'seals.origin': 'missing' },
    ],
    ['a seal that is not checked yet', { 'seals.active': 'unchecked', 'seals.origin': 'unchecked' }],
  ])('%s', (_, changes) => expect(told(changes)).toEqual({ headline: 'healthy', doubts: [] }));
});
