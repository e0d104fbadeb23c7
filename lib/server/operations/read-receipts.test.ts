/** A receipt is found in whichever lake has the true one: what somebody put into another hides nothing. */
import { afterEach, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { Lakes } from '@/lib/lake/lakes';
import { actionStage } from '@/lib/testing/action-stage';
import { branchStage } from '@/lib/testing/branch-stage';
import { faultyStore } from '@/lib/testing/faulty-store';
import { ManualClock } from '@/lib/testing/manual-clock';
import { routesOver } from '@/lib/testing/routes-over';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** The receipt of a deleted branch in the lake `own`, which is asked after the lake `other`. */
async function twoLakes() {
  const own = await branchStage();
  const stage = await actionStage({ store: own.bare });
  const reply = await stage.routes.get('deleteBranch', {
    params: { lake: 'test', id: 'lake~events', branch: 'exp' },
    body: { reason: 'it is over', typedName: 'exp' },
  });
  await stage.routes.close();
  const run = ('receipt' in reply && reply.receipt) || '';
  const other = openMemoryStore();
  const state = { gone: false };
  const lakes = new Lakes({
    settings: ['other', 'own'].map((id) => ({ id, uri: `memory://${id}`, gc: 'none' })),
    clock: new ManualClock(),
    watchIntervalMs: 15_000,
    openStore: ({ id }) =>
      id === 'own' ? own.bare : faultyStore(other, (call) => (state.gone ? call.lost() : call.effect())),
    onChange: () => undefined,
  });
  const routes = routesOver(lakes);
  opened.push(routes);
  const put = (name: string, body: string) =>
    other.create(`_vamplate/receipts/${run}.${name}`, new TextEncoder().encode(body));
  return { run, state, put, read: () => routes.get('receipt', { params: { run } }) };
}

it('is the true one, and a false one in a lake that is asked before is named', async () => {
  const { run, put, read } = await twoLakes();
  await put('jws', 'false');
  const { lake, verdict, incidents, meta } = await read();
  expect([lake, verdict]).toMatchObject(['own', { kind: 'valid', receipt: { run } }]);
  expect(incidents).toEqual([
    {
      key: `_vamplate/receipts/${run}.jws`,
      sentence: 'A false receipt in other: This text is no receipt.',
    },
  ]);
  expect(meta).toMatchObject({ complete: true, notes: [] });
});

it('says of what it did not judge that it did not', async () => {
  const { put, read, state } = await twoLakes();
  for (let at = 0; at < 25; at += 1) await put(`${`${at}`.padStart(64, '0')}.jws`, 'false');
  expect(await read()).toMatchObject({
    ...{ lake: 'own', verdict: { kind: 'valid' } },
    meta: { complete: false, notes: [expect.stringContaining('More texts lie in its place in other')] },
  });
  state.gone = true;
  expect(await read()).toMatchObject({
    ...{ lake: 'own', verdict: { kind: 'valid' } },
    meta: { complete: false, notes: [expect.stringContaining('Whether other has one too is not known')] },
  });
});
