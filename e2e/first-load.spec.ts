/** Budget: what a browser must fetch and run before Overview works is at most 150 kB of compressed script. */
import { gzipSync } from 'node:zlib';
import { expect, test } from './support/story';

const budgetBytes = 150_000;

test('the first-load script of Overview stays within its budget', async ({ page, shared }) => {
  const html = await (await page.request.get(shared.baseUrl)).text();
  const tags = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  // Browsers that run modules pass over scripts for those that do not.
  const sources = tags
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []);
  expect(sources.length).toBeGreaterThan(0);

  const sizes: Record<string, number> = {};
  for (const source of new Set(sources)) {
    const reply = await page.request.get(new URL(source.replaceAll('&amp;', '&'), shared.baseUrl).href);
    expect(reply.status(), source).toBe(200);
    sizes[source] = gzipSync(await reply.body()).length;
  }
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify(sizes, null, 1)).toBeLessThanOrEqual(budgetBytes);
});
