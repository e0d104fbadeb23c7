/** What the configuration reserves for two people is never done by one: a branch stays, and the journal says why. */
import { afterEach, expect, it } from 'vitest';
import { actionStage } from '@/lib/testing/action-stage';
import { branchStage } from '@/lib/testing/branch-stage';
import { requireNoSecondPerson } from './second-person';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

it('a branch stays while its deletion needs a second person', async () => {
  const branches = await branchStage();
  const stage = await actionStage({ store: branches.bare, config: { secondApprover: ['delete_branch'] } });
  opened.push(stage.routes);
  const before = await branches.remains();
  const reply = await stage.routes.reply('deleteBranch', {
    params: { lake: 'test', id: 'lake~events', branch: 'exp' },
    body: { reason: 'it is over', typedName: 'exp' },
  });
  expect(reply.status).toBe(422);
  expect(await reply.json()).toMatchObject({ error: { details: { reasons: [{ code: 'approval' }] } } });
  expect(await branches.remains()).toEqual(before);
  expect((await stage.journal()).at(-1)).toMatchObject({ result: 'refused' });
});

it.each(['cancel_seal', 'delete_branch', 'force_unlock', 'quarantine_lock'] as const)('%s', (action) => {
  const named = (secondApprover: readonly string[]) =>
    ({ config: { secondApprover } }) as unknown as Parameters<typeof requireNoSecondPerson>[0];
  expect(() => requireNoSecondPerson(named([action]), action)).toThrow(/second person/);
  expect(() => requireNoSecondPerson(named(['run_cleanup']), action)).not.toThrow();
});
