/** Counts the leases on fenced or sealed versions; those that are surely over go on the way (G.2 steps 7 and 8). */
import { corrupt, VamplateError } from '@/lib/base/errors';
import type { LeaseFact, takeCensus } from '@/lib/engine/cleanup/census-rules';
import type { MarkedVersion, RetirementRun } from '@/lib/engine/cleanup/retirement-run';
import { below } from '@/lib/engine/lance/paths';
import { leaseFolder, parseLeaseName } from '@/lib/engine/leases/lease-names';
import { leasesFolder } from '@/lib/engine/retirement/lifecycle-names';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';
import type { ListPage, ObjectMeta } from '@/lib/engine/store/object-store';

export interface LeaseCensus {
  readonly free: readonly MarkedVersion[];
  readonly held: readonly { readonly version: MarkedVersion; readonly by: readonly LeaseFact[] }[];
}

const maxPages = 1_000;
const batch = 1_000;

/**
 * One listing of the namespace's leases; one call per 1,000 that are over. A lease created while the listing is under
 * way may be missed: its owner then sees the marker, which was there before the listing began.
 * @throws `corrupt` for a name that is no lease, `unavailable` for a listing that did not end
 */
export async function leaseCensus(
  run: RetirementRun,
  versions: readonly MarkedVersion[],
  decide: typeof takeCensus,
): Promise<LeaseCensus> {
  const byVersion = byTheirVersion(await listLeases(run));
  const free: MarkedVersion[] = [];
  const held: { version: MarkedVersion; by: readonly LeaseFact[] }[] = [];
  const over: string[] = [];
  for (const version of versions) {
    const leases = byVersion.get(version.version) ?? [];
    const { active, expired } = decide(leases, version.markedAt, run.clockMarginMs);
    over.push(...expired.map((lease) => lease.key));
    if (active.length === 0) free.push(version);
    else held.push({ version, by: active });
  }
  for (let at = 0; at < over.length; at += batch) await tryDeleteAll(run.store, over.slice(at, at + batch));
  return { free, held };
}

function byTheirVersion(leases: readonly LeaseFact[]): ReadonlyMap<bigint, readonly LeaseFact[]> {
  const filed = new Map<bigint, LeaseFact[]>();
  for (const lease of leases) {
    const some = filed.get(lease.version);
    if (some === undefined) filed.set(lease.version, [lease]);
    else some.push(lease);
  }
  return filed;
}

async function listLeases({ store, root, namespace }: RetirementRun): Promise<readonly LeaseFact[]> {
  const prefix = below(root.key, leaseFolder(namespace));
  const leases: LeaseFact[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: ListPage = await store.list({ prefix, ...(next === null ? {} : { next }) });
    for (const meta of page.objects) leases.push(leaseOf(meta, below(root.key, leasesFolder)));
    next = page.next;
    if (next === null) return leases;
  }
  throw new VamplateError('unavailable', 'There are more leases than are ever listed.', { key: prefix });
}

function leaseOf(meta: ObjectMeta, folder: string): LeaseFact {
  const name = parseLeaseName(meta.key.slice(folder.length));
  if (name.kind === 'corrupt') {
    throw corrupt(`Among the leases lies something else: ${name.reason}.`, { key: meta.key });
  }
  return { ...name.value, key: meta.key, storedAt: meta.storedAt };
}
