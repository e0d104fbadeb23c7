/** Markers and intents through the routes: who may take back what, and what becomes of publications nobody finishes. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/contracts/roles';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { createIntent } from '@/lib/engine/references/write-reference';
import type { MarkerKind } from '@/lib/engine/retirement/marker-names';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { actionStage } from '@/lib/testing/action-stage';
import { putVersions, rootOf } from '@/lib/testing/lake-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const root = 'events.lance';
const params = { lake: 'test', id: root };
const run = 'd'.repeat(32);
const pastOwnershipMs = 15 * 60_000 + 1_000 + 5_000;
const manifestPath = `lake/${root}/_versions/${2n ** 64n - 1n - 2n}.manifest`;

async function marked(marker: MarkerKind, leased = false) {
  const stage = await actionStage({ settings: { gc: 'protect' } });
  opened.push(stage.routes);
  const { inner, routes } = stage;
  await putVersions(inner, root, 1, 3);
  const name = { namespace: 'main', version: 2n, markerOperationId: run, marker };
  await createMarker(inner, rootOf(inner, root), name, [manifestPath]);
  if (leased) {
    const lease = { namespace: 'main', version: 2n, ttlMicros: 86_400_000_000n, id: 'e'.repeat(32) };
    await inner.create(`${root}/${formatLeaseName(lease)}`, new Uint8Array());
  }
  const rows = async () => (await routes.get('retirements', { params })).items;
  const cancel = async (role: Role, more: object = {}) => {
    const [row] = await rows();
    const body = { namespace: 'main', kind: marker, since: row?.since, reason: 'its run is dead', ...more };
    const place = { ...params, version: '2', marker: run };
    return routes.reply('cancelRetirement', { params: place, body, role });
  };
  return { ...stage, rows, cancel };
}

describe('a stale drain', () => {
  it('is cancelled by an operator once its owner’s time is over, not before', async () => {
    const { cancel, rows, advance, journal } = await marked('draining');
    const early = await cancel('operator');
    expect(early.status).toBe(422);
    expect(await early.json()).toMatchObject({
      error: {
        code: 'refused',
        details: { reasons: [{ code: 'in_use', remedy: expect.stringContaining('2030-') }] },
      },
    });
    advance(pastOwnershipMs);
    expect((await cancel('operator')).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect((await journal()).at(-1)).toMatchObject({
      ...{ action: 'cancel_retirement', result: 'done', reason: 'its run is dead' },
      target: `test/events.lance: draining marker ${run} of version 2 in main`,
    });
  });

  it('needs a reason', async () => {
    const { cancel } = await marked('draining');
    expect((await cancel('operator', { reason: undefined })).status).toBe(400);
  });
});

describe('an abandoned seal', () => {
  const said = { processStopped: true, typedName: root };

  it('is cancelled by an admin alone', async () => {
    const { cancel, advance, rows, journal } = await marked('sealed', true);
    advance(pastOwnershipMs);
    const reply = await cancel('operator', said);
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({ error: { details: { role: 'operator', needed: 'admin' } } });
    expect(await journal()).toEqual([]);
    expect((await cancel('admin', said)).status).toBe(200);
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['without the name', { processStopped: true }, 400],
    ['with its short name', { processStopped: true, typedName: 'events' }, 400],
    ['without the word that its process is stopped', { typedName: root }, 422],
    ['of another moment', { ...said, since: '2029-01-01T00:00:00.000Z' }, 422],
  ])('stays %s', async (_, body, status) => {
    const { cancel, advance, rows } = await marked('sealed', true);
    advance(pastOwnershipMs);
    expect((await cancel('admin', body)).status).toBe(status);
    expect(await rows()).toHaveLength(1);
  });

  it('of a version that nothing needs stays, and the way out is named', async () => {
    const { cancel, advance } = await marked('sealed');
    advance(pastOwnershipMs);
    const reply = await cancel('admin', said);
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({
      error: { details: { reasons: [{ code: 'not_needed', remedy: 'Finish the retirement.' }] } },
    });
  });
});

describe('intents', () => {
  it('are settled once their owners are gone, and each is told', async () => {
    const stage = await actionStage({ settings: { gc: 'protect' } });
    opened.push(stage.routes);
    const { inner, routes, advance, journal } = stage;
    await putVersions(inner, root, 1, 3);
    await createIntent(
      inner,
      rootOf(inner, root),
      { namespace: 'main', version: 2n, id: 'e'.repeat(32) },
      {
        ...{ manifestPath, operationId: 'f'.repeat(32), state: 'pending' },
        mutation: {
          ...{ kind: 'create', path: `lake/${root}/_refs/tags/v2.json` },
          payload: new TextEncoder().encode('{}'),
        },
      },
    );
    const settle = () => routes.get('settleIntents', { params, role: 'operator' });
    expect((await settle()).settled).toMatchObject([{ version: '2', became: 'owned' }]);
    advance(pastOwnershipMs);
    expect((await settle()).settled).toMatchObject([
      { version: '2', became: 'revoked', referencePath: `lake/${root}/_refs/tags/v2.json` },
    ]);
    expect((await routes.get('intents', { params })).items).toEqual([]);
    expect((await settle()).settled).toEqual([]);
    const said = (await journal()).flatMap((line) => (line.kind === 'outcome' ? [line.sentence] : []));
    expect(said).toEqual(['1 owned.', '1 revoked.', 'There was nothing to settle.']);
  });
});
