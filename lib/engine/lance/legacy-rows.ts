/** Counts rows where old manifests do not record them: from the frame of data files and of Arrow deletion files. */
import { corrupt } from '@/lib/base/errors';
import { readInt32s } from './decode-values';
import { type FileTail, locateManifest, manifestMessage } from './manifest-file';
import { WireReader } from './manifest-wire';

/**
 * Rows of a first-generation data file, from the metadata its footer points to; the footer is that of a manifest.
 * @returns null when the tail does not reach back to the metadata, with where it starts
 */
export function rowsOfDataFile(
  tail: FileTail,
): { kind: 'rows'; rows: number } | { kind: 'more'; start: number } {
  const message = manifestMessage(tail);
  if (message === null) return { kind: 'more', start: locateManifest(tail).lengthAt };
  const reader = new WireReader(message, 'data file');
  // Field 2 holds the row each batch starts at, and one more: where the last one ends.
  const offsets: number[] = [];
  for (let tag = reader.next(); tag !== 0; tag = reader.next()) {
    if (tag === 18 || tag === 16) readInt32s(reader, tag, offsets);
    else reader.pass(tag);
  }
  const rows = offsets.at(-1);
  if (rows === undefined || rows < 0)
    throw corrupt('data file is damaged: it does not say where its rows end');
  return { kind: 'rows', rows };
}

const magic = 'ARROW1';
const continuation = 0xffff_ffff;
const recordBatch = 3;

/** Deleted rows in an Arrow deletion file: the length of all its record batches, one row id each. */
export function rowsOfArrowFile(bytes: Uint8Array): number {
  try {
    return sumBatches(bytes);
  } catch (cause) {
    if (cause instanceof RangeError) throw corrupt('deletion file is damaged: it points outside itself');
    throw cause;
  }
}

function sumBatches(bytes: Uint8Array): number {
  if (Buffer.from(bytes.subarray(0, 6)).toString('latin1') !== magic) {
    throw corrupt('deletion file is damaged: it is not an Arrow file');
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let rows = 0;
  for (let at = 8; ; ) {
    if (view.getUint32(at, true) !== continuation)
      throw corrupt('deletion file is damaged: a message is missing');
    const length = view.getUint32(at + 4, true);
    if (length === 0) return rows;
    const message = new Table(view, at + 8 + view.getUint32(at + 8, true));
    if (message.u8(1) === recordBatch) rows += message.table(2).i64(0);
    at += 8 + length + message.i64(3);
  }
}

/** One table of a flatbuffer: fields are found through its list of offsets, absent ones are 0. */
class Table {
  private readonly offsets: number;

  constructor(
    private readonly view: DataView,
    private readonly at: number,
  ) {
    this.offsets = at - view.getInt32(at, true);
  }

  u8(field: number): number {
    const at = this.field(field);
    return at === null ? 0 : this.view.getUint8(at);
  }

  i64(field: number): number {
    const at = this.field(field);
    const value = at === null ? 0 : Number(this.view.getBigInt64(at, true));
    if (!Number.isSafeInteger(value) || value < 0)
      throw corrupt('deletion file is damaged: an absurd length');
    return value;
  }

  table(field: number): Table {
    const at = this.field(field);
    if (at === null) throw corrupt('deletion file is damaged: a message without header');
    return new Table(this.view, at + this.view.getUint32(at, true));
  }

  private field(index: number): number | null {
    const slot = 4 + 2 * index;
    if (slot + 2 > this.view.getUint16(this.offsets, true)) return null;
    const offset = this.view.getUint16(this.offsets + slot, true);
    return offset === 0 ? null : this.at + offset;
  }
}
