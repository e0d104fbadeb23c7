/** Creates, moves and deletes tags through the protocol, and relies on every success it is told of (F, D20). */
import { isVamplateError, type VamplateError } from '@/lib/base/errors';
import type { DatasetEngine } from '@/lib/engine/engine';
import type { Actor, Stage } from '@/lib/testing/simulation/cast';
import type { SimProcess } from '@/lib/testing/simulation/scheduler';
import { at } from '@/lib/testing/simulation/world';
import { told } from './told';

export const tagger: Actor = async (process, stage) => {
  const { clock, random } = process;
  const engine = stage.engineOf(process);
  for (let round = 0; round < 3; round += 1) {
    await clock.sleep(random.int(40_000));
    // Two names for several taggers: they meet each other.
    const name = random.pick(['red', 'blue']);
    if (random.chance(0.3)) await deleteTag(process, stage, engine, name);
    else await writeTag(process, stage, engine, name);
    if (random.chance(0.2)) await told(stage.ledger, 'settle', () => engine.settlePublications());
  }
};

async function writeTag(
  process: SimProcess,
  { ledger, config }: Stage,
  engine: DatasetEngine,
  name: string,
): Promise<void> {
  const version = process.random.pick([...config.wanted]);
  const moves = process.random.chance(0.4);
  const request = { name, branch: null, version };
  const written = await told(
    ledger,
    moves ? 'move tag' : 'create tag',
    () => (moves ? engine.moveTag(request) : engine.createTag(request)),
    (error) => countEnd(ledger, error),
  );
  if (written === null) return;
  ledger.hit(written.way === 'protocol' ? 'H.4 pending fresh, published' : 'D4 tag the released way');
  ledger.reported(process.name, at(`_refs/tags/${name}.json`), version);
}

async function deleteTag(
  process: SimProcess,
  { ledger }: Stage,
  engine: DatasetEngine,
  name: string,
): Promise<void> {
  const key = at(`_refs/tags/${name}.json`);
  ledger.promises.deletionBegins(process.name, key);
  let open = false;
  await told(
    ledger,
    'delete tag',
    () => engine.deleteTag({ name }),
    (error) => {
      open = error.kind === 'unavailable';
    },
  );
  if (!open) ledger.promises.deletionEnded(process.name, key);
}

export function countEnd(ledger: Stage['ledger'], error: VamplateError): void {
  if (!isVamplateError(error)) return;
  if (error.kind === 'unsupported') ledger.hit('D4 refused without conditional delete');
  if (error.details.outcome === 'unknown') ledger.hit('H.4 pending fresh, transport error');
  if (error.kind === 'conflict' && error.details.reason === 'changed')
    ledger.hit('H.4 pending fresh, taken by others');
}
