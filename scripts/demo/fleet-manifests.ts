/**
 * A dataset with a very long history of names. The newest ten versions are LanceDB's own commits; all older names are
 * hard links to one manifest: a listing sees true names, reading such a version says that its file states another.
 */
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BinaryReader, BinaryWriter } from '@bufbuild/protobuf/wire';
import { connect } from '@lancedb/lancedb';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { eventRows } from './rows';

const realCommits = 9;
const linksAtOnce = 64;
/** The common file systems give one file about 65,000 names. */
const linksPerFile = 50_000;
const footerBytes = 16;

/** @param names how many versions, 1 to `names`; @returns the dataset's folder */
export async function writeManifestNames(lake: string, table: string, names: number): Promise<string> {
  await mkdir(lake, { recursive: true });
  const connection = await connect(lake);
  (await connection.createTable(table, eventRows(0, 50))).close();
  const dataset = path.join(lake, `${table}.lance`);
  const versions = path.join(dataset, '_versions');
  await startLater(versions, BigInt(names - realCommits));
  await linkOlderNames(versions, names - realCommits);

  const opened = await connection.openTable(table);
  for (let turn = 1; turn <= realCommits; turn += 1) await opened.add(eventRows(turn * 50, 10));
  if ((await opened.version()) !== names) throw new Error('LanceDB did not go on from the later version');
  return dataset;
}

/** Turns the first manifest into one of a later version, from where LanceDB goes on committing. */
async function startLater(versions: string, version: bigint): Promise<void> {
  const first = path.join(versions, formatVersionName('v2', 1n));
  const later = withVersion(await readFile(first), version);
  for (const name of await readdir(versions)) await rm(path.join(versions, name));
  await writeFile(path.join(versions, formatVersionName('v2', version)), later);
}

async function linkOlderNames(versions: string, newest: number): Promise<void> {
  const body = await readFile(path.join(versions, formatVersionName('v2', BigInt(newest))));
  for (let from = 1; from < newest; from += linksPerFile) {
    const source = path.join(versions, formatVersionName('v2', BigInt(from)));
    await writeFile(source, body);
    const until = Math.min(from + linksPerFile, newest);
    for (let next = from + 1; next < until; next += linksAtOnce) {
      const batch = Array.from({ length: Math.min(linksAtOnce, until - next) }, (_, index) =>
        BigInt(next + index),
      );
      await Promise.all(
        batch.map((version) => link(source, path.join(versions, formatVersionName('v2', version)))),
      );
    }
  }
}

/** The same manifest stating another version: field 3 of the message (spec B.2), its length and nothing else changed. */
function withVersion(file: Uint8Array, version: bigint): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = Number(view.getBigInt64(file.length - footerBytes, true));
  const message = file.subarray(start + 4, file.length - footerBytes);
  const reader = new BinaryReader(message);
  const writer = new BinaryWriter();
  while (reader.pos < reader.len) {
    const from = reader.pos;
    const [field, wire] = reader.tag();
    reader.skip(wire, field);
    if (field === 3) writer.tag(3, 0).uint64(version);
    else writer.raw(message.subarray(from, reader.pos));
  }
  const changed = writer.finish();
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, changed.length, true);
  return Buffer.concat([file.subarray(0, start), length, changed, file.subarray(file.length - footerBytes)]);
}
