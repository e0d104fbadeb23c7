/** What must be true of published references: reported only when written, never taken away unasked, never of a version that went (F, D20). */
import type { ReferenceFact } from './facts';
import { isReleased, type Witness } from './witness';
import { manifestKey } from './world';

/** When a process is told that its reference stands. */
export function checkReported(
  { facts, promises, excused }: Witness,
  process: string,
  key: string,
  version: bigint,
): string | null {
  const what = `${process} was told that ${key} names version ${version}`;
  if (!facts.written.has(`${process} ${key} ${version}`)) return `${what}, and it never wrote that`;
  // Told late: others have taken it away since, on request, and what it named is free again.
  if (promises.wasDeleted(key)) return null;
  const manifest = manifestKey(version);
  const target = facts.manifests.get(manifest);
  if (target === undefined && !excused.has(manifest)) return `${what}, and that version is gone`;
  const missing = target?.needs.find((need) => !facts.present.has(need) && !excused.has(need));
  if (missing !== undefined) return `${what}, and ${missing}, which that needs, is gone`;
  const committed = facts
    .markersOf(version)
    .some(({ marker, sealTakenInRun }) => marker === 'committed' && sealTakenInRun === null);
  return committed ? `${what}, and that version is committed` : null;
}

/** When the content of a reference's place changes. */
export function checkReference(
  { facts, promises, excused }: Witness,
  before: ReferenceFact | null,
  after: ReferenceFact,
): string | null {
  const { key, version, by } = after;
  if (before?.version === version || isReleased(by) || !promises.wasReported(key, version)) return null;
  const manifest = manifestKey(version);
  if (facts.manifests.has(manifest) || excused.has(manifest)) return null;
  return `${by} points ${key} back at version ${version}, which is gone`;
}

/** When it goes: whoever was told that it stands must have asked for that. */
export function checkReferenceGone(
  { promises }: Witness,
  by: string,
  gone: ReferenceFact,
  unconditional: boolean,
): string | null {
  const { key, version } = gone;
  // D4: without a condition a change in the same moment is lost, as the answer says.
  const asked = unconditional || isReleased(by) || !promises.wasReported(key, version);
  promises.referenceGivenUp(key);
  return asked ? null : `${by} removes ${key}, whose success was reported`;
}
