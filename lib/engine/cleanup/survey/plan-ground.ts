/** What every manifest must say before anything of its dataset is cleaned, and what a plan rests on (B.3, D7, D11). */
import { unsupported, VamplateError } from '@/lib/base/errors';
import type { PlanGround } from '@/lib/engine/cleanup/cleanup-plan';
import type { FolderSurvey, SurveyedVersion } from './dataset-survey';
import type { KnownManifest } from './manifest-memory';

/**
 * @throws `unsupported` for flags that nobody here understands, `corrupt` for a manifest that states another version
 */
export function refuseManifest({ key, version }: SurveyedVersion, manifest: KnownManifest): void {
  if (manifest.mismatch !== null) {
    const { named, stated } = manifest.mismatch;
    throw new VamplateError('corrupt', `Manifest ${named} states version ${stated}; nothing is cleaned.`, {
      key,
    });
  }
  const [reason] = manifest.flagReasons;
  if (reason !== undefined) {
    throw unsupported(`Version ${version} uses what this cleaner does not understand: ${reason}.`, {
      key,
      reasons: manifest.flagReasons,
    });
  }
}

/** As `refuseManifest`, of the branch that is cleaned. @throws `unavailable` too, when the latest is gone */
export function refuseOwnManifest(
  target: FolderSurvey,
  listed: SurveyedVersion,
  manifest: KnownManifest | null,
): void {
  if (manifest !== null) refuseManifest(listed, manifest);
  // An older one may go while we look; the latest may not (contract test 49).
  else if (listed.scheme !== 'detached' && listed.version === target.latest) {
    throw new VamplateError('unavailable', 'The latest version went away while it was looked at.', {
      key: listed.key,
    });
  }
}

/** Of the latest version, which every plan keeps. */
export function groundOf(
  target: FolderSurvey,
  versions: readonly SurveyedVersion[],
  known: readonly (KnownManifest | null)[],
): PlanGround {
  const at = versions.findIndex((one) => one.scheme !== 'detached' && one.version === target.latest);
  const latest = known[at];
  if (latest === undefined || latest === null || target.scheme === null || target.scheme === 'mixed') {
    throw new VamplateError('unavailable', 'The latest version went away while it was looked at.');
  }
  const { readerFlags, writerFlags } = latest;
  return { scheme: target.scheme, readerFlags, writerFlags, authority: 'object_store' };
}
