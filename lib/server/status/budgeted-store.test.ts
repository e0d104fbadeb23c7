/** A budget of requests: what is beyond it is not sent, and nothing is ever written. */
import { expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import { budgeted } from './budgeted-store';

it('sends as many requests as it may, and then none', async () => {
  const { store, meter } = metered(openMemoryStore());
  const budget = { left: 4 };
  const bounded = budgeted(store, budget);
  await bounded.head('a');
  await bounded.get('a', { maxBytes: 1 });
  await bounded.getRange('a', { start: 0, end: 1 });
  await bounded.list({ prefix: '' });
  expect(budget.left).toBe(0);
  await expect(bounded.head('a')).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(bounded.list({ prefix: '' })).rejects.toMatchObject({ kind: 'unavailable' });
  expect(meter.requests).toBe(4);
});

it('writes nothing', () => {
  const bounded = budgeted(openMemoryStore(), { left: 9 });
  expect(() => bounded.create('a', new Uint8Array())).toThrow('for reading');
  expect(() => bounded.delete('a')).toThrow('for reading');
});
