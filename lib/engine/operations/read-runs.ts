/** Reads runs, one or the newest first by pages; one that cannot be read is a row of its own. */
import pLimit from 'p-limit';
import { corrupt, isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ListPage, ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { decodeRecord } from '@/lib/engine/store/register-rules';
import type { OperationContext } from './operation-context';
import { formatRunName, parseRunName, runsFolder } from './run-names';
import { maxRunBytes, type RunRecord, runRecord } from './run-record';
import type { RunLook } from './silence-rules';

export type RunRow =
  /** `name`: where a page after it begins. */
  | { readonly kind: 'run'; readonly run: RunRecord; readonly name: string }
  | { readonly kind: 'unreadable'; readonly key: string; readonly reason: string };

export interface RunPage {
  readonly rows: readonly RunRow[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** @returns null for no such run. @throws `invalid_input` for no id, `corrupt` for bytes that are no run */
export async function findRun(
  store: ObjectStore,
  run: string,
  options: ReadOptions = {},
): Promise<RunRecord | null> {
  const key = runsFolder + formatRunName(run);
  const answer = await store.get(key, { ...options, maxBytes: maxRunBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt('The record of the run is too large.', { key });
  const record = decodeRecord<RunRecord>(key, answer.body, runRecord).value;
  if (record.run !== run) throw corrupt('The record belongs to another run.', { key });
  return record;
}

/**
 * @param limit most rows, 1 to 1,000
 * @param after `next` of the page before
 * @throws `invalid_input` for an unsound request, `unavailable` when runs cannot be listed
 */
export async function listRuns(
  store: ObjectStore,
  limit: number,
  after: string | null = null,
  options: ReadOptions = {},
): Promise<RunPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw new VamplateError('invalid_input', `A page has 1 to 1,000 runs, not ${limit}.`);
  }
  const names = await namesAfter(store, after, limit + 1, options);
  const shown = names.slice(0, limit);
  const atOnce = pLimit(16);
  const rows = await Promise.all(shown.map((name) => atOnce(() => readRow(store, name, options))));
  return { rows, next: names.length > limit ? (shown.at(-1) ?? null) : null };
}

/** Runs that are looked through for open ones, the newest. */
const openAmong = 1_000;

export interface OpenRuns {
  readonly open: readonly RunLook[];
  /** Ids that need not be asked about again: an ended run stays ended. */
  readonly ended: readonly string[];
}

/**
 * The newest 1,000 runs that have not ended, each as one look; what cannot be read is left for the next look.
 * @param ended ids that are known to have ended
 * @throws `unavailable` when runs cannot be listed
 */
export async function findOpenRuns(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  ended: ReadonlySet<string>,
  options: ReadOptions = {},
): Promise<OpenRuns> {
  const names = await namesAfter(store, null, openAmong, options);
  const ids = names.flatMap((name) => parseRunName(name) ?? []).filter((id) => !ended.has(id));
  const atOnce = pLimit(16);
  const looks = await Promise.all(
    ids.map((id) =>
      atOnce(async () => {
        const sentAt = clock.monotonic();
        const run = await findRun(store, id, options).catch((error: unknown) => {
          options.signal?.throwIfAborted();
          if (isVamplateError(error)) return null;
          throw error;
        });
        return run === null ? [] : [{ run, sentAt, answeredAt: clock.monotonic() }];
      }),
    ),
  );
  const read = looks.flat();
  return {
    open: read.filter(({ run }) => run.state !== 'ended'),
    ended: read.filter(({ run }) => run.state === 'ended').map(({ run }) => run.run),
  };
}

/** Names below `runsFolder`, in order; from an unordered store all have to be listed. */
async function namesAfter(
  store: ObjectStore,
  after: string | null,
  most: number,
  options: ReadOptions,
): Promise<readonly string[]> {
  const names: string[] = [];
  let next: string | null = null;
  do {
    const start = after !== null && store.ordered ? { startAfter: runsFolder + after } : {};
    const where = next === null ? start : { next };
    const page: ListPage = await store.list({ ...options, prefix: runsFolder, ...where });
    names.push(...page.objects.map(({ key }) => key.slice(runsFolder.length)));
    next = page.next;
  } while (next !== null && !(store.ordered && names.length >= most));
  const later = names.filter((name) => after === null || name > after);
  return later.sort().slice(0, most);
}

async function readRow(store: ObjectStore, name: string, options: ReadOptions): Promise<RunRow> {
  const unreadable = (reason: string): RunRow => ({ kind: 'unreadable', key: runsFolder + name, reason });
  const id = parseRunName(name);
  if (id === null) return unreadable('Its name is not one of a run.');
  try {
    const run = await findRun(store, id, options);
    return run === null ? unreadable('The run went away after it was listed.') : { kind: 'run', run, name };
  } catch (error) {
    options.signal?.throwIfAborted();
    return unreadable(isVamplateError(error) ? error.message : 'The store did not give this run.');
  }
}
