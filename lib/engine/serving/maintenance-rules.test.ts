/** What counts as maintenance, for every operation there is, and how sure a proof makes what is served. */
import { describe, expect, it } from 'vitest';
import { operationNames } from '@/lib/engine/lance/transaction-kind';
import type { HeadDecision } from './head-rules';
import {
  certaintyOf,
  endAt,
  type HeadCertainty,
  type MaintenanceProof,
  maintenanceOf,
  type ProofEnd,
} from './maintenance-rules';

const strict = { acceptsConfig: false };
const read = (operation: string | null) => ({ kind: 'read', operation }) as const;

describe('E.6, every operation', () => {
  const accepted = ['CreateIndex', 'Rewrite', 'ReserveFragments'];
  it.each([...operationNames.values()])('%s', (operation) => {
    const end = endAt(8n, read(operation), strict);
    if (accepted.includes(operation)) expect(end).toBeNull();
    else expect(end).toEqual({ kind: 'other_operation', version: 8n, operation });
    const withConfig = endAt(8n, read(operation), { acceptsConfig: true });
    expect(withConfig === null).toBe([...accepted, 'UpdateConfig'].includes(operation));
  });

  it('one nobody knows is none, and what names no operation or cannot be read proves nothing', () => {
    expect(endAt(8n, read('unknown operation 115'), strict)?.kind).toBe('other_operation');
    expect(endAt(8n, read(null), strict)?.kind).toBe('unreadable');
    expect(endAt(8n, { kind: 'missing', what: 'transaction' }, strict)).toEqual({
      ...{ kind: 'missing', version: 8n, what: 'transaction' },
    });
    expect(endAt(8n, { kind: 'unreadable', because: 'damaged' }, strict)?.kind).toBe('unreadable');
  });
});

const ends: readonly ProofEnd[] = [
  { kind: 'at_head' },
  { kind: 'other_operation', version: 8n, operation: 'Append' },
  { kind: 'missing', version: 8n, what: 'manifest' },
  { kind: 'unreadable', version: 8n, because: 'damaged' },
  { kind: 'bound', version: 8n, of: 'bytes' },
];
const proofOf = (end: ProofEnd | undefined, head = 9n): MaintenanceProof | null =>
  end === undefined ? null : { clean: 7n, head, verified: [], end };
const descendant: HeadDecision = {
  ...{ kind: 'serve_known_descendant', version: 9n, provenance: 'caller_asserted' },
};
const drift: HeadDecision = { kind: 'checkout_clean', clean: 7n, head: 9n };
const behind: HeadDecision = {
  ...{ kind: 'replica_incomplete', clean: 7n, head: 9n, reason: 'clean_version_absent' },
};

describe('how sure it is, decision by proof', () => {
  const kinds = [undefined, ...ends];
  const table: readonly [string, HeadDecision, readonly HeadCertainty[]][] = [
    ['a descendant', descendant, ['asserted', 'proven', 'contradicted', 'asserted', 'asserted', 'asserted']],
    ['drift', drift, ['unknown', 'contradicted', 'proven', 'unknown', 'unknown', 'unknown']],
    ['clean itself', { kind: 'serve_head', version: 7n }, Array(6).fill('proven')],
    ['an incomplete copy', behind, Array(6).fill('unknown')],
  ];
  it.each(table)('%s', (_, decision, row) => {
    expect(kinds.map((end) => certaintyOf(decision, proofOf(end), 7n))).toEqual(row);
  });

  it('a proof of another head or clean proves nothing here', () => {
    expect(certaintyOf(descendant, proofOf(ends[0], 10n), 7n)).toBe('asserted');
    expect(certaintyOf(drift, proofOf(ends[1], 10n), 7n)).toBe('unknown');
    expect(certaintyOf(descendant, proofOf(ends[0]), 6n)).toBe('asserted');
  });
});

it('what is verified is known maintenance with its provenance', () => {
  const proof: MaintenanceProof = { clean: 7n, head: 9n, verified: [8n, 9n], end: { kind: 'at_head' } };
  expect(maintenanceOf(proof)).toEqual({
    ...{ versions: new Set([8n, 9n]), provenance: 'lance_history_verified' },
  });
});
