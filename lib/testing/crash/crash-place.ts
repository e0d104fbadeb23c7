/** Where a crash scene lies, and how any state of it comes back as it was, with the same identities. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ETag, ObjectMeta, ObjectStore } from '@/lib/engine/store/object-store';
import { takeSnapshot } from '@/lib/testing/lance-scenarios/memory-copy';
import { listAll } from './list-all';

/** Everything that lay in a place at one moment. */
export interface Kept {
  /** Equal when every key and byte is: all that those who come later can see, times aside. */
  readonly identity: string;
  /** The place as it was then: what a plan knew of it is true again. */
  bring(): Promise<void>;
}

export interface CrashPlace {
  readonly uri: string;
  /** A store of its own for every process. */
  open(): ObjectStore;
  take(): Promise<Kept>;
  remove(): Promise<void>;
}

export function memoryPlace(): CrashPlace {
  let store = openMemoryStore();
  return {
    uri: store.uri,
    open: () => store,
    take: async () => {
      const { objects } = await takeSnapshot(store);
      const bring = async () => {
        store = openMemoryStore();
        for (const [key, body] of objects) await store.put(key, body);
      };
      return { identity: identityOf(objects), bring };
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
  mkdirSync(lake);
  let taken = 0;
  return {
    uri: pathToFileURL(lake).href,
    open: () => openLocalStore({ root: lake }),
    take: async () => {
      const kept = path.join(folder, `kept-${taken}`);
      taken += 1;
      const bodies = new Map<string, Uint8Array>();
      linkTree(lake, kept, (file) => bodies.set(path.relative(lake, file), readFileSync(file)));
      const bring = async () => {
        rmSync(lake, { recursive: true });
        linkTree(kept, lake);
      };
      return { identity: identityOf(bodies), bring };
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Equal bytes have equal ETags here, so that what is written again is what was planned. */
export function s3Place(uri: string, open: () => ObjectStore): CrashPlace {
  const store = open();
  let last = new Map<string, { readonly etag: ETag; readonly body: Uint8Array }>();
  const read = async ({ key, etag, size }: ObjectMeta) => {
    const before = last.get(key);
    if (before?.etag === etag) return [key, before] as const;
    const answer = await store.get(key, { maxBytes: size });
    if (answer.kind !== 'found') throw new Error(`${key} changed while it was read`);
    return [key, { etag, body: answer.body }] as const;
  };
  const bring = async (objects: typeof last) => {
    const there = new Map((await listAll(store)).map(({ key, etag }) => [key, etag]));
    const over = [...there.keys()].filter((key) => !objects.has(key));
    if (over.length > 0) await store.deleteBatch(over);
    const missing = [...objects].filter(([key, { etag }]) => there.get(key) !== etag);
    await Promise.all(missing.map(([key, { body }]) => store.put(key, body)));
  };
  return {
    uri,
    open,
    take: async () => {
      const objects = new Map(await Promise.all((await listAll(store)).map(read)));
      last = objects;
      const bodies = new Map([...objects].map(([key, { body }]) => [key, body]));
      return { identity: identityOf(bodies), bring: () => bring(objects) };
    },
    remove: () => bring(new Map()),
  };
}

function identityOf(bodies: ReadonlyMap<string, Uint8Array>): string {
  const lines = [...bodies].map(([key, body]) => `${key} ${createHash('sha1').update(body).digest('hex')}`);
  return lines.sort().join('\n');
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Our staging and locks are no objects: they stay where they are. */
function linkTree(from: string, to: string, visit: (file: string) => void = () => undefined): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.name === '_vamplate') continue;
    if (entry.isDirectory()) linkTree(source, target, visit);
    else {
      linkSync(source, target);
      visit(source);
    }
  }
}
