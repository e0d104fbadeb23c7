/** Turns the bytes of a manifest file into facts, or says that it needs more of the file; nothing else (spec B). */
import { corrupt } from '@/lib/base/errors';
import { FragmentTally, readFragment } from './decode-fragment';
import { readIndexSection } from './decode-index';
import { readBytesEntry, readTextEntry, readTimestamp } from './decode-values';
import type {
  BasePath,
  FieldFacts,
  FragmentFacts,
  IndexFacts,
  ManifestFacts,
  ManifestInstant,
  ManifestSummary,
  UnknownField,
  WriterFacts,
} from './manifest-facts';
import { type FileTail, locateManifest, manifestMessage, sectionMessage } from './manifest-file';
import { WireReader } from './manifest-wire';
import { readTransactionMessage } from './transaction-kind';

/** `more`: decode again with a tail that starts at `start` or before. */
export type Decoded<T> =
  | { readonly kind: 'facts'; readonly facts: T }
  | { readonly kind: 'more'; readonly start: number };

/** All facts of a manifest. Throws `corrupt` for bytes that contradict the format, `unsupported` beyond any table. */
export function decodeManifest(tail: FileTail): Decoded<ManifestFacts> {
  const fragments: FragmentFacts[] = [];
  const fields: FieldFacts[] = [];
  const decoded = decode(tail, { fragments, fields });
  return decoded.kind === 'more'
    ? decoded
    : { kind: 'facts', facts: { ...decoded.facts, fragments, fields } };
}

/** As `decodeManifest` without the lists that grow with the table; twice as quick on large tables. */
export function summariseManifest(tail: FileTail): Decoded<ManifestSummary> {
  return decode(tail, null);
}

/** As `decodeManifest` for a file that is in memory whole. */
export function decodeWholeManifest(bytes: Uint8Array): ManifestFacts {
  const decoded = decodeManifest({ start: 0, bytes });
  if (decoded.kind === 'more') throw corrupt('damaged manifest: it refers to bytes before its own start');
  return decoded.facts;
}

interface Kept {
  readonly fragments: FragmentFacts[];
  readonly fields: FieldFacts[];
}

function decode(tail: FileTail, kept: Kept | null): Decoded<ManifestSummary> {
  const message = manifestMessage(tail);
  if (message === null) return { kind: 'more', start: locateManifest(tail).lengthAt };
  const reader = new WireReader(message, 'manifest');
  const { sections, ...facts } = readManifestMessage(reader, kept);

  const index = sections.index === null ? null : sectionMessage(tail, sections.index, 'index section');
  const transaction =
    sections.transaction === null ? null : sectionMessage(tail, sections.transaction, 'inline transaction');
  if (index === undefined || transaction === undefined) {
    const offsets = [sections.index, sections.transaction].filter((offset) => offset !== null);
    return { kind: 'more', start: Math.min(...offsets.map(Number)) };
  }

  const indices = readSection(index, 'index section', readIndexSection);
  const inline = readSection(transaction, 'inline transaction', readTransactionMessage);
  return {
    kind: 'facts',
    facts: {
      ...facts,
      indices: indices.value ?? ([] as IndexFacts[]),
      transaction: inline.value,
      unknownFields: [...reader.unknownFields, ...indices.unknownFields, ...inline.unknownFields],
    },
  };
}

function readSection<T>(
  bytes: Uint8Array | null,
  what: string,
  read: (reader: WireReader) => T,
): { value: T | null; unknownFields: readonly UnknownField[] } {
  if (bytes === null) return { value: null, unknownFields: [] };
  const reader = new WireReader(bytes, what);
  return { value: read(reader), unknownFields: reader.unknownFields };
}

type MessageFacts = Omit<ManifestSummary, 'indices' | 'transaction' | 'unknownFields'> & {
  readonly sections: { readonly index: bigint | null; readonly transaction: bigint | null };
};

