/** The official cleaner: `optimize` with `cleanupOlderThan` on a table that has nothing left to compact. */
import { openBranch, type WrittenScenario } from './write-scenario';

export type LanceCleanup =
  | { readonly kind: 'cleaned'; readonly versions: number; readonly bytes: number }
  /** What LanceDB said; nothing was removed. */
  | { readonly kind: 'refused'; readonly message: string };

/** @throws when LanceDB added a version of its own: then the table was not at rest and nothing can be compared */
export async function cleanByLance({ place, scenario, cut }: WrittenScenario): Promise<LanceCleanup> {
  const db = await place.connect();
  try {
    const table = await openBranch(db, scenario.branch);
    const before = await table.version();
    const stats = await table
      .optimize({ cleanupOlderThan: cut, deleteUnverified: true })
      .catch((error: unknown) => String(error));
    if ((await table.version()) !== before) throw new Error('LanceDB compacted once more');
    if (typeof stats === 'string') return { kind: 'refused', message: stats };
    return { kind: 'cleaned', versions: stats.prune.oldVersionsRemoved, bytes: stats.prune.bytesRemoved };
  } finally {
    db.close();
  }
}
