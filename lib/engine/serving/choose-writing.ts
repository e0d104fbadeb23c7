/** Learns by trying how reports can be written to a store: below a folder of its own, which it empties again (E.4). */
import { ulid } from 'ulid';
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { Random } from '@/lib/base/random';
import type { Finding } from '@/lib/engine/store/capability-rules';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { prefixedStore } from '@/lib/engine/store/prefixed-store';
import { probeCreate, probeReplace } from '@/lib/engine/store/probe-conditions';
import type { ProbeContext } from '@/lib/engine/store/probe-context';
import type { StatusWriting } from './status-slot';

type Answer = Finding['answer'];

/**
 * Null while nobody can tell: only a definite no leads to the lesser way.
 * @param ordered whether listings are: where they are not, the newest of many names cannot be found
 */
export function decideWriting(create: Answer, replace: Answer, ordered: boolean): StatusWriting | null {
  if (create === 'no') return 'unfenced';
  if (create === 'unknown' || replace === 'unknown') return null;
  if (replace === 'yes') return 'fenced';
  return ordered ? 'versioned' : 'unfenced';
}

/** Bounded: some 60 small requests. */
export async function chooseWriting(
  store: ObjectStore,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<StatusWriting | null> {
  const folder = `_vamplate/probe/${ulid(clock.wall(), () => (random.bytes(1)[0] ?? 0) / 256)}`;
  const part = (name: string): ProbeContext => ({ clock, store: prefixedStore(store, `${folder}/${name}`) });
  try {
    const create = await answered(probeCreate(part('create')));
    return decideWriting(create, await answered(probeReplace(part('replace'))), store.ordered);
  } finally {
    await emptied(store, `${folder}/`).catch(() => undefined);
  }
}

async function answered(probe: Promise<Finding>): Promise<Answer> {
  try {
    return (await probe).answer;
  } catch (error) {
    return isVamplateError(error) && error.kind === 'unsupported' ? 'no' : 'unknown';
  }
}

async function emptied(store: ObjectStore, prefix: string): Promise<void> {
  const { objects } = await store.list({ prefix });
  await store.deleteBatch(objects.map(({ key }) => key));
}
