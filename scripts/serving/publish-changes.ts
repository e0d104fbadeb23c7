/** Publishes what this replica changed itself, from the pointer it saw when it began: others are told of, never overwritten (E.4). */
import { mayWork } from '@/lib/engine/serving/fence-rules';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { ImportFailure } from '@/lib/engine/serving/lifecycle-rules';
import type { Published } from '@/lib/engine/serving/publish-import';
import { type Copy, hasSealed, pointerOf, readSeal } from './copy';
import { mirrorImport, pointLocally } from './mirror-import';
import { authorOf, publicationOf, type Replica, reportedIdentity } from './replica';
import { isOwnChange, mayPublish, type SeenPointer, seenIn, type UnpublishedChange } from './unpublished';

/** What the mirror said of an import when it began. */
export interface MirrorBefore {
  readonly seen: SeenPointer;
  readonly sealed: boolean;
}

/** A mirror without an answer is taken as it was last known; it decides nothing by its silence. */
export async function mirrorBefore(replica: Replica, identity: ImportIdentity): Promise<MirrorBefore> {
  const { mirror } = replica;
  const sealed = mirror !== null && (await hasSealed(mirror, identity).catch(() => false));
  return { seen: await seenNow(replica), sealed };
}

async function seenNow({ mirror, unpublished }: Replica): Promise<SeenPointer> {
  if (mirror === null) return null;
  const seen = await pointerOf(mirror).then(seenIn, () => 'unread' as const);
  if (seen === 'unread') return unpublished.lastSeen();
  await unpublished.saw(seen);
  return seen;
}

/** Whether the mirror's pointer is this replica's to move to an import, as the mirror was when that began. */
export function isOwnImport(
  { reporter, replicaId }: Replica,
  identity: ImportIdentity,
  { seen, sealed }: MirrorBefore,
): boolean {
  const outgoing = reporter.state.lifecycle.serving?.active ?? null;
  return isOwnChange(seen, sealed, [outgoing, importIdOf(identity)], replicaId);
}

/** Written down before the import is activated. @returns null where nothing of it is this replica's to publish */
export async function announceImport(
  replica: Replica,
  identity: ImportIdentity,
  generation: number,
  before: MirrorBefore,
): Promise<UnpublishedChange | null> {
  const { mirror, unpublished } = replica;
  if (mirror === null || !isOwnImport(replica, identity, before)) return null;
  const change = {
    import_id: importIdOf(identity),
    kind: 'import',
    seen: before.seen,
    by: authorOf(replica, generation),
  } as const;
  await unpublished.add(change);
  return change;
}

/** Written down before the rollback is made. @returns null where the mirror says so already, or cannot be moved by it */
export async function announceRollback(replica: Replica, to: ImportId): Promise<UnpublishedChange | null> {
  const { mirror, reporter, unpublished } = replica;
  const seen = await seenNow(replica);
  if (mirror === null || seen?.active === to) return null;
  // The rollback itself takes the next token.
  const by = authorOf(replica, reporter.state.lifecycle.nextGeneration);
  const change = { import_id: to, kind: 'rollback', seen, by } as const;
  await unpublished.add(change);
  return change;
}

/**
 * A process before this one may have ended within a change: what it did not make is no change, what it made is pointed
 * at. Only once the place is claimed: what is served is known from then on.
 */
export function finishChanges(replica: Replica): Promise<void> {
  return replica.inTurn(async () => {
    const { unpublished, reporter, own, clock } = replica;
    const active = reporter.state.lifecycle.serving?.active ?? null;
    const last = (await unpublished.changes()).at(-1);
    if (last !== undefined && last.import_id !== active) await unpublished.drop(last);
    if (active === null) return;
    const seal = await readSeal(own, active);
    if (typeof seal !== 'object' || (await pointerOf(own))?.active.import_id === active) return;
    await pointLocally(own, { seal, by: authorOf(replica) }, clock);
  });
}

/** An operator asks: what is served here is published from what the mirror says now. */
export async function publishAgain(replica: Replica): Promise<string | null> {
  const { reporter, unpublished, told } = replica;
  const active = reportedIdentity(reporter.state.imports.active);
  const lacks = reporter.state.observed.replica.mirror.state !== 'current';
  if (active !== null && lacks && (await unpublished.changes()).length === 0) {
    const seen = await seenNow(replica);
    await unpublished.add({ import_id: importIdOf(active), kind: 'import', seen, by: authorOf(replica) });
  }
  told.clear();
  return publishChanges(replica, true);
}

/**
 * In order, each after the one before it is there.
 * @param mayReplan while the change is being made, or an operator asks; a later look only finishes what was planned
 * @returns null when all is published, else what the mirror refused, one plain phrase
 * @throws `unavailable` when a copy gives no answer
 */
export function publishChanges(replica: Replica, mayReplan: boolean): Promise<string | null> {
  const { mirror, unpublished, reporter } = replica;
  if (mirror === null || !mayWork(reporter.standing)) return Promise.resolve(null);
  return unpublished.inTurn(async () => {
    const changes = await unpublished.changes();
    for (const change of changes) {
      // Written down and not made yet.
      if (change === changes.at(-1) && change.import_id !== reporter.state.lifecycle.serving?.active) break;
      const refused = await publishOne(replica, mirror, change, mayReplan);
      if (refused === null) {
        await unpublished.drop(change);
        continue;
      }
      await tellRefused(replica, change, refused);
      // A rollback that others have overtaken is not asked for any more.
      const isOver = change.kind === 'rollback' && (refused === 'overtaken' || refused === 'replan');
      if (!isOver) return refused;
      await unpublished.drop(change);
      return refused;
    }
    return null;
  });
}

type Refused = Exclude<Published['kind'], 'published'> | 'overtaken' | 'not_sealed';

async function publishOne(
  replica: Replica,
  mirror: Copy,
  change: UnpublishedChange,
  mayReplan: boolean,
): Promise<Refused | null> {
  const { own, replicaId, clock } = replica;
  const { import_id, by } = change;
  const outgoing = await pointerOf(mirror);
  const replans = mayReplan && change.kind === 'import';
  if (!replans && !mayPublish(seenIn(outgoing), change, replicaId)) {
    return outgoing?.active.import_id === import_id ? null : 'overtaken';
  }
  const seal = await readSeal(own, import_id as ImportId);
  const version = typeof seal === 'object' ? await publicationOf(replica, seal.identity) : null;
  if (typeof seal !== 'object' || version === null) return 'not_sealed';
  await replica.before('mirror');
  const publication = { seal, version, by: { replicaId, ...by } };
  const published = await mirrorImport(own, mirror, publication, { outgoing, mayReplan: replans }, clock);
  // Something later of this replica is published: that is what counts.
  return published.kind === 'published' || published.kind === 'stale' ? null : published.kind;
}

/** Once for each change and refusal; a later look that is refused again says nothing new. */
async function tellRefused(
  { reporter, told }: Replica,
  { import_id, by }: UnpublishedChange,
  refused: Refused,
): Promise<void> {
  const key = `${import_id} ${by.epoch} ${by.generation} ${refused}`;
  if (told.has(key)) return;
  told.add(key);
  await reporter.noteFailure(import_id as ImportId, by.generation, failureOfMirror(refused));
}

export function failureOfMirror(refused: string): ImportFailure {
  return refused === 'identity_conflict'
    ? { kind: 'identity_conflict', message: null }
    : { kind: 's3_publication', message: `the mirror says ${refused}` };
}
