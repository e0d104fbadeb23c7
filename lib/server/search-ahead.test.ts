/** A search begun ahead is used once and by nobody after the look that began it. */
import { expect, it } from 'vitest';
import { SearchAhead } from './search-ahead';

function counting() {
  const searched: string[] = [];
  const ahead = new SearchAhead(async (key: string) => {
    searched.push(key);
    return searched.length;
  });
  return { searched, ahead };
}

it('is taken by who needs it, once', async () => {
  const { searched, ahead } = counting();
  ahead.begin('a');
  expect(searched).toEqual(['a']);
  expect(await ahead.take('a')).toBe(1);
  expect(await ahead.take('a')).toBe(2);
  expect(await ahead.take('b')).toBe(3);
});

it('is the newest that was begun, and none from before it was forgotten', async () => {
  const { ahead } = counting();
  ahead.begin('a');
  ahead.begin('a');
  expect(await ahead.take('a')).toBe(2);
  ahead.begin('a');
  ahead.begin('b');
  ahead.forget('a');
  expect(await ahead.take('a')).toBe(5);
  expect(await ahead.take('b')).toBe(4);
});

it('that fails is told to who takes it, and to nobody else', async () => {
  const ahead = new SearchAhead(async (key: string): Promise<never> => {
    throw new Error(key);
  });
  ahead.begin('a');
  await new Promise((resolve) => setImmediate(resolve));
  await expect(ahead.take('a')).rejects.toThrow('a');
});
