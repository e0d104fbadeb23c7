/** Removes the lifecycle files of an incarnation that is gone; its termination last, so that an interruption is found again (F.10). */
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { below } from '@/lib/engine/lance/paths';
import { leaseFolder } from '@/lib/engine/leases/lease-names';
import { listAll } from '@/lib/engine/references/stored-references';
import { formatTerminationName } from '@/lib/engine/references/termination-names';
import { intentsFolder, markersFolder } from '@/lib/engine/retirement/lifecycle-names';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';
import { referencesOf } from './branch-deletion';

const batch = 1_000;

/**
 * Leases, intents, markers with their commits last, clock, termination; a group begins when the one before is gone.
 * @returns keys that may remain; empty when all is gone
 */
export async function removeBranchControl(
  context: CleanupContext,
  namespace: string,
): Promise<readonly string[]> {
  const { root } = context;
  const list = async (entry: string) =>
    (await listAll(referencesOf(context), below(root.key, entry))).map(({ key }) => key);
  const markers = await list(`${markersFolder}${namespace}/`);
  const isCommit = (key: string) => key.endsWith('.committed');
  const groups = [
    await list(leaseFolder(namespace)),
    await list(`${intentsFolder}${namespace}/`),
    markers.filter((key) => !isCommit(key)),
    markers.filter(isCommit),
    [below(root.key, formatTerminationName(namespace))],
  ];
  for (const keys of groups) {
    const left = await removeGroup(context, keys);
    if (left.length > 0) return left;
  }
  return [];
}

async function removeGroup({ store }: CleanupContext, keys: readonly string[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (let at = 0; at < keys.length; at += batch)
    left.push(...(await tryDeleteAll(store, keys.slice(at, at + batch))));
  return left;
}
