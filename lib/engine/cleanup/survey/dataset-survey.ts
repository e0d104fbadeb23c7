/** What lies in a dataset at one moment: its control state and the manifests of main and of every folder below `tree/`. */
import type { StorageInstant } from '@/lib/base/clock';
import type { ControlState } from '@/lib/engine/control/control-entries';
import type { StagedManifest } from '@/lib/engine/lance/resolve-versions';
import type { NamingScheme } from '@/lib/engine/lance/version-names';
import type { ETag } from '@/lib/engine/store/object-store';

/** One manifest as a listing shows it. */
export interface SurveyedVersion {
  readonly version: bigint;
  readonly scheme: NamingScheme | 'detached';
  /** Key below the store. */
  readonly key: string;
  /** Name below `_versions/`. */
  readonly name: string;
  readonly size: number;
  readonly etag: ETag;
  readonly storedAt: StorageInstant;
}

/** Main, or one folder below `tree/` that holds manifests, with a reference or without. */
export interface FolderSurvey {
  /** The folder's path below `tree/`, which is the branch's name; null is main. */
  readonly branch: string | null;
  /** Key of its root below the store. */
  readonly root: string;
  /** Attached versions, in the order listed. */
  readonly versions: readonly SurveyedVersion[];
  readonly detached: readonly SurveyedVersion[];
  readonly staged: readonly StagedManifest[];
  /** Names that look like manifests and state no version. */
  readonly unrecognised: readonly string[];
  readonly scheme: NamingScheme | 'mixed' | null;
  readonly latest: bigint | null;
}

export interface DatasetSurvey {
  readonly control: ControlState;
  /** Main first. */
  readonly folders: readonly FolderSurvey[];
  /** Folders of layouts that only proposals write: who needs which files is not in the manifests then (A.1). */
  readonly proposals: readonly string[];
  /** The configuration says that commits go through an external store (D8). */
  readonly externalCommits: boolean;
  /** The store's time of the oldest answer; null when the store states none (A6). */
  readonly storeTime: StorageInstant | null;
}

export function folderOf(survey: DatasetSurvey, branch: string | null): FolderSurvey | null {
  return survey.folders.find((folder) => folder.branch === branch) ?? null;
}

/** The number a clone's or branch's own versions begin with; null without versions. */
export function lowestVersion(versions: readonly Pick<SurveyedVersion, 'version'>[]): bigint | null {
  return versions.reduce<bigint | null>(
    (least, { version }) => (least === null || version < least ? version : least),
    null,
  );
}
