/** Adds fields to a manifest that LanceDB wrote: what its released writer cannot say, its format can (B.1, B.2). */
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { below } from '@/lib/engine/lance/paths';
import { findVersion } from '@/lib/engine/lance/read-versions';
import type { ObjectStore } from '@/lib/engine/store/object-store';

const varint = 0;
const delimited = 2;

/** In protobuf a later scalar wins and a repeated field grows, so appending is enough. */
export interface AddedFields {
  readonly version?: bigint;
  readonly readerFlags?: bigint;
  readonly writerFlags?: bigint;
  readonly config?: Readonly<Record<string, string>>;
  /** One more fragment without rows: its file and the overlay on it, as paths below `data/`. */
  readonly overlaid?: { readonly file: string; readonly overlay: string };
}

/** Replaces the manifest of one version by itself and more. */
export async function changeManifest(
  store: ObjectStore,
  root: string,
  version: bigint,
  fields: AddedFields,
): Promise<void> {
  const key = below(root, `_versions/${await manifestName(store, root, version)}`);
  await store.put(key, withFields(await bytesOf(store, key), fields));
}

export async function manifestName(store: ObjectStore, root: string, version: bigint): Promise<string> {
  const found = await findVersion(store, root, version);
  if (found === null) throw new Error(`there is no version ${version} in ${root}`);
  return found.name;
}

export async function bytesOf(store: ObjectStore, key: string): Promise<Uint8Array> {
  const answer = await store.get(key, { maxBytes: 1 << 26 });
  if (answer.kind !== 'found') throw new Error(`${key} is ${answer.kind}`);
  return answer.body;
}

/** The message is the last part before the footer, so only its length changes. */
export function withFields(file: Uint8Array, fields: AddedFields): Uint8Array {
  const footer = file.slice(-16);
  const position = Number(new DataView(footer.buffer).getBigInt64(0, true));
  const extra = encode(fields);
  const message = file.subarray(position + 4, file.length - 16);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, message.length + extra.length, true);
  return Uint8Array.from(
    [file.subarray(0, position), length, message, extra, footer].flatMap((part) => [...part]),
  );
}

function encode(fields: AddedFields): Uint8Array {
  const writer = new BinaryWriter();
  const { overlaid } = fields;
  if (overlaid !== undefined) {
    const file = (path: string) => new BinaryWriter().tag(1, delimited).string(path).finish();
    const overlay = new BinaryWriter().tag(1, delimited).bytes(file(overlaid.overlay)).finish();
    const fragment = new BinaryWriter().tag(1, varint).uint64(1_000n);
    fragment.tag(2, delimited).bytes(file(overlaid.file)).tag(11, delimited).bytes(overlay);
    writer.tag(2, delimited).bytes(fragment.finish());
  }
  if (fields.version !== undefined) writer.tag(3, varint).uint64(fields.version);
  if (fields.readerFlags !== undefined) writer.tag(9, varint).uint64(fields.readerFlags);
  if (fields.writerFlags !== undefined) writer.tag(10, varint).uint64(fields.writerFlags);
  for (const [key, value] of Object.entries(fields.config ?? {})) {
    const entry = new BinaryWriter().tag(1, delimited).string(key).tag(2, delimited).string(value);
    writer.tag(16, delimited).bytes(entry.finish());
  }
  return writer.finish();
}
