/** What public forms are told from memory: without a request, and shut where nobody can tell whether it may be open. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { routesOver } from '@/lib/testing/routes-over';
import { sha256Hex } from '../auth/secret-digest';
import { lookEveryMs, openMs, type Status, statusOf } from './status';

const body = {
  ...{ slug: 'maps', title: 'Maps', level: 'labels', visibility: 'secret', timeZone: 'UTC', canary: false },
  targets: [{ kind: 'dataset', lake: 'test', id: 'eu~roads.lance', label: 'Roads', description: null }],
};
const params = { slug: 'maps' };
const link = { params, body: { note: 'Acme', expiresAt: '2030-01-01T01:00:00.000Z' } };
const dark = sha256Hex('no secret');

let broken: boolean;
let unreadable: string;
let cut: boolean;
let silent: boolean;
let metering: ReturnType<typeof metered>;
let other: ReturnType<typeof routesOver>;
let routes: ReturnType<typeof routesOver>;
let status: Status;

function server(store: ReturnType<typeof metered>['store']) {
  const made = routesOver(null, { lakes: [{ id: 'test', uri: 'file:///nowhere' }] });
  made.runtime.once('control store', () => store);
  return made;
}

beforeEach(async () => {
  [broken, unreadable, cut, silent] = [false, '', false, false];
  const bare = openMemoryStore();
  routes = server(bare);
  const faulty = faultyStore(bare, (call) =>
    broken || (call.verb === 'get' && call.key === unreadable) ? call.lost() : call.effect(),
  );
  metering = metered({
    ...faulty,
    list: (of) =>
      silent
        ? new Promise(() => {})
        : faulty.list(of).then((page) => ({ ...page, ...(cut ? { next: 'x' } : {}) })),
  });
  // Requests go to the server that was made last: it is the one that `routes` is not.
  other = server(bare);
  const watching = { ...routes.runtime };
  watching.once = memo();
  watching.once('control store', () => metering.store);
  const made = statusOf(watching);
  if (made === null) throw new Error('there is a control store');
  status = made;
  await settled();
});
afterEach(async () => {
  await status.stop();
  await other.close();
  await routes.close();
});

function memo(): typeof routes.runtime.once {
  const parts = new Map<string, unknown>();
  return (name, make) => {
    if (!parts.has(name)) parts.set(name, make());
    return parts.get(name) as ReturnType<typeof make>;
  };
}

/** Lets what began go on until nothing is left but sleepers. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= lookEveryMs) {
    routes.clock.advance(Math.min(left, lookEveryMs));
    await settled();
  }
}

describe('pages in memory', () => {
  it('come within one look, and nobody who asks costs a request', async () => {
    expect(status.currentModel('maps')).toEqual({ kind: 'absent' });
    await other.get('makeStatusPage', { body });
    await pass(lookEveryMs);
    const current = status.currentModel('maps');
    expect(current).toMatchObject({
      kind: 'found',
      page: { title: 'Maps' },
      model: { rows: [{ label: 'Roads', state: 'unknown' }] },
    });
    const before = metering.meter.requests;
    for (let asks = 0; asks < 1_000; asks += 1) expect(status.currentModel('maps')).toBe(current);
    expect(metering.meter.requests).toBe(before);
  });

  it('are absent once they were deleted', async () => {
    await other.get('makeStatusPage', { body });
    await pass(lookEveryMs);
    await other.get('deleteStatusPage', { params, body: { revision: 1 } });
    await pass(lookEveryMs);
    expect(status.currentModel('maps')).toEqual({ kind: 'absent' });
  });

  it('stay as they were read last for five minutes while the store does not answer, and then are shut', async () => {
    await other.get('makeStatusPage', { body: { ...body, visibility: 'public' } });
    await pass(lookEveryMs);
    broken = true;
    await pass(openMs);
    expect(status.publicModel('maps').kind).toBe('found');
    expect(status.publicModel('others').kind).toBe('absent');
    await pass(2 * lookEveryMs);
    for (const slug of ['maps', 'others']) {
      expect(status.currentModel(slug)).toEqual({ kind: 'unknown' });
      expect(status.publicModel(slug)).toEqual({ kind: 'unknown' });
    }
    broken = false;
    await pass(lookEveryMs);
    expect(status.publicModel('maps').kind).toBe('found');
  });

  it('whose own register alone cannot be read are shut as well, and may hold the link that is asked for', async () => {
    await other.get('makeStatusPage', { body: { ...body, visibility: 'public' } });
    await pass(lookEveryMs);
    unreadable = '_vamplate/status-pages/maps.json';
    const { secret } = await other.get('makeStatusLink', link);
    await pass(lookEveryMs);
    expect(status.publicModel('maps').kind).toBe('found');
    expect(status.findBySecretDigest(sha256Hex(secret))).toEqual({ kind: 'unknown' });
    await pass(openMs + lookEveryMs);
    expect(status.publicModel('maps')).toEqual({ kind: 'unknown' });
    unreadable = '';
    await pass(lookEveryMs);
    expect(status.publicModel('maps').kind).toBe('found');
    expect(status.findBySecretDigest(sha256Hex(secret)).kind).toBe('found');
  });

  it('keep no server from stopping whose store never answers', async () => {
    silent = true;
    await pass(lookEveryMs);
    await status.stop();
  });

  it('beyond those that one look lists may hold what is asked for', async () => {
    await pass(lookEveryMs);
    cut = true;
    await pass(lookEveryMs);
    expect(status.publicModel('others')).toEqual({ kind: 'unknown' });
    expect(status.findBySecretDigest(dark)).toEqual({ kind: 'unknown' });
  });
});

describe('a secret link', () => {
  let digest: string;
  let id: string;
  beforeEach(async () => {
    await other.get('makeStatusPage', { body });
    const made = await other.get('makeStatusLink', link);
    digest = sha256Hex(made.secret);
    id = made.link.id;
    await pass(lookEveryMs);
  });

  it('opens its page and no other does', () => {
    expect(status.findBySecretDigest(digest)).toEqual({ kind: 'found', slug: 'maps', link: id });
    expect(status.findBySecretDigest(dark)).toEqual({ kind: 'absent' });
    expect(status.findBySecretDigest('malformed')).toEqual({ kind: 'absent' });
  });

  it('that another server revoked is shut after one look', async () => {
    await other.get('revokeStatusLink', { params: { ...params, link: id } });
    await pass(lookEveryMs);
    expect(status.findBySecretDigest(digest)).toEqual({ kind: 'absent' });
  });

  it('is shut at its end, without a look', async () => {
    await pass(3_600_000 - lookEveryMs - 1);
    expect(status.findBySecretDigest(digest).kind).toBe('found');
    routes.clock.advance(1);
    expect(status.findBySecretDigest(digest)).toEqual({ kind: 'absent' });
  });

  it('is shut when nobody could tell for five minutes whether it was revoked', async () => {
    broken = true;
    await pass(openMs);
    expect(status.findBySecretDigest(digest).kind).toBe('found');
    await pass(2 * lookEveryMs);
    expect(status.findBySecretDigest(digest)).toEqual({ kind: 'unknown' });
    expect(status.findBySecretDigest(dark)).toEqual({ kind: 'unknown' });
    broken = false;
    await pass(lookEveryMs);
    expect(status.findBySecretDigest(digest).kind).toBe('found');
  });
});
