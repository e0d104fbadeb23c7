/** The parts of the probe that race and repeat conditional calls (A1, A2, A3). */
import { isVamplateError, unsupported, VamplateError } from '@/lib/base/errors';
import type { Finding } from './capability-rules';
import type { DeleteAnswer, ETag, ObjectStore, WriteAnswer } from './object-store';
import type { ProbeContext } from './probe-context';

const racers = 8;
const rounds = 3;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A1: of racing creates one wins and its bytes stay; a later one is a definite conflict. */
export async function probeCreate({ store }: ProbeContext): Promise<Finding> {
  for (let round = 1; round <= rounds; round += 1) {
    const key = `race-${round}`;
    const lost = await race(store, key, (i) => store.create(key, bytes(`${i}`)));
    if (lost !== null) return { answer: 'no', evidence: `Of ${racers} racing creates ${lost}.` };
    const again = await store.create(key, bytes('again'));
    if (again.kind === 'unknown') throw uncertain(again);
    if (again.kind === 'written')
      return { answer: 'no', evidence: 'A create replaced an object that was there.' };
  }
  return { answer: 'yes', evidence: `${rounds} rounds of ${racers} racing creates had one winner each.` };
}

/** A2: a stale or missing ETag is refused, a matching one accepted, and of racing replaces one wins. */
export async function probeReplace({ store }: ProbeContext): Promise<Finding> {
  const first = await made(store, 'r', 'one');
  const second = await store.replace('r', bytes('two'), first);
  if (second.kind === 'unknown') throw uncertain(second);
  if (second.kind === 'conflict')
    return { answer: 'no', evidence: 'A replace on the ETag just read was refused.' };
  const stale = await store.replace('r', bytes('stale'), first);
  if (stale.kind === 'unknown') throw uncertain(stale);
  if (stale.kind === 'written')
    return { answer: 'no', evidence: 'A replace on a stale ETag was carried out.' };
  const absent = await store.replace('absent', bytes('x'), second.etag);
  if (absent.kind === 'unknown') throw uncertain(absent);
  if (absent.kind === 'written')
    return { answer: 'no', evidence: 'A replace created an object that was not there.' };
  let etag = second.etag;
  for (let round = 1; round <= rounds; round += 1) {
    const lost = await race(store, 'r', (i) => store.replace('r', bytes(`${round} ${i}`), etag));
    if (lost !== null) return { answer: 'no', evidence: `Of ${racers} racing replaces ${lost}.` };
    const head = await store.head('r');
    if (head.kind === 'absent')
      return { answer: 'no', evidence: 'An object was gone after racing replaces.' };
    etag = head.meta.etag;
  }
  return {
    answer: 'yes',
    evidence: `A stale ETag was refused, and ${rounds} rounds of ${racers} racing replaces had one winner each.`,
  };
}

/** A3: a delete on a stale ETag is refused and the object stays; on the right one it goes. */
export async function probeDeleteIfMatch({ store }: ProbeContext): Promise<Finding> {
  const first = await made(store, 'd', 'one');
  const replaced = await store.put('d', bytes('two'));
  if (replaced.kind !== 'written') throw uncertain(replaced);
  const stale = await store.deleteIfMatch('d', first);
  if ((await store.head('d')).kind === 'absent') {
    return {
      answer: 'no',
      evidence: 'A delete on a stale ETag removed the object: the condition was ignored.',
    };
  }
  if (stale.kind === 'unknown') throw uncertain(stale);
  if (stale.kind === 'deleted')
    return { answer: 'no', evidence: 'A delete on a stale ETag claimed to have deleted.' };
  const right = await store.deleteIfMatch('d', replaced.etag);
  if (right.kind === 'unknown') throw uncertain(right);
  if (right.kind === 'conflict') return { answer: 'no', evidence: 'A delete on the right ETag was refused.' };
  if ((await store.head('d')).kind === 'found')
    return { answer: 'no', evidence: 'A deleted object was still there.' };
  return {
    answer: 'yes',
    evidence: 'A delete on a stale ETag was refused, one on the right ETag carried out.',
  };
}

/** null when exactly one racer won and its bytes stand; else what happened, for "Of 8 racing …". */
async function race(
  store: ObjectStore,
  key: string,
  call: (i: number) => Promise<WriteAnswer>,
): Promise<string | null> {
  const answers = await Promise.all(Array.from({ length: racers }, (_, i) => call(i)));
  const won = answers.filter(({ kind }) => kind === 'written').length;
  if (won > 1) return `${won} were told they had won`;
  const read = await store.head(key);
  if (won === 0) throw uncertain(answers.find(({ kind }) => kind === 'unknown') ?? answers[0]);
  const winner = answers.find((answer) => answer.kind === 'written');
  const stands = read.kind === 'found' && winner?.kind === 'written' && read.meta.etag === winner.etag;
  return stands ? null : 'the winner was overwritten by another';
}

async function made(store: ObjectStore, key: string, text: string): Promise<ETag> {
  const answer = await store.create(key, bytes(text));
  if (answer.kind !== 'written') throw uncertain(answer);
  return answer.etag;
}

/** 501 says that the service does not know the header; every other uncertainty stays one. */
function uncertain(answer: WriteAnswer | DeleteAnswer | undefined): Error {
  const cause = answer?.kind === 'unknown' ? answer.cause : undefined;
  if (isVamplateError(cause) && cause.details.status === 501) return unsupported(cause.message);
  const said = cause instanceof Error ? ` ${cause.message}` : '';
  return new VamplateError('unavailable', `A call was answered '${answer?.kind}'.${said}`, {}, { cause });
}
