/** Story: an operator starts the console with one command and ends it, also while somebody is looking. */
import { request } from 'node:http';
import { type ConsoleAddress, startConsole } from './support/console';
import { expect, signIn, test } from './support/story';

const promisedMs = 5_000;

test.use({ role: null });

/** Resolves when the stream is open and has said something; it is left open. */
function openStream(address: ConsoleAddress, cookie: string): Promise<{ readonly ended: Promise<void> }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address.baseUrl}/api/v1/events`, { headers: { cookie } }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`events answered ${incoming.statusCode}`));
      const ended = new Promise<void>((settle) => incoming.once('close', () => settle()));
      incoming.once('data', () => resolve({ ended }));
      incoming.on('error', () => {});
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} ends everything within five seconds, also with a page and a stream open`, async ({
    browser,
    shared,
  }) => {
    const console = await startConsole({ args: ['--no-demo', '--lake', `file://${shared.lake}`] });
    const context = await browser.newContext();
    try {
      await signIn(context, console, 'viewer');
      const page = await context.newPage();
      await page.goto(console.baseUrl);
      const cookies = await context.cookies(console.baseUrl);
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      const stream = await openStream(console, cookie);

      const { code, ms } = await console.stop(signal);

      expect(ms).toBeLessThan(promisedMs);
      expect(code).toBe(0);
      await stream.ended;
      await expect(fetch(`${console.baseUrl}/api/v1/health`)).rejects.toThrow();
    } finally {
      await context.close();
      await console.stop();
    }
  });
}

test('a taken port is said plainly, before anything is built or made', async ({ shared }) => {
  const port = new URL(shared.baseUrl).port;
  const started = startConsole({ args: ['--port', port] });
  await expect(started).rejects.toThrow(`port ${port} on 127.0.0.1 is taken`);
});
