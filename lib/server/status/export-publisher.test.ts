/** Copies of status pages: written when they change, again after a failure, never otherwise. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { statusModel } from '@/lib/testing/status-models';
import { createLog } from '../runtime';
import { TestClock } from '../testing/test-clock';
import { ExportPublisher } from './export-publisher';
import type { StoredPage } from './page-record';
import type { StatusModel } from './status-model';

const page = {} as StoredPage;
const bare = openMemoryStore();
let model: StatusModel | null;
let broken: boolean;
let logged: string[];
let metering: ReturnType<typeof metered>;
let publisher: ExportPublisher;

beforeEach(() => {
  [model, broken, logged] = [statusModel(), false, []];
  metering = metered(faultyStore(bare, (call) => (broken ? call.lost() : call.effect())));
  publisher = new ExportPublisher({
    ...{ store: metering.store, pages: { acme: 'status/index.html' }, clock: new TestClock() },
    log: createLog('debug', { write: (line) => void logged.push(line) }),
    find: () => (model === null ? { kind: 'absent' } : { kind: 'found', page, model }),
  });
});

const writes = () => metering.meter.byKind.write.requests;

async function written(): Promise<string> {
  const found = await bare.get('status/index.html', { maxBytes: 1 << 20 });
  return found.kind === 'found' ? new TextDecoder().decode(found.body) : found.kind;
}

describe('ExportPublisher', () => {
  it('writes a copy once, and again when the page says another thing', async () => {
    await publisher.turn();
    await publisher.turn();
    expect(writes()).toBe(1);
    expect(await written()).toContain('Acme lake status');
    model = statusModel();
    await publisher.turn();
    expect(writes()).toBe(1);
    model = statusModel({ title: 'Roads' });
    await publisher.turn();
    expect(writes()).toBe(2);
    expect(await written()).toContain('Roads');
  });

  it('leaves the last copy of a page that is gone', async () => {
    await publisher.turn();
    model = null;
    await publisher.turn();
    expect([writes(), await written()]).toEqual([1, expect.stringContaining('Acme lake status')]);
  });

  it('tries again what was not written, and says so once', async () => {
    broken = true;
    await publisher.turn();
    await publisher.turn();
    expect(logged).toHaveLength(1);
    broken = false;
    await publisher.turn();
    expect(writes()).toBe(3);
    expect(await written()).toContain('Acme lake status');
  });
});
