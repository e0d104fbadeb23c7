/** Takes back one marker that its run left, as a recovery would, because a person asks: a stale drain, or a seal of a version that is needed. */
import type { StorageInstant } from '@/lib/base/clock';
import { corrupt, VamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import { leaseFolder, parseLeaseName } from '@/lib/engine/leases/lease-names';
import { judgeLease } from '@/lib/engine/leases/lease-rules';
import { holdsOn, type ReferenceHold } from '@/lib/engine/references/census-rules';
import { requireHome } from '@/lib/engine/references/home-check';
import { expiryClock } from '@/lib/engine/references/reconcile-state';
import { referenceCensus } from '@/lib/engine/references/reference-census';
import { leasesFolder } from '@/lib/engine/retirement/lifecycle-names';
import { listVersionMarkers } from '@/lib/engine/retirement/list-markers';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';
import type { ListPage } from '@/lib/engine/store/object-store';
import { referencesOf } from './branch/branch-deletion';
import { type CancelRequest, decideCancel } from './cancel-rules';
import type { CleanupContext } from './cleanup-context';

const maxPages = 1_000;

/**
 * @returns the keys that were removed
 * @throws `refused` with reasons; `unsupported` where the dataset was copied (D6); `corrupt` when a control file cannot
 * be read; `unavailable` with outcome `unknown` when a delete is not certain: asked again it goes on. `conflict` when
 * the run went on and committed meanwhile: such a run deletes nothing of the version (D17)
 */
export async function cancelRetirement(
  context: CleanupContext,
  request: CancelRequest,
): Promise<readonly string[]> {
  const { store, root, abandoned } = context;
  const { namespace, version } = request;
  await requireHome(referencesOf(context));
  const now = await expiryClock(referencesOf(context), namespace);
  const holds = request.marker === 'sealed' ? await holdsOf(context, request, now) : [];
  const markers = await listVersionMarkers(store, root, namespace, version);
  const decision = decideCancel(request, { markers, now, holds, abandonedHere: abandoned.in(store) });
  if (decision.kind === 'refuse') {
    throw new VamplateError('refused', 'The marker stays.', { reasons: decision.reasons });
  }

  // The seal goes last: what is interrupted between the two still blocks new leases and references.
  const keys = decision.markers
    .toSorted((a, b) => Number(a.marker === 'sealed') - Number(b.marker === 'sealed'))
    .map(({ key }) => key);
  for (const key of keys) {
    if ((await tryDeleteAll(store, [key])).length > 0) {
      const details = { outcome: 'unknown', key };
      throw new VamplateError('unavailable', 'Whether the marker was removed is not known.', details);
    }
  }
  const after = await listVersionMarkers(store, root, namespace, version);
  if (after.some(({ marker }) => marker === 'committed')) {
    const message = `The run was at work after all and committed the retirement of version ${version} meanwhile.`;
    throw new VamplateError('conflict', message, { reason: 'committed_meanwhile' });
  }
  return keys;
}

/** Leases that are not surely over, then references: unfinished publications whose owner is gone are settled on the way. */
async function holdsOf(
  context: CleanupContext,
  { namespace, version }: CancelRequest,
  now: StorageInstant,
): Promise<readonly string[]> {
  const leases = await leasesOn(context, namespace, version, now);
  const census = await referenceCensus(referencesOf(context), {
    namespace,
    sealed: new Set([version]),
    mode: 'retain',
  });
  return [...leases, ...holdsOn(census, version).map(wordsOf)];
}

async function leasesOn(
  { store, root }: CleanupContext,
  namespace: string,
  version: bigint,
  now: StorageInstant,
): Promise<readonly string[]> {
  const folder = below(root.key, leasesFolder);
  const prefix = `${below(root.key, leaseFolder(namespace))}${version}-`;
  const held: string[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: ListPage = await store.list({ prefix, ...(next === null ? {} : { next }) });
    for (const { key, storedAt } of page.objects) {
      const name = parseLeaseName(key.slice(folder.length));
      if (name.kind === 'corrupt')
        throw corrupt(`Among the leases lies something else: ${name.reason}.`, { key });
      const { ttlMicros, id } = name.value;
      if (judgeLease({ storedAt, ttlMicros }, now) !== 'expired') held.push(`Lease ${id} holds it.`);
    }
    next = page.next;
    if (next === null) return held;
  }
  throw new VamplateError('unavailable', 'There are more leases than are ever listed.', { key: prefix });
}

function wordsOf(hold: ReferenceHold): string {
  switch (hold.kind) {
    case 'intent':
      return `A reference to it is being published (${hold.operationId}).`;
    case 'state':
      return `The state of ${hold.canonicalPath} is ${hold.state}.`;
    default:
      return `The ${hold.kind} ${hold.name} names it.`;
  }
}
