/** Takes up a lease again that an earlier request or another process began: it is found by its id, wherever it lies (D). */
import { VamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import { leasesFolder } from '@/lib/engine/retirement/lifecycle-names';
import type { ListPage } from '@/lib/engine/store/object-store';
import type { LeaseContext } from './lease-context';
import { LeaseHandle } from './lease-handle';
import { type LeaseName, parseLeaseName } from './lease-names';
import { type HolderFinding, readHolders } from './read-holders';
import { checkedHolder } from './record-holder';

export interface FoundLease {
  readonly handle: LeaseHandle;
  readonly namespace: string;
  /** Who holds it, as far as anybody wrote that down (D23). */
  readonly holder: HolderFinding;
}

const maxPages = 1_000;

/**
 * One listing of the dataset's leases, one HEAD, one read of the holder. Names that are no lease are passed over: they
 * are not the one that was asked for.
 * @returns null when no lease has this id, or it went meanwhile
 */
export async function findLease(
  context: LeaseContext,
  root: DatasetRoot,
  id: string,
): Promise<FoundLease | null> {
  const { store, rules } = context;
  const found = await findName(context, root, id);
  if (found === null) return null;
  // By HEAD, as when it was acquired: its end is judged against times of the same kind (D18).
  const head = await store.head(found.key);
  if (head.kind === 'absent') return null;
  const { namespace, version, ttlMicros } = found.name;
  const { storedAt } = head.meta;
  // A branch's name is asked for nowhere from here on: namespaces tell incarnations apart, names do not.
  const place = { root, namespace, branch: namespace === 'main' ? null : namespace, version };
  const held = {
    ...{ place, id, key: found.key, ttlMicros, storedAt },
    expiresAt: rules.expiry(storedAt, ttlMicros),
  };
  const holder = (await readHolders(store, [id])).get(id) ?? { kind: 'not_recorded' };
  const record = holder.kind === 'recorded' ? { lake: store, record: holder.record } : undefined;
  return { handle: new LeaseHandle(context, held, checkedHolder(record)), namespace, holder };
}

async function findName(
  { store }: LeaseContext,
  root: DatasetRoot,
  id: string,
): Promise<{ readonly key: string; readonly name: LeaseName } | null> {
  const prefix = below(root.key, leasesFolder);
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: ListPage = await store.list({ prefix, ...(next === null ? {} : { next }) });
    for (const { key } of page.objects) {
      const name = parseLeaseName(key.slice(prefix.length));
      if (name.kind === 'ok' && name.value.id === id) return { key, name: name.value };
    }
    next = page.next;
    if (next === null) return null;
  }
  throw new VamplateError('unavailable', 'There are more leases than are ever listed.', { key: prefix });
}
