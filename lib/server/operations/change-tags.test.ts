/** Tags through the routes: created, moved over what was seen, deleted over what was seen; the loser of a race is told. */
import { afterEach, describe, expect, it } from 'vitest';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { type ActionStageOptions, actionStage } from '@/lib/testing/action-stage';
import { putVersions, rootOf } from '@/lib/testing/lake-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const root = 'events.lance';
const params = { lake: 'test', id: root };
const manifest = (version: bigint) => `lake/${root}/_versions/${2n ** 64n - 1n - version}.manifest`;

async function tagged(options: ActionStageOptions = {}) {
  const stage = await actionStage(options);
  opened.push(stage.routes);
  await putVersions(stage.inner, root, 1, 5);
  const { routes } = stage;
  const create = (body: object) => routes.reply('createTag', { params, body, role: 'operator' });
  const change = (name: 'moveTag' | 'deleteTag', tag: string, body: object) =>
    routes.reply(name, { params: { ...params, tag }, body, role: 'operator' });
  const rows = async () =>
    (await routes.get('references', { params })).items.filter(({ kind }) => kind === 'tag');
  return { ...stage, create, change, rows };
}

const errorOf = async (reply: Response) =>
  ((await reply.json()) as { error: { code: string; message: string; details: Record<string, unknown> } })
    .error;

describe('a tag', () => {
  it('is created, seen at once by whoever looks, and written down', async () => {
    const { create, rows, journal } = await tagged();
    expect(await rows()).toEqual([]);
    const reply = await create({ name: 'keep-3', version: '3' });
    expect(reply.status).toBe(200);
    const { tag, recorded } = (await reply.json()) as { tag: { etag: string }; recorded: unknown };
    expect(tag).toMatchObject({ name: 'keep-3', branch: null, version: '3', way: 'protocol' });
    const [row] = await rows();
    expect(row).toMatchObject({ name: 'keep-3', targetVersion: '3', visibility: 'visible', etag: tag.etag });
    const [intent, outcome] = await journal();
    expect(intent).toMatchObject({
      ...{ action: 'create_tag', actor: 'test-operator', role: 'operator' },
      target: 'test/events.lance: tag keep-3 at version 3',
    });
    expect(outcome).toMatchObject({ result: 'done', sentence: expect.stringContaining('keep-3') });
    expect(recorded).toEqual({ intent: intent?.id, outcome: outcome?.id });
  });

  it('that is there already is not created again', async () => {
    const { create } = await tagged();
    await create({ name: 'v1', version: '1' });
    const reply = await create({ name: 'v1', version: '2' });
    expect(reply.status).toBe(409);
    expect((await errorOf(reply)).details.reasons).toMatchObject([
      { code: 'exists', remedy: expect.stringContaining('another name') },
    ]);
  });

  it('is refused on a version on its way out, with what holds it, since when and how that ends', async () => {
    const { create, inner, journal } = await tagged();
    const name = {
      namespace: 'main',
      version: 2n,
      markerOperationId: 'a'.repeat(32),
      marker: 'draining',
    } as const;
    await createMarker(inner, rootOf(inner, root), name, [manifest(2n)]);
    const reply = await create({ name: 'v2', version: '2' });
    expect(reply.status).toBe(422);
    const { code, details } = await errorOf(reply);
    expect(code).toBe('refused');
    expect(details.reasons).toEqual([
      {
        code: 'draining',
        sentence: expect.any(String),
        holder: null,
        since: expect.stringMatching(/^2030-/),
        remedy: expect.stringContaining('cancel the drain after 2030-'),
      },
    ]);
    expect((await journal()).at(-1)).toMatchObject({ kind: 'outcome', result: 'refused' });
  });

  it('is moved by one of two who saw the same, and the other is told', async () => {
    const { create, change, rows, journal } = await tagged();
    await create({ name: 'live', version: '1' });
    const etag = (await rows())[0]?.etag;
    const replies = await Promise.all(
      ['2', '3'].map((version) => change('moveTag', 'live', { version, etag })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const loser = replies.find(({ status }) => status === 409);
    expect(await errorOf(loser ?? new Response())).toMatchObject({
      code: 'conflict',
      details: { reasons: [{ remedy: expect.any(String) }] },
    });
    const winner = (await replies.find(({ status }) => status === 200)?.json()) as {
      tag: { version: string };
    };
    expect((await rows())[0]).toMatchObject({ targetVersion: winner.tag.version });
    const results = (await journal()).flatMap((line) => (line.kind === 'outcome' ? [line.result] : []));
    expect(results.toSorted()).toEqual(['done', 'done', 'refused']);
  });

  it('is deleted over what was seen, with a reason', async () => {
    const { create, change, rows, journal } = await tagged();
    await create({ name: 'old', version: '1' });
    const etag = (await rows())[0]?.etag;
    expect((await change('deleteTag', 'old', { etag })).status).toBe(400);
    expect((await change('deleteTag', 'old', { etag: 'another', reason: 'no use' })).status).toBe(409);
    expect((await change('deleteTag', 'old', { etag, reason: 'no use' })).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect((await journal()).at(-1)).toMatchObject({
      action: 'delete_tag',
      reason: 'no use',
      result: 'done',
    });
    expect((await change('deleteTag', 'old', { etag, reason: 'no use' })).status).toBe(404);
  });

  it('has no name that is none', async () => {
    const { create } = await tagged();
    expect((await create({ name: '../x', version: '1' })).status).toBe(400);
    expect((await create({ name: 'v9', version: '9' })).status).toBe(404);
    expect((await create({ name: 'v1', version: '01' })).status).toBe(400);
  });
});

describe('on a store without conditional delete', () => {
  const without = ['deleteIfMatch'] as const;

  it('a tag of a dataset without lifecycle is created the released way, which the reply says', async () => {
    const { create } = await tagged({ without });
    const reply = await create({ name: 'v1', version: '1' });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      tag: { way: 'released' },
      notes: expect.arrayContaining([expect.stringContaining('A3')]),
    });
  });

  it('a tag of a dataset with lifecycle objects is refused as unsupported, with the reason', async () => {
    const { create, inner } = await tagged({ without });
    const name = {
      namespace: 'main',
      version: 5n,
      markerOperationId: 'a'.repeat(32),
      marker: 'sealed',
    } as const;
    await createMarker(inner, rootOf(inner, root), name, [manifest(5n)]);
    const reply = await create({ name: 'v1', version: '1' });
    expect(reply.status).toBe(501);
    expect(await errorOf(reply)).toMatchObject({
      code: 'unsupported',
      details: { reasons: [{ code: 'no_conditional_delete', remedy: expect.any(String) }] },
    });
  });
});
