/**
 * Reads each manifest once: what pages show is kept by identity, what it needs is worked out only for storage, and
 * bodies are remembered meanwhile. Single-flight; bounded in bytes and in reads at a time.
 */
import pLimit from 'p-limit';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ManifestSummary } from '@/lib/engine/lance/manifest-facts';
import { countLegacyRows } from '@/lib/engine/lance/read-legacy-rows';
import { readManifest, readManifestSummary, readTransaction } from '@/lib/engine/lance/read-manifest';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';
import { type ManifestFinding, ManifestMemory } from './manifest-memory';
import { type ManifestNeeds, NeedsIndex } from './needs-index';
import { type ListedVersion, manifestIdentity, manifestKeyOf, manifestNameOf } from './version-columns';

/** The manifests of one dataset and its branches. */
export class ManifestIndex {
  private table = new NeedsIndex();
  private readonly atOnce = pLimit(lakeLimits.concurrency * 2);
  private learnt = 0;

  /** @param memory of the lake; an index alone has its own */
  constructor(private readonly memory = new ManifestMemory()) {}

  /** Grows with every manifest that was read: what was derived from `peek` may then be derived anew. */
  get generation(): number {
    return this.learnt;
  }

  /** What is known already, without asking the store. */
  peek(root: string, entry: ListedVersion): ManifestFinding | undefined {
    return this.memory.findings.get(identityOf(root, entry));
  }

  /** What is known of its needs already. */
  peekNeeds(root: string, entry: ListedVersion): ManifestNeeds | undefined {
    return this.memory.needed.get(identityOf(root, entry));
  }

  /** Whether it is known or on its way. */
  isUnderWay(root: string, entry: ListedVersion): boolean {
    return this.memory.findings.isUnderWay(identityOf(root, entry));
  }

  /** Reads it unless known. @throws `unavailable` when the store does not answer: that is not kept */
  read(store: ObjectStore, root: string, entry: ListedVersion): Promise<ManifestFinding> {
    const identity = identityOf(root, entry);
    return this.memory.findings.once(identity, () =>
      this.atOnce(async () => {
        const { store: seen, meter } = metered(store);
        const finding = await readFinding(this.memory.bodies.remembering(seen, identity), root, entry);
        this.learnt += 1;
        return { ...finding, cost: { requests: meter.requests, bytes: meter.bytes } };
      }),
    );
  }

  /** The objects it needs; null when its manifest could not be read. @throws `unavailable` as `read` does */
  async readNeeds(store: ObjectStore, root: string, entry: ListedVersion): Promise<ManifestNeeds | null> {
    const finding = await this.read(store, root, entry);
    if (finding.kind === 'failed') return null;
    const identity = identityOf(root, entry);
    const needs = await this.memory.needed.once(identity, () =>
      this.atOnce(() => needsOf(this.memory.bodies.remembering(store, identity), root, entry, this.table)),
    );
    this.boundTable();
    return needs;
  }

  /** Names of files that are long gone would stay for ever: the table begins anew, and what was told of it goes. */
  private boundTable(): void {
    const { table } = this;
    if (table.size <= lakeLimits.neededNames) return;
    this.memory.needed.dropWhere((needs) => needs.kind === 'known' && needs.table === table);
    this.table = new NeedsIndex();
  }
}

function identityOf(root: string, entry: ListedVersion): string {
  return manifestIdentity(manifestKeyOf(root, entry), entry);
}

async function readFinding(store: ObjectStore, root: string, entry: ListedVersion) {
  const name = { name: manifestNameOf(entry), size: entry.manifestBytes };
  try {
    const reading = await readManifestSummary(store, root, name);
    if (reading === null) {
      return failed(new VamplateError('not_found', 'The manifest was listed, and is gone now.'));
    }
    const { facts, meta, mismatch } = reading;
    const transaction = facts.transaction ?? (await transactionOf(store, root, facts));
    const rows = facts.counts.rows ?? (await legacyRows(store, root, entry));
    const manifest = {
      summary: { ...facts, counts: { ...facts.counts, rows } },
      etag: meta.etag,
      operation: transaction?.operation ?? null,
      readVersion: transaction?.readVersion ?? null,
      mismatch,
    };
    return { kind: 'read', manifest } as const;
  } catch (error) {
    if (isVamplateError(error) && error.kind !== 'unavailable') return failed(error);
    throw error;
  }
}

async function needsOf(
  store: ObjectStore,
  root: string,
  entry: ListedVersion,
  table: NeedsIndex,
): Promise<ManifestNeeds> {
  try {
    const name = { name: manifestNameOf(entry), size: entry.manifestBytes };
    const reading = await readManifest(store, root, name);
    if (reading === null) return { kind: 'corrupt', problem: 'The manifest is gone.' };
    return table.needsOf(reading.facts, rootUri(store, root));
  } catch (error) {
    if (isVamplateError(error) && error.kind !== 'unavailable')
      return { kind: 'corrupt', problem: error.message };
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

function failed(error: VamplateError) {
  return { kind: 'failed', problem: error.message, error } as const;
}
