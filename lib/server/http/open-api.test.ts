/** The OpenAPI document names every endpoint with its parameters, body, reply and refusals, and only those. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GET } from '@/app/api/v1/openapi.json/route';
import { successStatus } from '@/lib/contracts/endpoint';
import { endpoints } from '@/lib/contracts/endpoints';
import { ask } from '../testing/ask';
import { installTestRuntime, type TestRuntime, testTokens } from '../testing/test-runtime';

interface Described {
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: { readonly type?: string };
  }[];
  readonly requestBody?: unknown;
  readonly responses: Record<
    string,
    { readonly content: Record<string, { readonly schema: Record<string, unknown> }> }
  >;
  readonly security: readonly unknown[];
}
interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Described>>;
}

let test: TestRuntime;
let document: Document;
beforeEach(async () => {
  test = installTestRuntime();
  document = (await (await ask(GET, { bearer: testTokens.viewer })).json()) as Document;
});
afterEach(() => test.restore());

describe('openapi.json', () => {
  it('is for whoever is signed in', async () => {
    expect((await ask(GET)).status).toBe(401);
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:4680' }]);
  });

  it.each(Object.entries(endpoints))('describes %s', (name, endpoint) => {
    const described = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(described?.operationId).toBe(name);
    const places = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place);
    const inPath = described?.parameters.filter((one) => one.in === 'path') ?? [];
    expect(inPath.map((one) => one.name).sort()).toEqual(places.sort());
    expect(inPath.every((one) => one.required)).toBe(true);
    expect(described?.requestBody !== undefined).toBe('body' in endpoint);
    expect(described?.security).toHaveLength(endpoint.access === 'nobody' ? 0 : 1);
    expect(Object.keys(described?.responses ?? {})).toEqual(
      expect.arrayContaining([String(successStatus(endpoint)), '401', '421', '503']),
    );
  });

  it('describes nothing else, and numbers as numbers', () => {
    const count = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
    expect(count).toBe(Object.keys(endpoints).length);
    const limit = document.paths['/api/v1/datasets']?.get?.parameters.find((one) => one.name === 'limit');
    expect(limit?.schema.type).toBe('integer');
    expect(limit?.required).toBe(false);
  });
});
