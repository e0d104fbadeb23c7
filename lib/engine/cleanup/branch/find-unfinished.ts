/** Finds deletions of a branch that were begun and not finished: their reference is gone, their files are not all (D21). */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { mainNamespace, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import type { Doomed } from './branch-deletion';

export interface Unfinished {
  readonly namespace: string;
  /** Entries of the manifests its commits name. */
  readonly manifests: ReadonlySet<string>;
  /** Stored time of its last commit, when its reference still stood: whatever is younger may be somebody else's. */
  readonly committedAt: StorageInstant | null;
  readonly terminated: boolean;
}

/**
 * Incarnations without a reference whose commits name manifests of the branch, and terminations that name nothing any
 * more. Pure.
 */
export function unfinishedDeletions(control: ControlState, name: string): readonly Unfinished[] {
  const alive = new Set<string>([mainNamespace]);
  for (const { body } of control.branches) {
    if (body.kind === 'read' && body.value.kind === 'found')
      alive.add(namespaceOf(body.value.reference.identifier));
  }
  const terminated = new Set(control.terminations.map(({ namespace }) => namespace));
  const namespaces = new Set([...terminated, ...control.markers.map(({ namespace }) => namespace)]);
  const folder = `tree/${name}/_versions/`;
  return [...namespaces].flatMap((namespace): Unfinished[] => {
    if (alive.has(namespace)) return [];
    const commits = control.markers.filter(
      (marker) => marker.namespace === namespace && marker.marker === 'committed',
    );
    const entries = commits.flatMap(({ body }) => (body?.kind === 'read' ? body.value.manifestEntries : []));
    const here = entries.filter((entry) => isIn(entry, folder));
    const nowhere = commits.length === 0 && terminated.has(namespace);
    if (here.length === 0 && !nowhere) return [];
    const last = commits.reduce<number | null>(
      (most, { storedAt }) => (most === null ? storedAt : Math.max(most, storedAt)),
      null,
    );
    return [
      {
        namespace,
        manifests: new Set(here),
        committedAt: last === null ? null : storageInstant(last),
        terminated: terminated.has(namespace),
      },
    ];
  });
}

export interface Remains {
  /**
   * What of the folder surely belonged to that incarnation: as old as its last commit by any of the store's clocks, and
   * where it is an attached manifest, named by a commit.
   */
  readonly doomed: Doomed;
  /** The rest, which is somebody else's. */
  readonly strange: readonly ObjectMeta[];
  /** Nothing that its commits name is there, unless it surely came since: its control files are all that is left to remove. */
  readonly versionsGone: boolean;
}

/** @param entryOf the key below the dataset root */
export function remainsOf(
  found: Doomed,
  unfinished: Unfinished,
  entryOf: (key: string) => string,
  clockMarginMs: number,
): Remains {
  const { committedAt } = unfinished;
  const old = ({ storedAt }: ObjectMeta) => committedAt !== null && storedAt + clockMarginMs <= committedAt;
  const young = ({ storedAt }: ObjectMeta) => committedAt !== null && storedAt > committedAt + clockMarginMs;
  const isNamed = ({ key }: ObjectMeta) => unfinished.manifests.has(entryOf(key));
  const isAttached = ({ key }: ObjectMeta) =>
    parseVersionName(key.slice(key.lastIndexOf('/') + 1)).kind === 'attached';
  const manifests = found.manifests.filter((meta) => old(meta) && (isNamed(meta) || !isAttached(meta)));
  const objects = found.objects.filter(old);
  const kept = new Set([...manifests, ...objects]);
  return {
    doomed: { ...found, namespace: unfinished.namespace, manifests, objects },
    strange: [...found.manifests, ...found.objects].filter((meta) => !kept.has(meta)),
    versionsGone: found.manifests.every((meta) => young(meta) || (isAttached(meta) && !isNamed(meta))),
  };
}

/** Whether readers of any release may take it for a version. */
export function isVersion({ key }: ObjectMeta): boolean {
  return key.slice(key.lastIndexOf('/') + 1).includes('.manifest');
}

function isIn(entry: string, folder: string): boolean {
  return entry.startsWith(folder) && !entry.slice(folder.length).includes('/');
}
