/** Seals and what a writer's answer becomes: the contract tests G.1 7, 8 and 24, and the mapping of C.2. */
import { describe, expect, it } from 'vitest';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { importIdOf } from './import-id-rules';
import {
  acceptsImport,
  actOnCommit,
  type CommitAction,
  type CommitAnswer,
  type OriginSeal,
  originImportId,
  sealImport,
} from './seal-rules';

describe('G.1 seals', () => {
  it('G.1.7 a retry does not move the publication to the head it saw', () => {
    const first = sealImport(anIdentity(), { kind: 'committed', version: 1n });
    const again = sealImport(anIdentity(), { kind: 'reconciled', currentHead: 5n });
    expect(first).toMatchObject({ publicationVersion: 1n, observedHead: 1n });
    expect(again).toMatchObject({ publicationVersion: null, observedHead: 5n });
    expect(first !== null && again !== null && importIdOf(first.identity)).toBe(importIdOf(anIdentity()));
    expect(again?.identity).toEqual(first?.identity);
  });

  it('G.1.8 an ambiguous outcome seals nothing', () => {
    expect(sealImport(anIdentity(), { kind: 'ambiguous' })).toBeNull();
  });

  it('G.1.24 the origin seal reads everything from its identity', () => {
    const seal: OriginSeal = { identity: anIdentity(), originPublication: 1n };
    expect(originImportId(seal)).toBe('a4f93eb5d7676df5');
    expect(seal.identity).toMatchObject({
      lineage: { setId: 'berlin', layoutAbi: 2 },
      sourceId: 'berlin-260805',
      manifestSha256: 'a'.repeat(64),
    });
    expect(acceptsImport(seal, anIdentity({ source: 'berlin-260901', manifest: 'b' }))).toBe(true);
    expect(acceptsImport(seal, anIdentity({ layout: 3 }))).toBe(false);
    expect(acceptsImport(seal, anIdentity({ writer: 2 }))).toBe(false);
    expect(acceptsImport(seal, anIdentity({ family: 'other' }))).toBe(false);
  });
});

describe('what a commit answer leads to', () => {
  const cases: readonly [CommitAnswer, CommitAction][] = [
    [
      { kind: 'committed', version: 4n },
      { kind: 'seal', outcome: { kind: 'committed', version: 4n } },
    ],
    [
      { kind: 'already_committed', currentHead: 9n },
      { kind: 'seal', outcome: { kind: 'reconciled', currentHead: 9n } },
    ],
    [{ kind: 'no_change' }, { kind: 'seal', outcome: { kind: 'reconciled', currentHead: null } }],
    [{ kind: 'fenced' }, { kind: 'regenerate', refreshBase: true }],
    [{ kind: 'nothing_written' }, { kind: 'regenerate', refreshBase: false }],
    [{ kind: 'ambiguous' }, { kind: 'resubmit_frozen' }],
    [{ kind: 'invalid_artifact' }, { kind: 'fix_producer' }],
    [{ kind: 'hash_conflict' }, { kind: 'escalate' }],
  ];
  it.each(cases.map(([answer, action]) => ({ name: answer.kind, answer, action })))(
    '$name',
    ({ answer, action }) => expect(actOnCommit(answer)).toEqual(action),
  );

  it('without an observation there is no observed head', () => {
    expect(sealImport(anIdentity(), { kind: 'reconciled', currentHead: null })).toMatchObject({
      publicationVersion: null,
      observedHead: null,
    });
  });
});
