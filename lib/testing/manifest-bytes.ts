/** Encodes manifest files from plain facts, with the official protobuf writer: for tests only, the engine writes none. */
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { BasePath } from '@/lib/engine/lance/manifest-facts';

export interface FileSpec {
  readonly path: string;
  readonly bytes?: number;
  readonly baseId?: number;
}

export interface FragmentSpec {
  readonly id: number;
  readonly rows?: number;
  readonly files?: readonly FileSpec[];
  readonly overlays?: readonly FileSpec[];
  readonly deletion?: {
    readonly type?: number;
    readonly readVersion: bigint;
    readonly id: bigint;
    readonly rows?: number;
    readonly baseId?: number;
  };
  readonly externalRowIds?: string;
}

export interface IndexSpec {
  readonly uuid: string;
  readonly name?: string;
  readonly baseId?: number;
}

export interface ManifestSpec {
  readonly version: bigint;
  readonly committedAtMs?: number;
  readonly branch?: string;
  readonly readerFlags?: bigint;
  readonly writerFlags?: bigint;
  readonly maxFragmentId?: number;
  /** Lance's own version string; null leaves the writer out, as writers before 0.8.10 or so did. */
  readonly writer?: string | null;
  readonly fragments?: readonly FragmentSpec[];
  readonly basePaths?: readonly BasePath[];
  readonly config?: Readonly<Record<string, string>>;
  readonly schemaMetadata?: Readonly<Record<string, string>>;
  readonly transactionFile?: string;
  readonly indices?: readonly IndexSpec[];
  /** Field number of the operation in an inline transaction. */
  readonly operation?: number;
  /** Appended to the Manifest message as they are. */
  readonly extra?: Uint8Array;
}

type Write = (writer: BinaryWriter) => void;
const varint = 0;
const delimited = 2;

/** A whole manifest file: sections, message, footer. */
export function manifestBytes(spec: ManifestSpec): Uint8Array {
  const sections: Uint8Array[] = [];
  let length = 0;
  const section = (body: Uint8Array): bigint => {
    const at = length;
    sections.push(framed(body));
    length += body.length + 4;
    return BigInt(at);
  };
  const indexAt = spec.indices === undefined ? null : section(indexSection(spec.indices));
  const transactionAt = spec.operation === undefined ? null : section(transactionBytes(spec));
  const message = manifestMessage(spec, indexAt, transactionAt);
  return manifestFile(message, sections);
}

/** The frame alone, around any message. */
export function manifestFile(message: Uint8Array, sections: readonly Uint8Array[] = []): Uint8Array {
  const position = sections.reduce((sum, body) => sum + body.length, 0);
  const footer = new Uint8Array(16);
  const view = new DataView(footer.buffer);
  view.setBigInt64(0, BigInt(position), true);
  view.setInt16(10, 2, true);
  view.setUint32(12, 0x4c414e43, false);
  return concat([...sections, framed(message), footer]);
}

/** A `.txn` file: the bare message. */
export function transactionBytes(spec: Pick<ManifestSpec, 'version' | 'operation'>): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, varint).uint64(spec.version - 1n);
  writer.tag(2, delimited).string('6c1b1d0e-6a52-4b0a-8b86-0d8b6d1f7a01');
  message(writer, spec.operation ?? 100, () => {});
  return writer.finish();
}

