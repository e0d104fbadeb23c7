/** Versions of one branch, newest first; details are read behind the page and come with the next look. */

import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { askDataset, metaOf } from '../reading';
import { type KnownVersion, toVersionRow } from '../to-contract/version-rows';
import { filterVersions, sliceVersions } from './version-pages';

const defaultLimit = 100;

export const listVersions: Operation<typeof endpoints.versions> = async (context, { params, query }) => {
  const asked = await askDataset(context, params, query.branch);
  const { facts } = asked;
  const limit = query.limit ?? defaultLimit;
  const below = query.cursor === undefined ? null : versionOfCursor(query.cursor);
  const slice =
    query.kept === undefined
      ? await sliceVersions(asked, below, limit)
      : await filterVersions(asked, below, limit, keptBy(query.kept));
  facts.reader.readAhead(
    facts.branch,
    slice.known.map(({ entry }) => entry),
  );
  const last = slice.known.findLast(({ explanation }) => !explanation.detached);
  return {
    items: slice.known.map((known) => toVersionRow(facts, known)),
    nextCursor: slice.more && last !== undefined ? last.entry.version.toString() : null,
    meta: metaOf(facts, slice.notes),
  };
};

/** A verdict, `at_risk`, or a kind of protection. */
function keptBy(kept: string): (known: KnownVersion) => boolean {
  return ({ explanation }) =>
    explanation.verdict === kept ||
    (kept === 'at_risk' && explanation.atRisk) ||
    explanation.protections.some(({ kind }) => kind === kept);
}

function versionOfCursor(cursor: string): bigint {
  if (!/^\d{1,20}$/.test(cursor)) throw new VamplateError('invalid_input', 'This cursor is none of ours.');
  return BigInt(cursor);
}
