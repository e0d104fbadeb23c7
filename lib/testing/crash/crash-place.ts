/** Where a crash scene lies, and how it is made again as it was, with the same identities, for every point of death. */
import { accessSync, constants, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ETag, ObjectMeta, ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { takeSnapshot } from '@/lib/testing/lance-scenarios/memory-copy';
import { listAll } from './list-all';

export interface CrashPlace {
  readonly uri: string;
  /** A store of its own for every process. */
  open(): ObjectStore;
  /** Remembers everything as it is now. */
  keep(): Promise<void>;
  /** Everything as it was kept: what a plan knows of it is true again. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

export function memoryPlace(): CrashPlace {
  let store = openMemoryStore();
  let kept: ReadonlyMap<string, Uint8Array> = new Map();
  return {
    uri: store.uri,
    open: () => store,
    keep: async () => {
      kept = (await takeSnapshot(store)).objects;
    },
    restore: async () => {
      store = openMemoryStore();
      for (const [key, body] of kept) await store.put(key, body);
    },
    remove: async () => undefined,
  };
}

/** A file system in memory where there is one: processes die here, not machines, so nothing depends on what reaches a disk. */
const memoryFolder = '/dev/shm';

/** Files are kept under second names: no byte, time or inode differs when they come back. */
export function localPlace(): CrashPlace {
  const folder = mkdtempSync(
    path.join(isWritable(memoryFolder) ? memoryFolder : tmpdir(), 'vamplate-crash-'),
  );
  const lake = path.join(folder, 'lake');
  const kept = path.join(folder, 'kept');
  mkdirSync(lake);
  const uri = pathToFileURL(lake).href;
  const again = (from: string, to: string) => {
    rmSync(to, { recursive: true, force: true });
    linkTree(from, to);
  };
  return {
    uri,
    open: () => openStore({ uri }),
    keep: async () => again(lake, kept),
    restore: async () => again(kept, lake),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What lies in a place, with its bytes; equal bytes come back with equal identities. */
export type KeptObjects = ReadonlyMap<string, { readonly etag: ETag; readonly body: Uint8Array }>;

export interface S3Place extends CrashPlace {
  /** @param known what need not be read again */
  take(known: KeptObjects): Promise<KeptObjects>;
  bring(objects: KeptObjects): Promise<void>;
}

/** @param open a store of its own at an empty place of the server */
export function s3Place(uri: string, open: () => ObjectStore): S3Place {
  const store = open();
  let kept: KeptObjects = new Map();
  const take = async (known: KeptObjects): Promise<KeptObjects> => {
    const read = async ({ key, etag, size }: ObjectMeta) => {
      const before = known.get(key);
      if (before?.etag === etag) return [key, before] as const;
      const answer = await store.get(key, { maxBytes: size });
      if (answer.kind !== 'found') throw new Error(`${key} changed while it was read`);
      return [key, { etag, body: answer.body }] as const;
    };
    return new Map(await Promise.all((await listAll(store)).map(read)));
  };
  const bring = async (objects: KeptObjects): Promise<void> => {
    const there = new Map((await listAll(store)).map(({ key, etag }) => [key, etag]));
    const over = [...there.keys()].filter((key) => !objects.has(key));
    if (over.length > 0) await store.deleteBatch(over);
    const missing = [...objects].filter(([key, { etag }]) => there.get(key) !== etag);
    await Promise.all(missing.map(([key, { body }]) => store.put(key, body)));
  };
  return {
    ...{ uri, open, take, bring },
    keep: async () => {
      kept = await take(new Map());
    },
    restore: () => bring(kept),
    remove: () => bring(new Map()),
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else linkSync(source, target);
  }
}
