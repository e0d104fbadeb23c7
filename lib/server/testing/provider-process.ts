/** The real OpenID provider as a process of its own, and the steps of a browser at its pages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../scripts/oidc-provider.mjs', import.meta.url));
const maxSteps = 20;

export const clientSecret = 'planted-client-secret';

export interface ProviderProcess {
  /** On `localhost`, so that a console on 127.0.0.1 is another site. */
  readonly issuer: string;
  stop(): Promise<void>;
}

/** @param baseUrl of the console that it leads back to. @param given a free port, where the console must know it first */
export async function startProvider(baseUrl: string, given?: number): Promise<ProviderProcess> {
  const port = given ?? (await freePort());
  const callback = `${baseUrl}/api/v1/session/oidc/callback`;
  const child = spawn(process.execPath, [script, String(port), callback], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await ready(child);
  return {
    issuer: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/** Signs `login` in at the provider as a browser does. @returns the address it then leads back to */
export async function answerOfProvider(authorize: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  const home = new URL(authorize).origin;
  let request: { url: string; form?: Record<string, string> } = { url: authorize };
  for (let step = 0; step < maxSteps; step += 1) {
    const { url, form } = request;
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of reply.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = reply.headers.get('location');
    const page = await reply.text();
    if (location !== null) {
      const next = new URL(location, url);
      if (next.origin !== home) return next.href;
      request = { url: next.href };
      continue;
    }
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`no form: ${reply.status} ${page.slice(0, 500)}`);
    request = { url: new URL(action, url).href, form: { prompt, login, password: 'any' } };
  }
  throw new Error('the provider never led back');
}

async function ready(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('the provider has no stdout');
  for await (const line of createInterface(child.stdout)) if (line === 'ready') return;
  throw new Error('the provider ended without getting ready');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
