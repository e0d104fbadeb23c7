/** Which versions a canary proves: the newest of a dataset and what its tags name, and what a serving set serves. */
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { ReplicaRow } from '@/lib/contracts/serving';
import type { FleetDataset } from '@/lib/lake/fleet-snapshot';
import type { StoredPage } from './page-record';
import { targetKey } from './page-rules';

/** One version of one target. */
export interface Chosen {
  /** Tells it from the others of its target. */
  readonly name: string;
  readonly lake: string;
  readonly path: string;
  readonly branch: string | null;
  readonly version: bigint;
  /** The newest of a dataset's main. */
  readonly newest: boolean;
}

/** Names of tags; null: every tag. */
type Tags = ReadonlySet<string> | null;

/** What pages with a canary choose, by `targetKey`: where several name one target, all that any of them does. */
export type CanaryChoices = ReadonlyMap<string, Tags>;

export function canaryChoices(
  pages: readonly Pick<StoredPage, 'canary' | 'canaryTags' | 'targets'>[],
): CanaryChoices {
  const choices = new Map<string, Tags>();
  for (const { canary, canaryTags = null, targets } of pages) {
    if (!canary) continue;
    const tags = canaryTags === null ? null : new Set(canaryTags);
    for (const target of targets) {
      const key = targetKey(target);
      const before = choices.get(key);
      choices.set(key, before === undefined ? tags : both(before, tags));
    }
  }
  return choices;
}

/** Of one dataset, by itself and by its lake. @returns undefined where no page chooses it */
export function tagsOfDataset(choices: CanaryChoices, key: string, lake: string): Tags | undefined {
  const own = choices.get(key);
  const shared = choices.get(targetKey({ kind: 'lake', lake }));
  if (own === undefined || shared === undefined) return own === undefined ? shared : own;
  return both(own, shared);
}

export function versionsOfDataset({ lake, path, seen }: FleetDataset, tags: Tags): readonly Chosen[] {
  if (seen === undefined) return [];
  const place = { lake: lake.settings.id, path };
  const { latest } = seen.facts.names.listing;
  const versions = new Map<string, Chosen>();
  if (latest !== null) {
    const name = nameOf(null, latest);
    versions.set(name, { ...place, name, branch: null, version: latest, newest: true });
  }
  for (const { name: tag, body } of seen.facts.control.tags) {
    if (tags !== null && !tags.has(tag)) continue;
    if (body.kind !== 'read' || body.value.kind !== 'found') continue;
    const { branch, version } = body.value.reference;
    const name = nameOf(branch, version);
    if (!versions.has(name)) versions.set(name, { ...place, name, branch, version, newest: false });
  }
  return [...versions.values()];
}

/** Where its dataset lies in a lake of this console, and the replica is not retired. */
export function versionsServed(
  replicas: readonly Pick<ReplicaRow, 'dataset' | 'servingVersion' | 'retired'>[],
): readonly Chosen[] {
  const served = replicas.flatMap(({ dataset, servingVersion, retired }): Chosen[] => {
    if (retired !== null || dataset == null || servingVersion == null) return [];
    const { lake, id } = dataset;
    const name = `${lake} ${id} ${servingVersion}`;
    const version = BigInt(servingVersion);
    return [{ name, lake, path: decodeDatasetId(id), branch: null, version, newest: false }];
  });
  return [...new Map(served.map((one) => [one.name, one])).values()];
}

function nameOf(branch: string | null, version: bigint): string {
  return `${branch ?? ''}/${version}`;
}

function both(one: Tags, other: Tags): Tags {
  return one === null || other === null ? null : new Set([...one, ...other]);
}
