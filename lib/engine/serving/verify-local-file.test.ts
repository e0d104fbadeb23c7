/** The local marker: what was verified is not read again, any doubt reads everything, and nothing stays in the cache. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileMarkerPath, readOnce, recordLocalFile, verifyLocalFile } from './verify-local-file';

let folder: string;
let file: string;
let digest: string;
let dropped: string[];
const drop = async (one: string) => void dropped.push(one);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'vamplate-marker-'));
  file = path.join(folder, 'slab.bin');
  const body = randomBytes(300_000);
  writeFileSync(file, body);
  digest = createHash('sha256').update(body).digest('hex');
  dropped = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('G.4.65 a marker whose time and length match saves the hashing', async () => {
  expect(await recordLocalFile(file, drop)).toBe(digest);
  expect(await verifyLocalFile(file, digest, drop)).toEqual({ kind: 'verified', hashedBytes: 0 });
  expect(await verifyLocalFile(file, digest.toUpperCase(), drop)).toMatchObject({ hashedBytes: 0 });
});

describe('G.4.66 any doubt reads the whole file, and is no error', () => {
  const spoil: Readonly<Record<string, () => void>> = {
    'no marker': () => rmSync(fileMarkerPath(file)),
    'a marker that is no JSON': () => writeFileSync(fileMarkerPath(file), '{'),
    'a marker of another form': () => writeFileSync(fileMarkerPath(file), '{"bytes":300000}'),
    'a marker without an end': () => writeFileSync(fileMarkerPath(file), ' '.repeat(5_000)),
    'a folder in its place': () => {
      rmSync(fileMarkerPath(file));
      execFileSync('mkdir', [fileMarkerPath(file)]);
    },
    'another time': () => utimesSync(file, 1, 1),
  };
  it.each(Object.entries(spoil))('%s', async (_, change) => {
    await recordLocalFile(file, drop);
    change();
    expect(await verifyLocalFile(file, digest, drop)).toEqual({ kind: 'verified', hashedBytes: 300_000 });
  });

  it('another length, other content and another wanted digest are told as what they are', async () => {
    await recordLocalFile(file, drop);
    expect(await verifyLocalFile(file, '0'.repeat(64), drop)).toEqual({
      ...{ kind: 'mismatch', hashedBytes: 300_000 },
    });
    writeFileSync(file, 'shorter');
    expect(await verifyLocalFile(file, digest, drop)).toEqual({ kind: 'mismatch', hashedBytes: 7 });
  });
});

it('G.4.67 a file that was only touched is read each time, until it is built again', async () => {
  await recordLocalFile(file, drop);
  utimesSync(file, 1, 1);
  for (let times = 0; times < 2; times += 1) {
    expect(await verifyLocalFile(file, digest, drop)).toMatchObject({ hashedBytes: 300_000 });
  }
  await recordLocalFile(file, drop);
  expect(await verifyLocalFile(file, digest, drop)).toMatchObject({ hashedBytes: 0 });
});

describe('G.4.68 what is read is let go of', () => {
  it('by a verification and by a conversion, also one that stops half way or whose pages stay', async () => {
    await verifyLocalFile(file, digest, drop);
    expect(dropped).toEqual([file]);
    let bytes = 0;
    for await (const part of readOnce(file, drop)) bytes += part.length;
    expect([bytes, dropped]).toEqual([300_000, [file, file]]);
    for await (const _ of readOnce(file, drop)) break;
    expect(dropped).toHaveLength(3);
    const stays = () => Promise.reject(new Error('no such program'));
    expect(await verifyLocalFile(file, digest, stays)).toMatchObject({ kind: 'verified' });
  });

  it('on this host, page by page where it can be counted', async () => {
    execFileSync('sync', [file]);
    const resident = () => {
      const counted = spawnSync('fincore', ['-bno', 'RES', file], { encoding: 'utf8' });
      return counted.status === 0 ? Number(counted.stdout) : null;
    };
    expect(resident()).not.toBe(0);
    expect(await verifyLocalFile(file, digest)).toMatchObject({ kind: 'verified', hashedBytes: 300_000 });
    expect([0, null]).toContain(resident());
  });
});
