/** What every manifest must say before anything of its dataset is cleaned, and what a plan rests on (B.3, D7, D11). */
import { unsupported, VamplateError } from '@/lib/base/errors';
import type { PlanGround } from '@/lib/engine/cleanup/cleanup-plan';
import type { FolderSurvey, SurveyedVersion } from './dataset-survey';
import type { KnownManifest } from './manifest-memory';

/**
 * @param versions as they were read, in the order of `known`
 * @throws `unsupported` for flags that nobody here understands, `corrupt` for a manifest that states another version,
 * `unavailable` when the latest is gone
 */
export function refuseManifests(
  target: FolderSurvey,
  versions: readonly SurveyedVersion[],
  known: readonly (KnownManifest | null)[],
): void {
  for (const [index, manifest] of known.entries()) {
    const listed = versions[index];
    if (listed === undefined) continue;
    if (manifest === null) {
      // An older one may go while we look; the latest may not (contract test 49).
      if (listed.scheme !== 'detached' && listed.version === target.latest) {
        throw new VamplateError('unavailable', 'The latest version went away while it was looked at.', {
          key: listed.key,
        });
      }
      continue;
    }
    if (manifest.mismatch !== null) {
      const { named, stated } = manifest.mismatch;
      throw new VamplateError('corrupt', `Manifest ${named} states version ${stated}; nothing is cleaned.`, {
        key: listed.key,
      });
    }
    const [reason] = manifest.flagReasons;
    if (reason !== undefined) {
      throw unsupported(`Version ${listed.version} uses what this cleaner does not understand: ${reason}.`, {
        key: listed.key,
        reasons: manifest.flagReasons,
      });
    }
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
