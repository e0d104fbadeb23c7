/** Clears what crashed runs and publishers left before a run begins: drains without an owner, seals of versions that are needed, intents (E, F.7). */
import { storageInstant } from '@/lib/base/clock';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { holdsAgainst } from '@/lib/engine/cleanup/guard-rules';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { below } from '@/lib/engine/lance/paths';
import { judgeLease } from '@/lib/engine/leases/lease-rules';
import { indexHolders } from '@/lib/engine/protection/holder-rules';
import { referenceCensus } from '@/lib/engine/references/reference-census';
import { clockEntry } from '@/lib/engine/retirement/marker-names';
import { judgeOwnership } from '@/lib/engine/retirement/ownership-rules';
import { advancedRuns, hasAdvanced } from '@/lib/engine/retirement/retirement-rules';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';
import { readStorageClock } from '@/lib/engine/store/storage-clock';
import type { Look } from './look';

/**
 * Nothing to do without markers and intents. Sealed versions that anything holds are open again afterwards; those that nothing holds
 * are a plan's to resume. A seal that appeared since the plan is its run's own affair (D9).
 * @param known versions that the plan saw sealed or committed
 */
export async function recover(
  context: CleanupContext,
  { survey, facts, holds: seen }: Pick<Look, 'survey' | 'facts' | 'holds'>,
  known: ReadonlySet<bigint>,
): Promise<void> {
  const { store, root, abandoned } = context;
  const { namespace } = facts;
  const { markers, intents } = facts.holders;
  const present = new Set(facts.target.versions.map(({ version }) => version));
  // A lease that landed after all else of its version was gone.
  const stray = survey.control.leases.filter(
    (one) => one.namespace === namespace && !present.has(one.version),
  );
  // Also where no version retires: nobody else would ever settle them.
  const open = intents.length > 0 || survey.control.states.some(isOpen);
  if (markers.length === 0 && !open && stray.length === 0) return;
  const read = await readStorageClock(store, below(root.key, clockEntry(namespace)), 'list');
  const now = storageInstant(read - context.clockMarginMs);
  const runs = advancedRuns(markers);
  const dropped = abandoned.in(store);
  const stale = markers.filter(
    (marker) =>
      marker.marker === 'draining' &&
      (hasAdvanced(marker, runs) ||
        dropped.has(marker.key) ||
        judgeOwnership(marker.storedAt, now) === 'expired'),
  );
  const committed = new Set(
    markers.filter(({ marker }) => marker === 'committed').map(({ version }) => version),
  );
  const sealed = markers.filter(
    ({ marker, version }) => marker === 'sealed' && !committed.has(version) && known.has(version),
  );
  const over = stray.filter(
    ({ storedAt, ttlMicros }) => judgeLease({ storedAt, ttlMicros }, now) === 'expired',
  );
  const keys = [...stale.map(({ key }) => key), ...over.map(({ entry }) => below(root.key, entry))];
  if (sealed.length > 0 || open) {
    const versions = new Set(sealed.map(({ version }) => version));
    const references = { ...context, rules: context.referenceRules, memory: context.bodies };
    const census = await referenceCensus(references, { namespace, sealed: versions, mode: 'retain' });
    const leases = facts.holders.leases.map((lease) => ({ ...lease, listedAt: now }));
    const held = indexHolders({ ...facts.holders, leases, storeTime: now });
    for (const { key, version, manifests } of sealed) {
      const holds = holdsAgainst((held.byVersion.get(version) ?? []).map(({ protection }) => protection));
      // What was seen counts clones and branch folders too, which no file of the version's own names.
      const needed =
        holds.length > 0 || seen.has(version) || census.held.has(version) || census.everything.length > 0;
      if (needed && manifests !== 'missing') keys.push(key);
    }
  }
  await tryDeleteAll(store, keys.slice(0, 1_000));
}

/** A state that has not come to rest, or that cannot be read: the census says so then. */
function isOpen({ body }: ControlState['states'][number]): boolean {
  return body.kind !== 'read' || (body.value.state !== 'live' && body.value.state !== 'legacy');
}
