/** The parts of the probe that look at what listings and reads show while writes happen (A4, A7, order). */
import { VamplateError } from '@/lib/base/errors';
import type { Finding } from './capability-rules';
import { compareKeys } from './key-rules';
import type { ObjectStore, WriteAnswer } from './object-store';
import type { ProbeContext } from './probe-context';

const rounds = 8;
const wholeBytes = 1024 * 1024;

/** A4: a listing right after a completed write shows it, right after a completed delete does not. */
export async function probeListing({ store }: ProbeContext): Promise<Finding> {
  for (let round = 1; round <= rounds; round += 1) {
    const key = `n-${round}`;
    certain(await store.create(key, new Uint8Array()));
    if (!(await lists(store, key)))
      return { answer: 'no', evidence: 'A listing missed an object just written.' };
    if ((await store.delete(key)).kind !== 'deleted')
      throw new VamplateError('unavailable', 'A delete was uncertain.');
    if (await lists(store, key))
      return { answer: 'no', evidence: 'A listing showed an object just deleted.' };
  }
  return { answer: 'yes', evidence: `${rounds} writes and deletes were each seen by the very next listing.` };
}

/** Whether keys come in the order of their bytes, over folders and pages. */
export async function probeOrder({ store }: ProbeContext): Promise<Finding> {
  const keys = ['b', 'a/z', 'a-b', 'a.b', 'B', 'é', '\ufb01', '😀', 'a/é'];
  for (const key of keys) certain(await store.create(key, new Uint8Array()));
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const page = await store.list({ prefix: '', limit: 4, ...(next === null ? {} : { next }) });
    seen.push(...page.objects.map(({ key }) => key));
    next = page.next;
  } while (next !== null && seen.length < 100);
  const ordered = seen.join('\n') === [...keys].sort(compareKeys).join('\n');
  return ordered
    ? { answer: 'yes', evidence: 'Keys were listed in the order of their bytes.' }
    : { answer: 'no', evidence: 'Keys were not listed in the order of their bytes.' };
}

/** A7: a reader that looks again and again while a megabyte is written sees nothing, or all of it. */
export async function probeWhole({ store }: ProbeContext): Promise<Finding> {
  const body = new Uint8Array(wholeBytes).fill(7);
  let looks = 0;
  for (const key of ['w-1', 'w-2', 'w-3']) {
    let done = false;
    const write = store.create(key, body).finally(() => {
      done = true;
    });
    // When a read below fails first, that is what is reported; the write's own failure must not go unheard.
    write.catch(() => undefined);
    let partial: string | null = null;
    for (; !done && looks < 200 && partial === null; looks += 1) partial = await partOf(store, key);
    certain(await write);
    partial ??= await partOf(store, key);
    if (partial !== null)
      return { answer: 'no', evidence: `While an object was written, a reader saw ${partial}.` };
  }
  return {
    answer: 'yes',
    evidence: `${looks} looks during three writes of 1 MiB saw nothing or the whole object.`,
  };
}

async function partOf(store: ObjectStore, key: string): Promise<string | null> {
  const [answer, page] = await Promise.all([
    store.get(key, { maxBytes: wholeBytes }),
    store.list({ prefix: key }),
  ]);
  if (answer.kind === 'found' && answer.body.length !== wholeBytes)
    return `${answer.body.length} of its bytes`;
  const listed = page.objects[0];
  return listed !== undefined && listed.size !== wholeBytes ? `it listed with ${listed.size} bytes` : null;
}

async function lists(store: ObjectStore, key: string): Promise<boolean> {
  return (await store.list({ prefix: key })).objects.some((meta) => meta.key === key);
}

function certain(answer: WriteAnswer): void {
  if (answer.kind !== 'written')
    throw new VamplateError('unavailable', `A write was answered '${answer.kind}'.`);
}
