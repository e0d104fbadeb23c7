/** What lies beside a cluster's lock, as its page tells it (cluster-lock.md, J). Nothing is decided by it. */
import type { z } from 'zod';
import type { lockLedger } from '@/lib/contracts/locks';
import type { ClusterFacts } from '@/lib/engine/lock/read-cluster-ledger';
import { decimal, iso } from './scalars';

export type LockLedgerInput = z.input<typeof lockLedger>;

const nothing: LockLedgerInput = {
  state: 'none',
  reason: null,
  readAt: null,
  revision: null,
  stateCas: null,
  configDigest: null,
  drift: [],
  resources: null,
  outstanding: null,
  recoveries: null,
  moreRecoveries: false,
};

/** Our own locks have no ledger. */
export const noLedger: LockLedgerInput = { ...nothing, recoveries: [] };

export function unreadableLedger(reason: string): LockLedgerInput {
  return { ...nothing, state: 'unreadable', reason };
}

export function ledgerOf({ ledger, recoveries, more }: ClusterFacts, readAt: number): LockLedgerInput {
  const waiting = {
    readAt: iso(readAt),
    recoveries: recoveries.map(({ operationId, content }) => ({
      operationId,
      kind: content?.kind ?? null,
      graphId: content?.graphId ?? null,
    })),
    moreRecoveries: more,
  };
  switch (ledger.kind) {
    case 'absent':
      return { ...nothing, ...waiting, state: 'absent' };
    case 'oversize':
      return { ...nothing, ...waiting, state: 'oversize', reason: `It has ${ledger.size} bytes.` };
    case 'unsupported':
    case 'corrupt':
      return { ...nothing, ...waiting, state: ledger.kind, reason: ledger.reason };
    case 'found': {
      const { stateRevision, configDigest, resources, outstanding } = ledger.ledger;
      return {
        ...{ ...nothing, ...waiting, state: 'found', configDigest },
        revision: decimal(stateRevision),
        stateCas: ledger.stateCas,
        drift: resources
          .filter(({ status }) => status !== 'applied')
          .map(({ address, status, conditions }) => ({ address, status, conditions: [...conditions] })),
        resources: resources.length,
        outstanding: outstanding === null ? null : { id: outstanding.id, graphs: { ...outstanding.graphs } },
      };
    }
  }
}
