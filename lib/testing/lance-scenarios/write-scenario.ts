/** Plays a scenario at one place: old act, a pause whose middle is the policy's cut, fresh act, then compacted until still. */
import type { Connection, Table } from '@lancedb/lancedb';
import { systemClock } from '@/lib/base/clock';
import type { ScenarioPlace } from './scenario-place';
import { eventsTable, type LanceScenario } from './scenarios';

export interface WrittenScenario {
  readonly place: ScenarioPlace;
  readonly scenario: LanceScenario;
  /** By this host's clock, which local folders and the server of the tests share: older versions may go. */
  readonly cut: Date;
}

export async function writeScenario(scenario: LanceScenario, place: ScenarioPlace): Promise<WrittenScenario> {
  const db = await place.connect();
  await scenario.old(db, place);
  await systemClock.sleep(place.apartMs);
  const cut = new Date(systemClock.wall());
  await systemClock.sleep(place.apartMs);
  await scenario.fresh(db, place);
  await compact(await openBranch(db, scenario.branch));
  db.close();
  return { place, scenario, cut };
}

export async function openBranch(db: Connection, branch: string | null): Promise<Table> {
  const table = await db.openTable(eventsTable);
  return branch === null ? table : (await table.branches()).checkout(branch);
}

/** Until nothing is left to compact: a cleanup after it adds no version of its own. */
async function compact(table: Table): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    const before = await table.version();
    await table.optimize();
    if ((await table.version()) === before) return;
  }
  throw new Error('the table does not come to rest');
}