function manifestMessage(
  spec: ManifestSpec,
  indexAt: bigint | null,
  transactionAt: bigint | null,
): Uint8Array {
  const writer = new BinaryWriter();
  for (const fragment of spec.fragments ?? []) message(writer, 2, (inner) => writeFragment(inner, fragment));
  writer.tag(3, varint).uint64(spec.version);
  for (const [key, value] of Object.entries(spec.schemaMetadata ?? {})) entry(writer, 5, key, value);
  if (indexAt !== null) writer.tag(6, varint).uint64(indexAt);
  const ms = spec.committedAtMs ?? 1_800_000_000_000;
  message(writer, 7, (time) => {
    time.tag(1, varint).int64(BigInt(Math.floor(ms / 1000)));
    time.tag(2, varint).int32((ms % 1000) * 1_000_000);
  });
  if (spec.readerFlags !== undefined) writer.tag(9, varint).uint64(spec.readerFlags);
  if (spec.writerFlags !== undefined) writer.tag(10, varint).uint64(spec.writerFlags);
  if (spec.maxFragmentId !== undefined) writer.tag(11, varint).uint32(spec.maxFragmentId);
  if (spec.transactionFile !== undefined) writer.tag(12, delimited).string(spec.transactionFile);
  if (spec.writer !== null) {
    message(writer, 13, (inner) => {
      inner.tag(1, delimited).string('lance');
      inner.tag(2, delimited).string(spec.writer ?? '12.0.0');
    });
  }
  for (const [key, value] of Object.entries(spec.config ?? {})) entry(writer, 16, key, value);
  for (const base of spec.basePaths ?? []) message(writer, 18, (inner) => writeBase(inner, base));
  if (spec.branch !== undefined) writer.tag(20, delimited).string(spec.branch);
  if (transactionAt !== null) writer.tag(21, varint).uint64(transactionAt);
  if (spec.extra !== undefined) writer.raw(spec.extra);
  return writer.finish();
}

function writeFragment(writer: BinaryWriter, fragment: FragmentSpec): void {
  writer.tag(1, varint).uint64(fragment.id);
  for (const file of fragment.files ?? []) message(writer, 2, (inner) => writeFile(inner, file));
  const { deletion } = fragment;
  if (deletion !== undefined) {
    message(writer, 3, (inner) => {
      inner.tag(1, varint).uint32(deletion.type ?? 0);
      inner.tag(2, varint).uint64(deletion.readVersion);
      inner.tag(3, varint).uint64(deletion.id);
      inner.tag(4, varint).uint64(deletion.rows ?? 1);
      if (deletion.baseId !== undefined) inner.tag(7, varint).uint32(deletion.baseId);
    });
  }
  writer.tag(4, varint).uint64(fragment.rows ?? 10);
  if (fragment.externalRowIds !== undefined) {
    const path = fragment.externalRowIds;
    message(writer, 6, (inner) => inner.tag(1, delimited).string(path));
  }
  for (const file of fragment.overlays ?? []) {
    message(writer, 11, (overlay) => message(overlay, 1, (inner) => writeFile(inner, file)));
  }
}

function writeFile(writer: BinaryWriter, file: FileSpec): void {
  writer.tag(1, delimited).string(file.path);
  writer.tag(2, delimited).bytes(Uint8Array.of(0, 1));
  writer.tag(4, varint).uint32(2);
  if (file.bytes !== 0) writer.tag(6, varint).uint64(file.bytes ?? 100);
  if (file.baseId !== undefined) writer.tag(7, varint).uint32(file.baseId);
}

function writeBase(writer: BinaryWriter, base: BasePath): void {
  writer.tag(1, varint).uint32(base.id);
  if (base.name !== null) writer.tag(2, delimited).string(base.name);
  writer.tag(3, varint).bool(base.isDatasetRoot);
  writer.tag(4, delimited).string(base.path);
}

function indexSection(indices: readonly IndexSpec[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const index of indices) {
    message(writer, 1, (inner) => {
      const hex = index.uuid.replaceAll('-', '');
      message(inner, 1, (uuid) => uuid.tag(1, delimited).bytes(Uint8Array.from(Buffer.from(hex, 'hex'))));
      inner.tag(2, delimited).bytes(Uint8Array.of(0));
      inner.tag(3, delimited).string(index.name ?? 'an_idx');
      inner.tag(4, varint).uint64(1n);
      if (index.baseId !== undefined) inner.tag(9, varint).uint32(index.baseId);
    });
  }
  return writer.finish();
}

function entry(writer: BinaryWriter, field: number, key: string, value: string): void {
  message(writer, field, (inner) => {
    inner.tag(1, delimited).string(key);
    inner.tag(2, delimited).string(value);
  });
}

function message(writer: BinaryWriter, field: number, write: Write): void {
  writer.tag(field, delimited).fork();
  write(writer);
  writer.join();
}

function framed(body: Uint8Array): Uint8Array {
  const prefix = new Uint8Array(4);
  new DataView(prefix.buffer).setUint32(0, body.length, true);
  return concat([prefix, body]);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
