/** Runs of all lakes, newest first, and one of them with its plan, its owner's signs of life and each version's state. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { RunRow } from '@/lib/contracts/runs';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { RunRecord } from '@/lib/engine/operations/run-record';
import { metered } from '@/lib/engine/store/metered-store';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { Operation } from '../http/operation';
import { operationsOver } from '../lake-engine';
import { lakesOf } from '../lakes';
import { findInLakes, operationsOf } from '../runs/find-in-lakes';
import { runsOf } from '../runs/run-watch';
import type { Runtime } from '../runtime';
import { runDetailOf, runRowOf } from '../to-contract/run-view';
import { iso } from '../to-contract/scalars';

const defaultLimit = 100;
/** Pages of one lake that a filter by dataset looks through. */
const maxPages = 10;
const factsAgeMs = 2_000;

export const listRuns: Operation<typeof endpoints.runs> = async ({ runtime, signal }, { query }) => {
  const limit = query.limit ?? defaultLimit;
  const after = cursorOf(query.cursor);
  const wanted = query.dataset === undefined ? null : decodeDatasetId(query.dataset);
  const lakes = lakesOf(runtime);
  const asked = query.lake === undefined ? lakes.all : [lakes.lake(query.lake)];
  const items: (RunRow & { readonly name: string })[] = [];
  const unreadable: { lake: string; key: string; reason: string }[] = [];
  const notes: string[] = [];
  let more = false;
  let [requests, bytes] = [0, 0];
  for (const lake of asked) {
    const id = lake.settings.id;
    const { store, meter } = metered(lake.store);
    const operations = operationsOver(runtime, store);
    try {
      let next: string | null = after;
      for (let pages = 0, found = 0; pages < maxPages && found < limit; pages += 1) {
        const page = await operations.listRuns(limit, next, { signal });
        for (const row of page.rows) {
          if (row.kind === 'unreadable') unreadable.push({ lake: id, key: row.key, reason: row.reason });
          else if (wanted === null || row.run.dataset === wanted) {
            items.push({ ...runRowOf(id, runsOf(runtime).live(row.run.run) ?? row.run), name: row.name });
            found += 1;
          }
        }
        next = page.next;
        more ||= next !== null;
        if (next === null || wanted === null) break;
      }
    } catch (error) {
      if (!isVamplateError(error)) throw error;
      notes.push(`The runs of ${id} could not be listed: ${error.message}`);
    }
    requests += meter.requests;
    bytes += meter.bytes;
  }
  items.sort((a, b) => (a.name < b.name ? -1 : 1));
  const shown = items.slice(0, limit);
  const cut = more || items.length > limit;
  const readAt = iso(runtime.clock.wall());
  const meta = { readAt, storeTime: null, requests, bytes, complete: notes.length === 0, notes };
  return { items: shown, unreadable, nextCursor: cut ? (shown.at(-1)?.name ?? null) : null, meta };
};

/** Names of runs begin with their age, so that one cursor serves every lake. */
function cursorOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  if (/^\d{15}-[0-7][0-9A-HJKMNP-TV-Z]{25}\.json$/.test(cursor)) return cursor;
  throw new VamplateError('invalid_input', 'This cursor is none of ours.');
}

export const readRun: Operation<typeof endpoints.run> = async (context, { params, query }) => {
  const { runtime } = context;
  const { clock } = runtime;
  const sentAt = clock.monotonic();
  const { lake, found } = await findInLakes(runtime, 'run', query.lake, (operations) =>
    operations.findRun(params.run),
  );
  const runs = runsOf(runtime);
  const unchangedForMs = runs.note(lake, { run: found, sentAt, answeredAt: clock.monotonic() });
  const live = runs.live(found.run);
  const [plan, facts] = await Promise.all([planOf(runtime, lake, found.planHash), factsOf(lake, found)]);
  const notes = [
    ...(plan === null ? ['Its plan could not be read.'] : []),
    ...(facts === null ? ['The dataset could not be read: what its versions are at is not known.'] : []),
  ];
  return {
    run: runDetailOf(lake.settings.id, live ?? found, {
      ...{ here: live !== null, unchangedForMs: live === null ? unchangedForMs : 0, plan, facts },
    }),
    meta: {
      ...{ readAt: iso(clock.wall()), storeTime: iso(facts?.control.storeTime ?? null) },
      ...{ requests: facts?.cost.requests ?? 0, bytes: facts?.cost.bytes ?? 0 },
      ...{ complete: notes.length === 0, notes },
    },
  };
};

/** A stored plan never changes; the last few are kept, since a page that follows a run asks every second. */
async function planOf(runtime: Runtime, lake: LakeReader, hash: string): Promise<CleanupPlan | null> {
  const kept = runtime.once('plans of followed runs', () => new Map<string, CleanupPlan>());
  const known = kept.get(hash);
  if (known !== undefined) return known;
  const found = await operationsOf(runtime, lake).findPlan(hash).catch(nullWhenKnown);
  if (found === null || found.kind === 'absent') return null;
  for (const oldest of kept.keys()) {
    if (kept.size < 8) break;
    kept.delete(oldest);
  }
  kept.set(hash, found.plan);
  return found.plan;
}

/** While it works a page asks every second, and so may the store be asked; once it has ended nothing older will do. */
async function factsOf(lake: LakeReader, { dataset, state }: RunRecord) {
  try {
    return await (await lake.dataset(dataset)).facts(null, state === 'ended' ? 0 : factsAgeMs);
  } catch (error) {
    return nullWhenKnown(error);
  }
}

function nullWhenKnown(error: unknown): null {
  if (isVamplateError(error)) return null;
  throw error;
}
