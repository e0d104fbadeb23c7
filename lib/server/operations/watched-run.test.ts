/** A run that works says how far it is, how fast, until when, at what each version is, what happened, and who has it since when it was heard: the same from every server. */
import { afterEach, expect, it } from 'vitest';
import type { RunDetail } from '@/lib/contracts/runs';
import { closeServers, openServer } from '@/lib/testing/open-servers';

afterEach(closeServers);

it('tells its progress while it works, to who has it and to who watches it', async () => {
  const owner = await openServer({ versions: 24 });
  const other = await openServer({ on: owner.stage });
  // Loaded before the time of a run passes meanwhile.
  for (const name of ['runs', 'run'] as const) await other.routes.reply(name, { params: { run: 'none' } });
  const { hash, most } = await owner.plan();
  const marking: RunDetail[] = [];
  const met = new Set<string>();
  owner.stage.beforeCalls(async ({ verb, key }) => {
    const kind = /\.(sealed|committed)$/.exec(key)?.[1];
    if (verb !== 'create' || kind === undefined || met.has(kind)) return;
    met.add(kind);
    // Older than what is remembered for a crowd.
    await other.pass(other.routes.clock.sleep(2_000, new AbortController().signal));
    const [open] = (await other.routes.get('runs')).items;
    marking.push(await other.runOf(open?.run ?? ''));
  });
  const { run } = await owner.startRun(hash, { rate: 1 });
  const seen: RunDetail[] = [];
  const watched: RunDetail[] = [];
  for (let now = await owner.runOf(run); now.state !== 'ended'; now = await owner.runOf(run)) {
    seen.push(now);
    if (seen.length % 10 === 0) watched.push(await other.runOf(run));
  }

  const midway = seen.filter(({ counts }) => counts.objects > 10 && counts.objects < most.objects - 5);
  expect(midway.length).toBeGreaterThan(10);
  for (const now of midway) {
    const { counts, objectsLeft, bytesLeft, objectsPerSecond, expectedMs } = now;
    expect([objectsLeft, bytesLeft]).toEqual([most.objects - counts.objects, most.bytes - counts.bytes]);
    // One in a second at most; what it took before the first counts too.
    expect(objectsPerSecond).toBeGreaterThan(0);
    expect(objectsPerSecond).toBeLessThanOrEqual(1.5);
    expect(expectedMs).toBe(Math.round(((objectsLeft ?? 0) / (objectsPerSecond ?? 0)) * 1_000));
    expect(now).toMatchObject({ here: true, beat: { unchangedForMs: 0 }, cursor: { step: 'delete' } });
    expect(now.owner).toMatchObject({ pid: process.pid, host: expect.any(String) });
  }
  expect(marking[0]).toMatchObject({ objectsPerSecond: null, expectedMs: null });
  const states = new Set(
    [...marking, ...seen].flatMap(({ versions }) => versions.listed.map(({ state }) => state)),
  );
  expect([...states]).toEqual(expect.arrayContaining(['draining', 'sealed', 'committed']));
  expect(midway.at(-1)?.log.length).toBeGreaterThan(0);

  const last = watched.filter(({ beat }) => beat.unchangedForMs !== null).at(-1);
  expect(last).toMatchObject({ here: false, owner: { pid: process.pid } });
  expect(last?.counts.objects).toBeGreaterThan(0);
  expect(watched.some(({ beat }) => (beat.unchangedForMs ?? 0) > 0)).toBe(true);
  for (const { beat } of watched) expect(beat.unchangedForMs ?? 0).toBeLessThan(60_000);
});
