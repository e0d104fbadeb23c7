/** What the parts of one serving process share: its copies, its reporter, and the one version that answers queries. */
import type { Clock } from '@/lib/base/clock';
import type { ActivationPolicy } from '@/lib/engine/serving/activation-rules';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { MemoryWatch } from '@/lib/engine/serving/memory-report';
import type { PointerAuthor } from '@/lib/engine/serving/publication-rules';
import type { PublishedState } from '@/lib/engine/serving/published-state';
import type { Reconcile } from '@/lib/engine/serving/reconcile-rules';
import { identityOf } from '@/lib/engine/serving/report-rules';
import type { ReportImport } from '@/lib/engine/serving/report-schema';
import type { ServingReporter } from '@/lib/engine/serving/serving-reporter';
import { type Copy, readSeal } from './copy';
import { findImport } from './find-import';
import type { LanceTable, OpenVersion } from './lance-table';
import type { SourceContext } from './read-source';
import type { ServingLine, ServingStep } from './serving-lines';
import type { ChosenRoot } from './serving-options';
import type { Unpublished } from './unpublished';

export interface Replica {
  readonly replicaId: string;
  readonly root: ChosenRoot;
  readonly own: Copy;
  readonly mirror: Copy | null;
  readonly table: LanceTable;
  readonly source: SourceContext;
  readonly reporter: ServingReporter;
  /** Lifecycle and open version in one snapshot, so that no query sees one without the other (B.6). */
  readonly shown: PublishedState<OpenVersion>;
  readonly policy: ActivationPolicy;
  readonly reconcile: Reconcile;
  readonly clock: Clock;
  readonly pollMs: number;
  /** Ends the process's loops. */
  readonly ending: AbortSignal;
  /** Called before each step of an import; a process under test halts here. */
  readonly before: (step: ServingStep) => Promise<void>;
  readonly tell: (line: ServingLine) => void;
  /** Runs one change of what is shown after another. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly unpublished: Unpublished;
  /** Refusals of the mirror that the report tells already. */
  readonly told: Set<string>;
  /** Keeps what a phase did to memory (D.4). */
  readonly during: MemoryWatch['during'];
  /** Publication versions by import, found once: they never change. */
  readonly publications: Map<ImportId, bigint>;
}

export function reportedIdentity(reported: ReportImport | null): ImportIdentity | null {
  if (reported === null || reported.identity === null) return null;
  const identity = identityOf(reported.identity);
  return identity.kind === 'ok' ? identity.value : null;
}

/**
 * Which version committed a sealed import: as its seal says, or found in a history that proves it.
 * @returns null when neither copy tells
 * @throws `unavailable` or `corrupt` where that cannot be known
 */
export async function publicationOf(replica: Replica, identity: ImportIdentity): Promise<bigint | null> {
  const id = importIdOf(identity);
  const known = replica.publications.get(id);
  if (known !== undefined) return known;
  for (const copy of [replica.own, replica.mirror]) {
    if (copy === null) continue;
    const version = await publicationIn(replica, copy, identity);
    if (version === null) continue;
    replica.publications.set(id, version);
    return version;
  }
  return null;
}

export async function publicationIn(
  { reconcile }: Pick<Replica, 'reconcile'>,
  copy: Copy,
  identity: ImportIdentity,
): Promise<bigint | null> {
  const seal = await readSeal(copy, importIdOf(identity));
  if (typeof seal === 'object' && seal.publicationVersion !== null) return seal.publicationVersion;
  const found = await findImport(copy, identity, reconcile);
  return found.kind === 'found' ? found.version : null;
}

/** This process as the author of a pointer, under the newest token it was given. */
export function authorOf({ replicaId, reporter }: Replica, generation?: number): PointerAuthor {
  const newest = Math.max(1, reporter.state.lifecycle.nextGeneration - 1);
  return { replicaId, epoch: reporter.report.fence.epoch, generation: generation ?? newest };
}

/** Whether this import is still the one in flight: a superseded one changes nothing any more. */
export function inFlight({ reporter }: Replica, generation: number): boolean {
  const { operation } = reporter.state.lifecycle;
  return operation.state === 'importing' && operation.generation === generation;
}
