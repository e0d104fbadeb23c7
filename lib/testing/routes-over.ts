/** Asks the routes that Next serves, over lakes of a test, and takes no reply that breaks its contract. */
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { type EndpointName, endpoints } from '@/lib/contracts/endpoints';
import type { Role } from '@/lib/contracts/roles';
import type { Lakes } from '@/lib/lake/lakes';
import { installRuntime } from '@/lib/server/runtime';
import { ask } from '@/lib/server/testing/ask';
import { importRoute } from '@/lib/server/testing/route-modules';
import { installTestRuntime, testTokens } from '@/lib/server/testing/test-runtime';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Of a change; an empty object unless told. */
  readonly body?: unknown;
  readonly role?: Role;
  /** Instead of the role's own token. */
  readonly bearer?: string;
}

type ReplyOf<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  readonly response: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;

/** @param lakes what the server shall hold; null: what `config` says */
export function routesOver(
  lakes: Lakes | null,
  config: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const test = installTestRuntime(config, environment);
  if (lakes !== null) test.runtime.once('lakes', () => lakes);

  async function reply(name: EndpointName, asked: Asked = {}): Promise<Response> {
    const { params = {}, query = {}, body = {}, role = 'admin', bearer = testTokens[role] } = asked;
    const endpoint = endpoints[name];
    const address = new URLSearchParams();
    for (const [key, value] of Object.entries(query))
      if (value !== undefined) address.set(key, String(value));
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(params[key] ?? ''),
    );
    const route = await importRoute(root, endpoint);
    // Of several servers each answers for itself: a request finds its runtime in its first turn.
    const back = installRuntime(test.runtime);
    const answer = ask(route, {
      method: endpoint.method,
      path: `${path}?${address}`,
      params,
      bearer,
      ...(endpoint.method === 'GET' ? {} : { body }),
    });
    back();
    return answer;
  }

  return {
    ...test,
    reply,
    /** The reply's JSON, parsed by its contract; throws what the server said when it refused. */
    async get<Name extends EndpointName>(name: Name, asked: Asked = {}): Promise<ReplyOf<Name>> {
      const answer = await reply(name, asked);
      const body: unknown = await answer.json();
      if (!answer.ok)
        throw new Error(`${name}: ${answer.status} ${JSON.stringify(body)} ${test.logged.at(-1)}`);
      const endpoint = endpoints[name];
      if (!('response' in endpoint)) throw new Error(`${name} answers no JSON`);
      return endpoint.response.parse(body) as ReplyOf<Name>;
    },
    async close(): Promise<void> {
      await test.runtime.stop();
      test.restore();
    },
  };
}
