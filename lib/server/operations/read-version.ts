/** One version, its manifest read, with everything the manifest says. */
import type { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { versionDetail } from '@/lib/contracts/versions';
import { flagNames } from '@/lib/engine/lance/feature-flags';
import type { IndexFacts } from '@/lib/engine/lance/manifest-facts';
import { findVersion } from '@/lib/engine/lance/read-versions';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { ReadManifestFacts } from '@/lib/lake/manifest-index';
import { type ListedVersion, manifestKeyOf } from '@/lib/lake/version-columns';
import type { Operation } from '../http/operation';
import { askDataset, metaOf } from '../reading';
import { decimal, textRecord } from '../to-contract/scalars';
import { explainEntries, toVersionRow } from '../to-contract/version-rows';

export const readVersion: Operation<typeof endpoints.version> = async (context, { params, query }) => {
  const asked = await askDataset(context, params, query.branch);
  const { dataset, facts, explanation } = asked;
  const { reader, branch, names } = facts;
  const entry =
    names.columns.find(BigInt(params.version)) ?? (await findEntry(facts, BigInt(params.version)));
  const finding = await reader.manifests.read(reader.store, reader.root(branch), entry);
  const listed = names.columns.find(entry.version) !== undefined;
  const newer = listed ? names.columns.placeOf(entry.version) : null;
  const [known] = explainEntries(facts, explanation, [entry], newer);
  if (known === undefined) throw new VamplateError('internal', 'The version was not explained.');
  const manifest = finding.kind === 'read' ? finding.manifest : null;
  return {
    ...toVersionRow(facts, { ...known, finding }),
    manifestKey: manifestKeyOf(reader.root(branch), entry),
    exclusiveBytes:
      dataset.storage(branch).last()?.value.account.exclusiveByVersion.get(entry.version) ?? null,
    ...(manifest === null ? unread : manifestFields(manifest)),
    meta: metaOf(facts),
  };
};

/** A version older than what was listed: asked for by name. */
async function findEntry({ reader, branch, names }: DatasetFacts, version: bigint): Promise<ListedVersion> {
  const absent = new VamplateError('not_found', `There is no version ${version} here.`, {
    version: version.toString(),
  });
  const detached = names.listing.detached.find((entry) => entry.version === version);
  if (names.listing.complete && detached === undefined) throw absent;
  const found = await findVersion(reader.store, reader.root(branch), version);
  if (found === null) throw absent;
  const name = parseVersionName(found.name);
  const scheme = name.kind === 'attached' ? name.scheme : 'detached';
  return { version, scheme, storedAt: found.meta.storedAt, manifestBytes: found.meta.size };
}

type ManifestFields = Omit<
  z.input<typeof versionDetail>,
  keyof ReturnType<typeof toVersionRow> | 'manifestKey' | 'exclusiveBytes'
>;

const unread: ManifestFields = {
  etag: '',
  writer: null,
  deletedRows: null,
  readVersion: null,
  transactionFile: null,
  dataFormat: null,
  readerFlags: [],
  writerFlags: [],
  basePaths: [],
  config: {},
  indices: [],
  unknownFields: [],
};

function manifestFields({ summary, etag, readVersion }: ReadManifestFacts): ManifestFields {
  const { writer, dataFormat } = summary;
  return {
    etag,
    writer: writer === null ? null : `${writer.library} ${writer.version}`,
    deletedRows: summary.counts.deletedRows,
    readVersion: decimal(readVersion),
    transactionFile: summary.transactionFile,
    dataFormat: dataFormat === null ? null : `${dataFormat.fileFormat} ${dataFormat.version}`.trim(),
    readerFlags: [...flagNames(summary.readerFlags)],
    writerFlags: [...flagNames(summary.writerFlags)],
    basePaths: summary.basePaths.map(({ id, name, path, isDatasetRoot }) => ({
      id,
      name,
      path,
      isDatasetRoot,
    })),
    config: textRecord(summary.config),
    indices: summary.indices.map((index) => ({
      name: index.name,
      uuid: index.uuid,
      bytes: indexBytes(index),
    })),
    unknownFields: summary.unknownFields.map(({ message, field }) => `unknown field ${field} of ${message}`),
  };
}

function indexBytes({ files }: IndexFacts): number | null {
  return files === null ? null : files.reduce((sum, file) => sum + file.bytes, 0);
}