function readManifestMessage(reader: WireReader, kept: Kept | null): MessageFacts {
  const tally = new FragmentTally();
  const config = new Map<string, string>();
  const tableMetadata = new Map<string, string>();
  const schemaMetadata = new Map<string, string | null>();
  const basePaths: BasePath[] = [];
  let version: bigint | null = null;
  let committedAt: ManifestInstant | null = null;
  let branch: string | null = null;
  let tagName = '';
  let readerFlags = 0n;
  let writerFlags = 0n;
  let writer: WriterFacts | null = null;
  let dataFormat: ManifestSummary['dataFormat'] = null;
  let transactionFile = '';
  let maxFragmentId: number | null = null;
  let indexSection: bigint | null = null;
  let transactionSection: bigint | null = null;

  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    switch (tag) {
      case 10: // fields
        if (kept === null) reader.pass(tag);
        else kept.fields.push(readField(reader));
        break;
      case 18: // fragments
        readFragment(reader, tally, kept?.fragments ?? null);
        break;
      case 24:
        version = reader.u64();
        break;
      case 32: // version_aux_data
      case 112: // next_row_id
        reader.pass(tag);
        break;
      case 42:
        readBytesEntry(reader, schemaMetadata);
        break;
      case 48:
        indexSection = reader.u64();
        break;
      case 58:
        committedAt = readTimestamp(reader);
        break;
      case 66:
        tagName = reader.text();
        break;
      case 72:
        readerFlags = reader.u64();
        break;
      case 80:
        writerFlags = reader.u64();
        break;
      case 88:
        maxFragmentId = reader.u32();
        break;
      case 98:
        transactionFile = reader.text();
        break;
      case 106:
        writer = readWriter(reader);
        break;
      case 122:
        dataFormat = readDataFormat(reader);
        break;
      case 130:
        readTextEntry(reader, config);
        break;
      case 146:
        basePaths.push(readBasePath(reader));
        break;
      case 154:
        readTextEntry(reader, tableMetadata);
        break;
      case 162:
        branch = reader.text();
        break;
      case 168:
        transactionSection = reader.u64();
        break;
      default:
        reader.passUnknown('Manifest', tag);
    }
  }
  if (version === null || version === 0n) throw reader.fail('it states no version');
  return {
    version,
    committedAt,
    branch,
    tag: tagName === '' ? null : tagName,
    readerFlags,
    writerFlags,
    writer,
    config,
    tableMetadata,
    schemaMetadata,
    basePaths,
    counts: tally.finish(reader, writer !== null),
    dataFormat,
    transactionFile: transactionFile === '' ? null : transactionFile,
    maxFragmentId,
    sections: { index: indexSection, transaction: transactionSection },
  };
}

function readField(reader: WireReader): FieldFacts {
  reader.keepItem();
  const outer = reader.enter();
  let id = 0;
  let parentId = 0;
  let name = '';
  let logicalType = '';
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 18) name = reader.text();
    else if (tag === 24) id = reader.i32();
    else if (tag === 32) parentId = reader.i32();
    else if (tag === 42) logicalType = reader.text();
    else reader.pass(tag); // encodings, nullability, metadata: the column format is none of ours
  }
  reader.leave(outer);
  return { id, parentId, name, logicalType };
}

function readWriter(reader: WireReader): WriterFacts {
  const outer = reader.enter();
  let library = '';
  let version = '';
  let prerelease: string | null = null;
  let buildMetadata: string | null = null;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 10) library = reader.text();
    else if (tag === 18) version = reader.text();
    else if (tag === 26) prerelease = reader.text();
    else if (tag === 34) buildMetadata = reader.text();
    else reader.passUnknown('WriterVersion', tag);
  }
  reader.leave(outer);
  return { library, version, prerelease, buildMetadata };
}

function readDataFormat(reader: WireReader): { fileFormat: string; version: string } {
  const outer = reader.enter();
  let fileFormat = '';
  let version = '';
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 10) fileFormat = reader.text();
    else if (tag === 18) version = reader.text();
    else reader.passUnknown('DataStorageFormat', tag);
  }
  reader.leave(outer);
  return { fileFormat, version };
}

function readBasePath(reader: WireReader): BasePath {
  reader.keepItem();
  const outer = reader.enter();
  let id = 0;
  let name: string | null = null;
  let isDatasetRoot = false;
  let path = '';
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 8) id = reader.u32();
    else if (tag === 18) name = reader.text();
    else if (tag === 24) isDatasetRoot = reader.flag();
    else if (tag === 34) path = reader.text();
    else reader.passUnknown('BasePath', tag);
  }
  reader.leave(outer);
  return { id, name, isDatasetRoot, path };
}
