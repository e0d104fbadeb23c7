/** Versions of one branch, newest first; details are read behind the page and come with the next look. */
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { askDataset, metaOf } from '../reading';
import { type KnownVersion, toVersionRow } from '../to-contract/version-rows';
import { filterVersions, sliceVersions } from './version-pages';

const defaultLimit = 100;
const maxVersion = 0xffff_ffff_ffff_ffffn;

export const listVersions: Operation<typeof endpoints.versions> = async (context, { params, query }) => {
  const below = query.cursor === undefined ? null : versionOfCursor(query.cursor);
  const asked = await askDataset(context, params, query.branch);
  const { facts, dataset } = asked;
  const limit = query.limit ?? defaultLimit;
  const slice =
    query.kept === undefined
      ? await sliceVersions(asked, below, limit)
      : filterVersions(asked, below, limit, keptBy(query.kept));
  facts.reader.readAhead(
    facts.branch,
    slice.known.map(({ entry }) => entry),
  );
  dataset.lookUpHolders(
    facts,
    slice.known.map(({ entry }) => entry.version),
  );
  return {
    items: slice.known.map((known) => toVersionRow(facts, known)),
    nextCursor: slice.nextBelow === null ? null : slice.nextBelow.toString(),
    // Versions that were not listed yet are behind the cursor; what cannot be reached is in the notes.
    meta: { ...metaOf(facts, slice.notes), complete: facts.control.complete && slice.notes.length === 0 },
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
  const version = /^\d{1,20}$/.test(cursor) ? BigInt(cursor) : null;
  if (version === null || version > maxVersion) {
    throw new VamplateError('invalid_input', 'This cursor is none of ours.');
  }
  return version;
}
