/** A store below a folder passes the same suite, and sees and touches nothing beside the folder. */
import { expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { describeStore } from '@/lib/testing/store-conformance';
import { openMemoryStore } from './memory-store';
import { metered } from './metered-store';
import { prefixedStore } from './prefixed-store';
import { retryingStore } from './retrying-store';

const body = new TextEncoder().encode('x');

describeStore('wrapped memory store', async () => {
  const whole = openMemoryStore();
  await whole.create('lake', body);
  await whole.create('lake/../x'.replace('../', 'zz'), body);
  await whole.delete('lake/zzx');
  await whole.create('lake2/beside', body);
  const { store } = metered(retryingStore(prefixedStore(whole, 'lake'), { clock: systemClock }));
  return { store, close: async () => undefined };
});

it('names its root and address below those of the store', () => {
  const whole = openMemoryStore({ uri: 's3://bucket', rootPath: '' });
  const lake = prefixedStore(whole, 'a/lake');
  expect(lake).toMatchObject({ uri: 's3://bucket/a/lake', rootPath: 'a/lake' });
  expect(prefixedStore(lake, 't.lance')).toMatchObject({
    uri: 's3://bucket/a/lake/t.lance',
    rootPath: 'a/lake/t.lance',
  });
  expect(prefixedStore(whole, '')).toBe(whole);
  expect(() => prefixedStore(whole, '../x')).toThrow();
});
