/** D4: what a dataset's page says of new tags is what the change itself answers, from one rule. */
import { afterEach, expect, it } from 'vitest';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { actionStage } from '@/lib/testing/action-stage';
import { putVersions, rootOf } from '@/lib/testing/lake-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const root = 'events.lance';
const params = { lake: 'test', id: root };
const manifest = `lake/${root}/_versions/${2n ** 64n - 1n - 2n}.manifest`;

it.each([
  { without: [], lifecycle: true, refused: false },
  { without: ['deleteIfMatch'], lifecycle: false, refused: false },
  { without: ['deleteIfMatch'], lifecycle: true, refused: true },
] as const)(
  'D4 without $without, lifecycle objects there: $lifecycle',
  async ({ without, lifecycle, refused }) => {
    const stage = await actionStage({ without });
    opened.push(stage.routes);
    const { inner, routes } = stage;
    await putVersions(inner, root, 1, 3);
    if (lifecycle) {
      const name = {
        namespace: 'main',
        version: 2n,
        markerOperationId: 'd'.repeat(32),
        marker: 'draining',
      } as const;
      await createMarker(inner, rootOf(inner, root), name, [manifest]);
    }
    const { tagging } = await routes.get('dataset', { params });
    expect(tagging.change).toBeNull();
    const reply = await routes.reply('createTag', { params, body: { name: 'v1', version: '1' } });
    expect(reply.status).toBe(refused ? 501 : 200);
    if (!refused) expect(tagging.create).toBeNull();
    else expect(await reply.json()).toMatchObject({ error: { message: tagging.create } });
  },
);
