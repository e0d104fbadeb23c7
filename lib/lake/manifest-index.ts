/**
 * Reads each manifest once: what pages show is kept by identity, what it needs is worked out only for storage, and
 * bodies are remembered meanwhile. Single-flight; bounded in number, bytes and reads at a time.
 */
import pLimit from 'p-limit';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ManifestSummary } from '@/lib/engine/lance/manifest-facts';
import { countLegacyRows } from '@/lib/engine/lance/read-legacy-rows';
import {
  type ManifestReading,
  readManifest,
  readManifestSummary,
  readTransaction,
} from '@/lib/engine/lance/read-manifest';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { Kept } from './kept';
import { lakeLimits } from './lake-settings';
import { ManifestBodies } from './manifest-bodies';
import { type ManifestNeeds, NeedsIndex } from './needs-index';
import { type ListedVersion, manifestIdentity, manifestKeyOf, manifestNameOf } from './version-columns';

export interface ReadManifestFacts {
  readonly summary: ManifestSummary;
  readonly etag: string;
  /** The operation's name; null when neither the manifest nor its transaction file tells. */
  readonly operation: string | null;
  readonly readVersion: bigint | null;
  readonly mismatch: ManifestReading<ManifestSummary>['mismatch'];
}

export type ManifestFinding =
  | { readonly kind: 'read'; readonly manifest: ReadManifestFacts }
  /** Damaged, unsupported or gone; kept, so that a broken manifest is not read again on every look. */
  | { readonly kind: 'failed'; readonly problem: string; readonly error: VamplateError };

/** The manifests of one dataset and its branches. */
export class ManifestIndex {
  readonly needs: NeedsIndex;
  private readonly findings = new Kept<ManifestFinding>(() => 1, lakeLimits.manifests);
  private readonly needed = new Kept<ManifestNeeds>(needsLength, lakeLimits.heldNeeds);
  private readonly bodies = new ManifestBodies(lakeLimits.manifestBodyBytes);
  private readonly atOnce = pLimit(lakeLimits.concurrency * 2);

  constructor(datasetUri: string) {
    this.needs = new NeedsIndex(datasetUri);
  }

  /** What is known already, without asking the store. */
  peek(root: string, entry: ListedVersion): ManifestFinding | undefined {
    return this.findings.get(manifestIdentity(manifestKeyOf(root, entry), entry));
  }

  /** What is known of its needs already. */
  peekNeeds(root: string, entry: ListedVersion): ManifestNeeds | undefined {
    return this.needed.get(manifestIdentity(manifestKeyOf(root, entry), entry));
  }

  /** Reads it unless known. @throws `unavailable` when the store does not answer: that is not kept */
  read(store: ObjectStore, root: string, entry: ListedVersion): Promise<ManifestFinding> {
    const identity = manifestIdentity(manifestKeyOf(root, entry), entry);
    return this.findings.once(identity, () =>
      this.atOnce(() => readFinding(this.bodies.remembering(store, identity), root, entry)),
    );
  }

  /** The objects it needs; null when its manifest could not be read. @throws `unavailable` as `read` does */
  async readNeeds(store: ObjectStore, root: string, entry: ListedVersion): Promise<ManifestNeeds | null> {
    const finding = await this.read(store, root, entry);
    if (finding.kind === 'failed') return null;
    const identity = manifestIdentity(manifestKeyOf(root, entry), entry);
    return this.needed.once(identity, () =>
      this.atOnce(async () => {
        const name = { name: manifestNameOf(entry), size: entry.manifestBytes };
        const reading = await readManifest(this.bodies.remembering(store, identity), root, name);
        if (reading === null) return { kind: 'corrupt', problem: 'The manifest is gone.' };
        return this.needs.needsOf(reading.facts);
      }),
    );
  }
}

async function readFinding(store: ObjectStore, root: string, entry: ListedVersion): Promise<ManifestFinding> {
  const name = { name: manifestNameOf(entry), size: entry.manifestBytes };
  try {
    const reading = await readManifestSummary(store, root, name);
    if (reading === null) {
      return failed(new VamplateError('not_found', 'The manifest was listed, and is gone now.'));
    }
    const { facts, meta, mismatch } = reading;
    const transaction = facts.transaction ?? (await transactionOf(store, root, facts));
    const rows = facts.counts.rows ?? (await legacyRows(store, root, entry));
    return {
      kind: 'read',
      manifest: {
        summary: { ...facts, counts: { ...facts.counts, rows } },
        etag: meta.etag,
        operation: transaction?.operation ?? null,
        readVersion: transaction?.readVersion ?? null,
        mismatch,
      },
    };
  } catch (error) {
    if (isVamplateError(error) && error.kind !== 'unavailable') return failed(error);
    throw error;
  }
}

/** A transaction file that is damaged or gone costs the operation's name, nothing else. */
async function transactionOf(store: ObjectStore, root: string, facts: ManifestSummary) {
  if (facts.transactionFile === null) return null;
  try {
    return (await readTransaction(store, root, facts.transactionFile))?.transaction ?? null;
  } catch (error) {
    if (isVamplateError(error) && error.kind !== 'unavailable') return null;
    throw error;
  }
}

/** Old manifests do not record their rows: then the files are asked, once. A damaged file costs the number, no more. */
async function legacyRows(store: ObjectStore, root: string, entry: ListedVersion): Promise<number | null> {
  try {
    const whole = await readManifest(store, root, { name: manifestNameOf(entry), size: entry.manifestBytes });
    return whole === null ? null : await countLegacyRows(store, root, whole.facts);
  } catch (error) {
    if (isVamplateError(error) && error.kind !== 'unavailable') return null;
    throw error;
  }
}

function needsLength(needs: ManifestNeeds): number {
  return needs.kind === 'known' ? needs.own.length : 1;
}

function failed(error: VamplateError): ManifestFinding {
  return { kind: 'failed', problem: error.message, error };
}
