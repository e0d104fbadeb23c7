/** Reads DataFragment messages: always counts, and keeps the facts only when asked (spec B.2). */
import type { DataFileFacts, DeletionFileFacts, FragmentFacts, ManifestCounts } from './manifest-facts';
import type { WireReader } from './manifest-wire';

/** Running sums over the fragments of one manifest. */
export class FragmentTally {
  fragments = 0;
  dataFiles = 0;
  deletionFiles = 0;
  physicalRows = 0;
  deletedRows = 0;
  dataBytes = 0;
  rowsRecorded = true;
  bytesRecorded = true;

  /** @param countsTrusted whether the writer stated its version; without one Lance recounts (pre-0.8 writers). */
  finish(reader: WireReader, countsTrusted: boolean): ManifestCounts {
    for (const sum of [this.physicalRows, this.deletedRows, this.dataBytes]) {
      if (!Number.isSafeInteger(sum)) throw reader.fail('counts that add up beyond 2^53');
    }
    const rows = this.physicalRows - this.deletedRows;
    const known = this.fragments === 0 || (this.rowsRecorded && countsTrusted && rows >= 0);
    return {
      fragments: this.fragments,
      dataFiles: this.dataFiles,
      deletionFiles: this.deletionFiles,
      physicalRows: this.physicalRows,
      deletedRows: this.deletedRows,
      rows: known ? rows : null,
      dataBytes: this.dataBytes,
      dataBytesComplete: this.bytesRecorded,
    };
  }
}

const none: readonly never[] = [];

/** Reads one fragment into the tally and, when `kept` is given, into that list. */
export function readFragment(reader: WireReader, tally: FragmentTally, kept: FragmentFacts[] | null): void {
  const outer = reader.enter();
  let id = 0;
  let physicalRows = 0;
  let files: DataFileFacts[] | null = null;
  let overlays: DataFileFacts[] | null = null;
  let externalFiles: string[] | null = null;
  let deletionFile: DeletionFileFacts | null = null;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    switch (tag) {
      case 8: // id
        id = reader.count();
        break;
      case 18: // files
        tally.dataFiles += 1;
        if (kept === null) readDataFile(reader, tally, false);
        else {
          files ??= [];
          files.push(readDataFile(reader, tally, true));
        }
        break;
      case 26: // deletion_file
        deletionFile = readDeletionFile(reader);
        break;
      case 32: // physical_rows
        physicalRows = reader.count();
        break;
      case 42: // inline_row_ids
      case 58: // inline last-updated versions
      case 74: // inline created-at versions
        reader.pass(tag);
        break;
      case 50: // external_row_ids
      case 66: // external last-updated versions
      case 82: // external created-at versions
        if (kept === null) reader.pass(tag);
        else {
          externalFiles ??= [];
          externalFiles.push(readExternalPath(reader));
        }
        break;
      case 90: // overlays
        if (kept === null) reader.pass(tag);
        else {
          overlays ??= [];
          overlays.push(readOverlay(reader));
        }
        break;
      default:
        reader.passUnknown('DataFragment', tag);
    }
  }
  reader.leave(outer);

  tally.fragments += 1;
  tally.physicalRows += physicalRows;
  if (physicalRows === 0) tally.rowsRecorded = false;
  if (deletionFile !== null) {
    tally.deletionFiles += 1;
    tally.deletedRows += deletionFile.deletedRows ?? 0;
    if (deletionFile.deletedRows === null) tally.rowsRecorded = false;
  }
  if (kept === null) return;
  reader.keepItem();
  kept.push({
    id,
    physicalRows: physicalRows === 0 ? null : physicalRows,
    files: files ?? none,
    overlays: overlays ?? none,
    deletionFile,
    externalFiles: externalFiles ?? none,
  });
}

const uncounted: DataFileFacts = { path: '', fileSizeBytes: null, baseId: null };

function readDataFile(reader: WireReader, tally: FragmentTally | null, keep: boolean): DataFileFacts {
  const outer = reader.enter();
  let path = '';
  let bytes = 0;
  let baseId: number | null = null;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    switch (tag) {
      case 10: // path
        if (keep) path = reader.text();
        else reader.pass(tag);
        break;
      case 18: // fields, packed
      case 26: // column_indices, packed
      case 16:
      case 24:
      case 32: // file_major_version
      case 40: // file_minor_version
        reader.pass(tag);
        break;
      case 48: // file_size_bytes
        bytes = reader.count();
        break;
      case 56: // base_id
        baseId = reader.u32();
        break;
      default:
        reader.passUnknown('DataFile', tag);
    }
  }
  reader.leave(outer);
  if (tally !== null) {
    tally.dataBytes += bytes;
    if (bytes === 0) tally.bytesRecorded = false;
  }
  if (!keep) return uncounted;
  reader.keepItem();
  return { path, fileSizeBytes: bytes === 0 ? null : bytes, baseId };
}

function readOverlay(reader: WireReader): DataFileFacts {
  const outer = reader.enter();
  let file: DataFileFacts | null = null;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    switch (tag) {
      case 10: // data_file
        file = readDataFile(reader, null, true);
        break;
      case 18: // shared_offset_bitmap
      case 24: // committed_version
      case 34: // field coverage
        reader.pass(tag);
        break;
      default:
        reader.passUnknown('DataOverlayFile', tag);
    }
  }
  reader.leave(outer);
  if (file === null) throw reader.fail('an overlay without its data file');
  return file;
}

function readDeletionFile(reader: WireReader): DeletionFileFacts {
  const outer = reader.enter();
  let type = 0;
  let readVersion = 0n;
  let id = 0n;
  let deletedRows = 0;
  let baseId: number | null = null;
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    switch (tag) {
      case 8:
        type = reader.count();
        break;
      case 16:
        readVersion = reader.u64();
        break;
      case 24:
        id = reader.u64();
        break;
      case 32:
        deletedRows = reader.count();
        break;
      case 56:
        baseId = reader.u32();
        break;
      default:
        reader.passUnknown('DeletionFile', tag);
    }
  }
  reader.leave(outer);
  if (type > 1) throw reader.fail(`a deletion file of unknown type ${type}`);
  return {
    type: type === 0 ? 'arrow' : 'bitmap',
    readVersion,
    id,
    deletedRows: deletedRows === 0 ? null : deletedRows,
    baseId,
  };
}

function readExternalPath(reader: WireReader): string {
  reader.keepItem();
  const outer = reader.enter();
  let path = '';
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 10) path = reader.text();
    else if (tag === 16 || tag === 24) reader.pass(tag);
    else reader.passUnknown('ExternalFile', tag);
  }
  reader.leave(outer);
  return path;
}
