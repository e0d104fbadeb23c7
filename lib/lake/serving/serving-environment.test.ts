/** The watch of one environment: from its start, once a round, through errors, until it is stopped; and what it joins. */
import { afterEach, describe, expect, it } from 'vitest';
import type { ExactJson } from '@/lib/base/exact-json';
import { lakeStage } from '@/lib/testing/lake-stage';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { ServingEnvironment, servingIntervalMs } from './serving-environment';

const key = 'serving/v1/prod/berlin/osm-lance-v2/replicas/eu-1/status.json';
const url = 'https://eu-1.example/serving/v1/status';
const open: ServingEnvironment[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.stop()));
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
}

function staged({ urls = [] as string[], state = '' as string | undefined } = {}) {
  const stage = lakeStage();
  const told: string[] = [];
  const errors: unknown[] = [];
  const asked: string[] = [];
  const answers = new Map<string, () => Response>();
  const environment = new ServingEnvironment({
    ...{ settings: { env: 'prod', lake: 'test', state, urls }, lake: stage.lake, clock: stage.clock },
    fetch: async (address) => {
      asked.push(address);
      return answers.get(address)?.() ?? new Response(null, { status: 404 });
    },
    onChange: (tag) => void told.push(tag),
    onError: (error) => void errors.push(error),
  });
  open.push(environment);
  const round = async (ms = servingIntervalMs) => {
    stage.clock.advance(ms);
    await turns();
    return stage.takeAsked();
  };
  const put = (changes: Readonly<Record<string, ExactJson>> = healthy) =>
    stage.inner.put(key, reportBytes(changes));
  const view = async () => environment.view((await environment.look()).value);
  return { ...stage, environment, told, errors, asked, answers, round, put, view };
}

describe('the watch', () => {
  it('looks from its start, once a round, and tells of no mere heartbeat', async () => {
    const { environment, put, round, told, takeAsked, inner } = staged();
    await put();
    environment.start();
    environment.start();
    await turns();
    expect(takeAsked().filter((call) => call.startsWith('get'))).toHaveLength(1);
    await put({ ...healthy, 'fence.seq': 49 });
    expect((await round()).filter((call) => call.startsWith('get'))).toHaveLength(1);
    expect(told).toEqual([]);
    await put({ ...healthy, 'fence.standing': 'deposed' });
    await round();
    expect(told).toHaveLength(1);
    expect((await inner.head(key)).kind).toBe('found');
  });

  it('goes on while the store is gone, keeps what it knew, and is told when it is back', async () => {
    const { environment, put, round, setGone, view, told } = staged();
    await put();
    environment.start();
    await turns();
    setGone(true);
    await round();
    await round();
    expect((await environment.look()).value.problem).not.toBeNull();
    expect((await view()).replicas[0]?.headline).toBe('healthy');
    setGone(false);
    await round();
    expect((await environment.look()).value.problem).toBeNull();
    expect(told).toHaveLength(2);
  });

  it('ends when it is stopped', async () => {
    const { environment, round } = staged();
    environment.start();
    await turns();
    await environment.stop();
    await round();
    expect(await round()).toEqual([]);
  });
});

describe('addresses', () => {
  it('asks the configured ones and no other, not even after a redirect', async () => {
    const { answers, asked, view } = staged({ urls: [url], state: undefined });
    answers.set(url, () => Response.redirect('https://elsewhere.example/', 302));
    expect((await view()).unplaced).toMatchObject([{ url, reading: { because: 'unavailable' } }]);
    expect(asked).toEqual([url]);
  });

  it('a process that lost its place and still answers does not count beside the one that has it', async () => {
    const { answers, put, view, clock } = staged({ urls: [url] });
    const published_at = new Date(clock.wall()).toISOString();
    const answer = (epoch: number) => () =>
      new Response(Buffer.from(reportBytes({ ...healthy, published_at, 'fence.epoch': epoch })));
    answers.set(url, answer(11));
    await put();
    const [replica] = (await view()).replicas;
    expect(replica).toMatchObject({ headline: 'healthy', source: { kind: 'store' } });
    expect(replica?.others).toMatchObject([{ source: { url } }]);
  });

  it('of one epoch and two processes, the one the place does not name is deposed', async () => {
    const { answers, put, view, clock } = staged({ urls: [url] });
    const published_at = new Date(clock.wall()).toISOString();
    const later = { ...healthy, published_at, 'fence.seq': 50, instance_id: 'other' };
    answers.set(url, () => new Response(Buffer.from(reportBytes(later))));
    await put();
    expect((await view()).replicas[0]?.headline).toBe('deposed');
  });

  it('the older report and another environment name no replica here', async () => {
    const older = `${url}/older`;
    const elsewhere = `${url}/test`;
    const { answers, view } = staged({ urls: [older, elsewhere], state: undefined });
    const phaseB = {
      lifecycle: { serving: null, operation: { state: 'idle' } },
      ...{ artifact_present: false, cgroup_memory: { current_bytes: null, max_bytes: null } },
    };
    answers.set(older, () => Response.json(phaseB));
    answers.set(elsewhere, () => new Response(Buffer.from(reportBytes({ ...healthy, env: 'test' }))));
    const { replicas, unplaced } = await view();
    expect(replicas).toEqual([]);
    expect(unplaced.map(({ reading }) => reading.kind)).toEqual(['phase_b', 'read']);
  });

  it('a silent one that was given up is so until it answers, which ends that word for good', async () => {
    const { answers, environment, view, round } = staged({ urls: [url], state: undefined });
    const silence = () => {
      throw new TypeError('fetch failed');
    };
    answers.set(url, silence);
    environment.start();
    await turns();
    const retired = { actor: 'ada', reason: 'gone', at: '2026-01-01T00:00:00Z' };
    await environment.retireAddress(url, retired);
    expect((await view()).unplaced).toMatchObject([{ url, retired }]);
    answers.set(url, () => new Response('{'));
    await round();
    answers.set(url, silence);
    await round();
    expect((await view()).unplaced).toMatchObject([{ url, retired: null }]);
  });
});
