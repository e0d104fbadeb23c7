/** Which actions a replica's document offers, and why one that it offers cannot be asked for now; the replica decides again. */
import type { ServingAction, ServingExpected } from '@/lib/contracts/serving-actions';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';

/** In the order they are shown. */
const actions: readonly ServingAction[] = [
  ...(['pin_clean', 'unpin', 'ack_drift', 'rollback', 'rerun_import', 'cancel'] as const),
  ...(['hydrate', 'retry_mirror', 'dismiss_failure', 'set_retention', 'retract'] as const),
];

/** Only what the document lists, and nothing of a document that is not believed. */
export function offeredActions({ report, believed }: ReplicaDetail): readonly ServingAction[] {
  if (report === null || !believed) return [];
  return actions.filter((one) => report.capabilities.includes(one));
}

/** What the person sees; null where nothing can be asked. */
export function expectedOf({ report, operation, believed }: ReplicaDetail): ServingExpected | null {
  if (report === null || !believed) return null;
  return {
    epoch: report.fence.epoch,
    generation: operation?.generation ?? null,
    active: report.serving?.active ?? null,
    clean: report.history.cleanVersion,
    head: report.history.observedHead,
  };
}

/** Null when it can be asked for. */
export function askingBlocked(replica: ReplicaDetail, action: ServingAction): string | null {
  const { report, confidence, verdict, operation } = replica;
  if (report === null || !replica.believed) return 'Its report cannot be believed.';
  if (replica.key === null) return 'It is read at an address: nobody would find what is asked here.';
  if (confidence !== 'fresh') return 'Its report is stale: nobody can tell what is there now.';
  if (verdict === 'deposed') return 'Its writer has lost its place: it answers nobody.';
  const importing = operation?.state === 'importing';
  switch (action) {
    case 'pin_clean':
      if (report.history.cleanVersion === null) return 'Nobody knows which version is clean.';
      return report.seals.active === 'missing' || report.seals.active === 'mismatch'
        ? 'Its active import’s seal is missing or does not match.'
        : null;
    case 'ack_drift':
      return report.head.stated?.kind === 'checkout_clean' ? null : 'There is no drift.';
    case 'rollback':
      if (report.serving?.previous == null) return 'There is no previous import.';
      return importing ? 'An import is in flight.' : null;
    case 'rerun_import':
      if (report.imports.desired?.identity == null) return 'No import with a known identity was wished for.';
      // One in flight may be superseded, which the question says; a failure that was dismissed still counts.
      return inConflict(replica) ? 'An identity conflict is never retried.' : null;
    case 'cancel':
      return importing ? null : 'No import is in flight.';
    case 'hydrate':
      return report.recovery?.kind === 'hydrate_from_mirror'
        ? null
        : 'No recovery from the mirror is called for.';
    case 'retry_mirror':
      return report.copy.mirror.state === 'lagging' || operation?.error?.kind === 's3_publication'
        ? null
        : 'The mirror does not lag.';
    case 'dismiss_failure':
      return operation?.state === 'failed' ? null : 'No import has failed.';
    case 'retract':
      if (report.serving === null) return 'Nothing is served.';
      return importing ? 'An import is in flight.' : null;
    case 'unpin':
    case 'set_retention':
      return null;
  }
}

/** As the replica's own guard asks: whether the import wished for is the one whose identity was in conflict. */
function inConflict({ report, operation }: Pick<ReplicaDetail, 'report' | 'operation'>): boolean {
  const failure =
    operation?.state === 'failed'
      ? { kind: operation.error?.kind, candidate: operation.candidate }
      : (report?.lastFailure ?? null);
  return failure?.kind === 'identity_conflict' && failure.candidate === report?.imports.desired?.importId;
}

/** Why a replica cannot be given up now. */
export function retiringBlocked({
  confidence,
  retired,
}: Pick<ReplicaDetail, 'confidence' | 'retired'>): string | null {
  if (retired !== null) return 'It is given up already.';
  return confidence === 'fresh' ? 'It still reports: stop its process first.' : null;
}
