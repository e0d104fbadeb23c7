/** Lists, reads, makes, changes and deletes status pages. */
import { systemRandom, uuidHex } from '@/lib/base/random';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { StatusPage } from '@/lib/contracts/status-pages';
import type { Operation, OperationContext } from '../http/operation';
import { endedByPlan } from '../status/incident-rules';
import { type PageRecord, type StoredPage, toStatusPage } from '../status/page-record';
import { type Change, changedPage, deletedPage, livePage, madePage } from '../status/page-rules';
import { shelfOf } from '../status/pages';
import { requireKnown } from '../status/settings-rules';
import { nowOf } from '../status/status-now';
import { iso } from '../to-contract/scalars';

export const listStatusPages: Operation<typeof endpoints.statusPages> = async ({ runtime }) => {
  const shelf = shelfOf(runtime);
  const readAt = runtime.clock.wall();
  await shelf.look();
  const live = shelf.live();
  const notes = [
    ...[...shelf.problems].map(([slug, problem]) => `${slug}: ${problem}`),
    ...live.flatMap(({ slug, problem }) =>
      problem === null ? [] : [`${slug} is as read earlier: ${problem}`],
    ),
  ];
  return {
    items: live.flatMap(({ record: { page } }) =>
      page === null ? [] : [{ ...toldPage(page, readAt), now: nowOf(runtime, page.slug) }],
    ),
    nextCursor: null,
    meta: { ...metaAt(readAt), complete: notes.length === 0, notes },
  };
};

export const readStatusPage: Operation<typeof endpoints.statusPage> = async ({ runtime }, { params }) => {
  const readAt = runtime.clock.wall();
  return pageReply({ runtime }, readAt, params.slug, await shelfOf(runtime).read(params.slug));
};

export const makeStatusPage: Operation<typeof endpoints.makeStatusPage> = async (context, { body }) => {
  const shelf = shelfOf(context.runtime);
  requireKnown(body, context.runtime.config);
  await shelf.look();
  shelf.requireRoom(body.slug);
  const settings = { ...body, salt: uuidHex(systemRandom) };
  return changePage(context, body.slug, (before, change) => madePage(before, settings, change));
};

export const changeStatusPage: Operation<typeof endpoints.changeStatusPage> = (context, { params, body }) =>
  changePage(context, params.slug, (before, change) => {
    // Targets that were on it before may stay when their lake has left the configuration.
    requireKnown(body, context.runtime.config, before?.page?.targets);
    return changedPage(before, params.slug, body, change);
  });

export const deleteStatusPage: Operation<typeof endpoints.deleteStatusPage> = async (
  { runtime, log },
  { params: { slug }, body },
) => {
  await shelfOf(runtime).change(slug, (before) => deletedPage(before, slug, body.revision));
  log.info({ slug }, 'a status page was deleted');
  return { slug };
};

/** Changes a page and answers with it. The log names the actor, the page keeps its own list of changes. */
export async function changePage(
  context: OperationContext,
  slug: string,
  change: (before: PageRecord | null, by: Change) => PageRecord | null,
) {
  const { runtime, caller, log } = context;
  const readAt = runtime.clock.wall();
  const by = { by: caller.actor, at: iso(readAt) };
  const record = await shelfOf(runtime).change(slug, (before) => change(before, by));
  const what = record.page?.changes[0]?.what;
  log.info({ slug, revision: record.revision, what }, 'a status page was changed');
  return pageReply(context, readAt, slug, record);
}

function pageReply(
  { runtime }: Pick<OperationContext, 'runtime'>,
  readAt: number,
  slug: string,
  record: PageRecord | null,
) {
  const page = livePage(record, slug);
  return {
    ...toldPage(page, readAt),
    now: nowOf(runtime, slug),
    meta: { ...metaAt(readAt), complete: true, notes: [] },
  };
}

/** Maintenance whose end has passed is told as completed, whoever forgot to say so. */
function toldPage(page: StoredPage, now: number): StatusPage {
  const incidents = page.incidents.map((one) => endedByPlan(one, now));
  return toStatusPage({ ...page, incidents });
}

/** A page is one object, and its state is in memory. */
function metaAt(readAt: number) {
  return { readAt: iso(readAt), storeTime: null, requests: 1, bytes: 0 };
}
