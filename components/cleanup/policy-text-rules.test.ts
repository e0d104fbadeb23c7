/** A typed policy is taken as it stands or refused at its field; an unfinished one selects nothing. */
import { describe, expect, it } from 'vitest';
import { type PolicyField, type PolicyText, policyFields, readPolicy } from './policy-text-rules';

const nothing = Object.fromEntries(policyFields.map((field) => [field, null])) as PolicyText;
const typed = (text: Partial<Record<PolicyField, string>>) => readPolicy({ ...nothing, ...text });

describe('a typed policy', () => {
  it('that states no filter selects nothing, whatever else it says', () => {
    expect(typed({})).toEqual({ kind: 'empty' });
    expect(typed({ keep: 'prod*', young: '0s', tagged: 'refuse' })).toEqual({ kind: 'empty' });
  });

  it('is taken whole', () => {
    const policy = {
      ...{ branch: 'exp', olderThanMs: 14 * 86_400_000, retainVersions: 20, beforeVersion: '900' },
      ...{ versions: ['3', '5'], keepTags: ['prod', 'rel-*'], taggedVersions: 'refuse', youngGuardMs: 0 },
      deleteUnverified: { attestation: 'no writer runs' },
    };
    const text = { branch: ' exp ', older: '14days', retain: '20', before: '900', versions: '3, 5 3' };
    const rest = { keep: 'prod rel-*', tagged: 'refuse', young: '0s', attest: 'no writer runs' };
    expect(typed({ ...text, ...rest })).toEqual({ kind: 'policy', policy });
  });

  it('keeps young and tagged versions unless it says otherwise', () => {
    expect(typed({ retain: '1' })).toMatchObject({
      policy: { youngGuardMs: 3_600_000, taggedVersions: 'keep', deleteUnverified: null },
    });
  });

  it.each([
    ['older', 'soon'],
    ['retain', '0'],
    ['retain', '1.5'],
    ['before', 'v3'],
    ['before', '18446744073709551616'],
    ['versions', '1,x'],
    ['young', '-1h'],
    ['attest', 'ok'],
  ] as const)('is refused at %s for %s, never rounded', (field, value) => {
    const reading = typed({ retain: '5', [field]: value });
    expect(reading.kind === 'wrong' && Object.keys(reading.problems)).toEqual([field]);
  });
});
