/** Reads each manifest once: facts kept by identity, single-flight, bounded in number, size and reads at a time. */
import pLimit from 'p-limit';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ManifestFacts, ManifestSummary } from '@/lib/engine/lance/manifest-facts';
import { countLegacyRows } from '@/lib/engine/lance/read-legacy-rows';
import { type ManifestReading, readManifest, readTransaction } from '@/lib/engine/lance/read-manifest';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';
import { type ManifestNeeds, NeedsIndex } from './needs-index';
import { type ListedVersion, manifestIdentity, manifestKeyOf, manifestNameOf } from './version-columns';

export interface ReadManifestFacts {
  readonly summary: ManifestSummary;
  readonly etag: string;
  /** The operation's name; null when neither the manifest nor its transaction file tells. */
  readonly operation: string | null;
  readonly readVersion: bigint | null;
  readonly mismatch: ManifestReading<ManifestSummary>['mismatch'];
  readonly needs: ManifestNeeds;
}

export type ManifestFinding =
  | { readonly kind: 'read'; readonly manifest: ReadManifestFacts }
  /** Damaged, unsupported or gone; kept, so that a broken manifest is not read again on every look. */
  | { readonly kind: 'failed'; readonly problem: string; readonly error: VamplateError };

/** The manifests of one dataset and its branches. */
export class ManifestIndex {
  readonly needs: NeedsIndex;
  private readonly known = new Map<string, ManifestFinding>();
  private readonly inFlight = new Map<string, Promise<ManifestFinding>>();
  private readonly atOnce = pLimit(lakeLimits.concurrency * 2);
  private heldNeeds = 0;

  constructor(datasetUri: string) {
    this.needs = new NeedsIndex(datasetUri);
  }

  /** What is known already, without asking the store. */
  peek(root: string, entry: ListedVersion): ManifestFinding | undefined {
    return this.known.get(manifestIdentity(manifestKeyOf(root, entry), entry));
  }

  /** Reads it unless known. @throws `unavailable` when the store does not answer: that is not kept */
  read(store: ObjectStore, root: string, entry: ListedVersion): Promise<ManifestFinding> {
    const identity = manifestIdentity(manifestKeyOf(root, entry), entry);
    const found = this.known.get(identity) ?? this.inFlight.get(identity);
    if (found) return Promise.resolve(found);
    const started = this.atOnce(() => this.readFinding(store, root, entry))
      .then((finding) => {
        this.keep(identity, finding);
        return finding;
      })
      .finally(() => this.inFlight.delete(identity));
    this.inFlight.set(identity, started);
    return started;
  }

  /** Oldest first out; a manifest read again later costs one request, nothing else. */
  private keep(identity: string, finding: ManifestFinding): void {
    this.known.set(identity, finding);
    this.heldNeeds += needsLength(finding);
    for (const [oldest, dropped] of this.known) {
      if (this.known.size <= lakeLimits.manifests && this.heldNeeds <= lakeLimits.heldNeeds) break;
      if (oldest === identity) break;
      this.known.delete(oldest);
      this.heldNeeds -= needsLength(dropped);
    }
  }

  private async readFinding(
    store: ObjectStore,
    root: string,
    entry: ListedVersion,
  ): Promise<ManifestFinding> {
    const name = manifestNameOf(entry);
    try {
      const reading = await readManifest(store, root, { name, size: entry.manifestBytes });
      if (reading === null) {
        return failed(new VamplateError('not_found', 'The manifest was listed, and is gone now.'));
      }
      const transaction = reading.facts.transaction ?? (await transactionOf(store, root, reading.facts));
      const { meta, mismatch } = reading;
      return {
        kind: 'read',
        manifest: {
          summary: withoutLists(reading.facts, await rowsOf(store, root, reading.facts)),
          etag: meta.etag,
          operation: transaction?.operation ?? null,
          readVersion: transaction?.readVersion ?? null,
          mismatch,
          needs: this.needs.needsOf(reading.facts),
        },
      };
    } catch (error) {
      if (isVamplateError(error) && error.kind !== 'unavailable') return failed(error);
      throw error;
    }
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
async function rowsOf(store: ObjectStore, root: string, facts: ManifestFacts): Promise<number | null> {
  if (facts.counts.rows !== null) return facts.counts.rows;
  try {
    return await countLegacyRows(store, root, facts);
  } catch (error) {
    if (isVamplateError(error) && error.kind !== 'unavailable') return null;
    throw error;
  }
}

function withoutLists(facts: ManifestFacts, rows: number | null): ManifestSummary {
  const { fragments: _fragments, fields: _fields, ...summary } = facts;
  return { ...summary, counts: { ...summary.counts, rows } };
}

function needsLength(finding: ManifestFinding): number {
  return finding.kind === 'read' && finding.manifest.needs.kind === 'known'
    ? finding.manifest.needs.own.length
    : 0;
}

function failed(error: VamplateError): ManifestFinding {
  return { kind: 'failed', problem: error.message, error };
}
