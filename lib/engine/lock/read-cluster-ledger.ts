/** Reads what lies beside a cluster's lock: `state.json`, bounded, and the recoveries that wait (cluster-lock.md, J). Writes nothing. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type ClusterLedger, decodeLedger, ledgerMaxBytes } from './cluster-ledger';
import { ledgerKey, recoveriesFolder } from './lock-names';
import type { LockPlace } from './lock-place';

export type LedgerReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'oversize'; readonly size: number }
  | { readonly kind: 'unsupported' | 'corrupt'; readonly reason: string }
  | {
      readonly kind: 'found';
      readonly ledger: ClusterLedger;
      /** The stock tools' token of exactly these bytes (J.3): `sha256:` and hex. */
      readonly stateCas: string;
    };

/** A recovery that waits blocks graph-moving work until it is done (J.7). */
export interface PendingRecovery {
  readonly operationId: string;
  /** Null when its file could not be read as one: it waits all the same. */
  readonly content: RecoveryContent | null;
}

interface RecoveryContent {
  /** `graph_create`, `schema_apply`, `graph_delete`. */
  readonly kind: string;
  readonly graphId: string;
  readonly startedAt: string;
  readonly actor: string | null;
}

export interface ClusterFacts {
  readonly ledger: LedgerReading;
  readonly recoveries: readonly PendingRecovery[];
  /** Whether there are more recoveries than are read. */
  readonly more: boolean;
}

const recoverySchema = z.looseObject({
  kind: z.string(),
  graph_id: z.string(),
  started_at: z.string(),
  actor: z.string().nullish(),
});
const recoveryMaxBytes = 65_536;
const readRecoveries = 20;

/** @throws `unavailable` and its kin without a definite answer: then nothing is known, least of all that nothing waits */
export async function readClusterFacts(store: ObjectStore, place: LockPlace): Promise<ClusterFacts> {
  const prefix = recoveriesFolder(place.root);
  const [answer, page] = await Promise.all([
    store.get(ledgerKey(place.root), { maxBytes: ledgerMaxBytes }),
    store.list({ prefix, delimiter: '/' }),
  ]);
  const files = page.objects.filter(({ key }) => key.endsWith('.json'));
  const recoveries = await Promise.all(
    files.slice(0, readRecoveries).map(async ({ key }): Promise<PendingRecovery | null> => {
      const found = await store.get(key, { maxBytes: recoveryMaxBytes });
      const operationId = key.slice(prefix.length, -'.json'.length);
      // Done since it was listed.
      if (found.kind === 'absent') return null;
      return { operationId, content: found.kind === 'found' ? recoveryOf(found.body) : null };
    }),
  );
  return {
    ledger: ledgerOf(answer),
    recoveries: recoveries.filter((one) => one !== null),
    more: files.length > readRecoveries || page.next !== null,
  };
}

function ledgerOf(answer: Awaited<ReturnType<ObjectStore['get']>>): LedgerReading {
  if (answer.kind === 'absent') return { kind: 'absent' };
  if (answer.kind === 'too_large') return { kind: 'oversize', size: answer.meta.size };
  const content = decodeLedger(answer.body);
  if (content.kind !== 'found') return content;
  const stateCas = `sha256:${createHash('sha256').update(answer.body).digest('hex')}`;
  return { ...content, stateCas };
}

function recoveryOf(body: Uint8Array): RecoveryContent | null {
  try {
    const read = recoverySchema.parse(JSON.parse(new TextDecoder().decode(body)));
    return { kind: read.kind, graphId: read.graph_id, startedAt: read.started_at, actor: read.actor ?? null };
  } catch {
    return null;
  }
}
