/** What a version's manifest adds to its row: writer, flags, bases, config, indices, and fields nobody here knows. */
import type { z } from 'zod';
import type { versionDetail } from '@/lib/contracts/versions';
import { flagNames } from '@/lib/engine/lance/feature-flags';
import type { IndexFacts } from '@/lib/engine/lance/manifest-facts';
import type { ReadManifestFacts } from '@/lib/lake/manifest-memory';
import { decimal, safeCount, textRecord } from './scalars';
import type { VersionRowInput } from './version-rows';

export type ManifestFields = Omit<
  z.input<typeof versionDetail>,
  keyof VersionRowInput | 'manifestKey' | 'exclusiveBytes'
>;

/** @param manifest null when it could not be read: nothing is known then */
export function manifestFields(manifest: ReadManifestFacts | null): ManifestFields {
  if (manifest === null) return unread;
  const { summary, etag, readVersion } = manifest;
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

function indexBytes({ files }: IndexFacts): number | null {
  return files === null ? null : safeCount(files.reduce((sum, file) => sum + file.bytes, 0));
}
