/** The journals of all lakes as one list, newest first: bounded in what is read, and where it stopped is said. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { endpoints } from '@/lib/contracts/endpoints';
import { z } from '@/lib/contracts/zod';
import type { JournalFilter } from '@/lib/engine/operations/journal-rules';
import type { JournalPage } from '@/lib/engine/operations/read-journal';
import { metered } from '@/lib/engine/store/metered-store';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { InputOf, Operation } from '../http/operation';
import { type LakePart, mergeParts } from '../journal/merge-rules';
import { targetName } from '../journal/target-names';
import { operationsOver } from '../lake-engine';
import { lakesOf } from '../lakes';
import { activityRowOf } from '../to-contract/activity-rows';
import { iso } from '../to-contract/scalars';

type Query = InputOf<typeof endpoints.activity>['query'];

const maxLines = 1_000;
const defaultLimit = 50;

/** By lake: where its journal goes on; null: from its newest line. A lake that is not named has ended. */
const cursorSchema = z.record(z.string(), z.string().max(900).nullable());

export const readActivity: Operation<typeof endpoints.activity> = async ({ runtime, signal }, { query }) => {
  const lakes = lakesOf(runtime);
  const asked = query.lake === undefined ? lakes.all : [lakes.lake(query.lake)];
  const from = query.cursor === undefined ? null : parseCursor(query.cursor);
  const left = asked.filter(({ settings }) => from === null || settings.id in from);
  const readAt = runtime.clock.wall();
  const limit = query.limit ?? defaultLimit;
  const most = Math.max(1, Math.floor(maxLines / Math.max(1, left.length)));
  const meters: { readonly requests: number; readonly bytes: number }[] = [];
  const notes: string[] = [];
  const read = async (lake: LakeReader): Promise<LakePart> => {
    const { id } = lake.settings;
    const after = from?.[id] ?? null;
    const { store, meter } = metered(lake.store);
    meters.push(meter);
    const request = { filter: filterOf(query), limit, most, ...(after === null ? {} : { after }) };
    const page = await operationsOver(runtime, store)
      .readJournal({ ...request, signal })
      .catch((error: unknown): JournalPage => {
        if (!isVamplateError(error) || error.kind === 'invalid_input') throw error;
        notes.push(`The journal of the lake ${id} could not be read: ${error.message}`);
        return { rows: [], entriesRead: 0, stopped: { kind: 'end' } };
      });
    return { lake: id, after, page };
  };
  const parts = await Promise.all(left.map(read));
  const { rows, next, stoppedAt } = mergeParts(parts, limit);
  return {
    items: rows.map(({ lake, row }) => activityRowOf(lake, row)),
    nextCursor: next === null ? null : encodeCursor(next),
    linesRead: parts.reduce((sum, { page }) => sum + page.entriesRead, 0),
    stoppedAt: iso(stoppedAt),
    meta: {
      ...{ readAt: iso(readAt), storeTime: null, complete: notes.length === 0, notes },
      requests: meters.reduce((sum, { requests }) => sum + requests, 0),
      bytes: meters.reduce((sum, { bytes }) => sum + bytes, 0),
    },
  };
};

function filterOf(query: Query): JournalFilter {
  const { lake, dataset, actor, action, target, requestId, intent, kind, from, until } = query;
  if (dataset !== undefined && lake === undefined) {
    throw new VamplateError('invalid_input', 'A dataset is named with its lake.', {
      issues: [{ path: 'query.lake', message: 'expected the lake of the dataset' }],
    });
  }
  return {
    ...(lake === undefined || dataset === undefined
      ? {}
      : { within: targetName(lake, decodeDatasetId(dataset)) }),
    ...{ actor, action, target, requestId, intent, kind },
    ...(from === undefined ? {} : { from: Date.parse(from) }),
    ...(until === undefined ? {} : { until: Date.parse(until) }),
  } as JournalFilter;
}

function encodeCursor(next: Readonly<Record<string, string | null>>): string {
  return Buffer.from(JSON.stringify(next)).toString('base64url');
}

function parseCursor(text: string): Readonly<Record<string, string | null>> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw new VamplateError('invalid_input', 'This is no cursor of this list.');
  }
}
