/** One version, its manifest read, with everything the manifest says. */
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import { findListed } from '@/lib/lake/find-version';
import { manifestKeyOf } from '@/lib/lake/version-columns';
import type { Operation } from '../http/operation';
import { askDataset, metaOf } from '../reading';
import { manifestFields } from '../to-contract/manifest-fields';
import { explainEntries, toVersionRow } from '../to-contract/version-rows';

export const readVersion: Operation<typeof endpoints.version> = async (context, { params, query }) => {
  const { dataset, facts } = await askDataset(context, params, query.branch);
  const { reader, branch, names } = facts;
  const entry = await findListed(facts, BigInt(params.version));
  const root = reader.root(branch);
  const finding = await reader.manifests.read(reader.store, root, entry);
  const listed = names.columns.find(entry.version) !== undefined;
  const newer = listed ? names.columns.placeOf(entry.version) : null;
  await dataset.readHolders(facts, [entry.version]);
  const [known] = explainEntries(facts, dataset.explain(facts), [entry], newer);
  if (known === undefined) throw new VamplateError('internal', 'The version was not explained.');
  return {
    ...toVersionRow(facts, { ...known, finding }),
    ...manifestFields(finding.kind === 'read' ? finding.manifest : null),
    manifestKey: manifestKeyOf(root, entry),
    exclusiveBytes:
      dataset.countedStorage(facts)?.value.account.exclusiveByVersion.get(entry.version) ?? null,
    meta: { ...metaOf(facts), complete: facts.control.complete && finding.kind === 'read' },
  };
};
