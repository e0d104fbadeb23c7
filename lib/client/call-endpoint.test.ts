/** The call builds the address once, checks the reply, and turns every failure into a kind. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf, callEndpoint, failureOf } from './call-endpoint';

const meta = {
  readAt: '2026-06-12T14:02:00.000Z',
  storeTime: null,
  requests: 1,
  bytes: 10,
  complete: true,
  notes: [],
};

function answer(status: number, body: unknown): { readonly calls: [string, RequestInit][] } {
  const calls: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    calls.push([address, init]);
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  });
  return { calls };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('addressOf', () => {
  it('percent-encodes every parameter once and leaves out what is not set', () => {
    const input = {
      params: { lake: 'demo', id: 'a b~100%~日' },
      query: { branch: 'x/y', q: undefined, cursor: '' },
    };
    expect(addressOf('/api/v1/datasets/{lake}/{id}', input)).toBe(
      '/api/v1/datasets/demo/a%20b~100%25~%E6%97%A5?branch=x%2Fy',
    );
  });
});

describe('callEndpoint', () => {
  it('returns the parsed reply', async () => {
    answer(200, { items: [], meta });
    await expect(callEndpoint('lakes', {})).resolves.toEqual({ items: [], meta });
  });

  it('marks a refetch that nobody asked for', async () => {
    const { calls } = answer(200, { items: [], meta });
    await callEndpoint('lakes', {}, { background: true });
    await callEndpoint('lakes', {});
    expect(calls.map(([, init]) => new Headers(init.headers).get('x-vamplate-poll'))).toEqual(['1', null]);
  });

  it('sends a change as JSON', async () => {
    const caller = {
      actor: 'ops',
      role: 'operator',
      signedInAt: meta.readAt,
      expiresAt: meta.readAt,
    };
    const { calls } = answer(200, { caller, endsEverywhere: false, secondApprover: [] });
    await callEndpoint('signIn', { body: { token: 't' } });
    expect(calls[0]?.[1].method).toBe('POST');
    expect(new Headers(calls[0]?.[1].headers).get('content-type')).toBe('application/json');
    expect(calls[0]?.[1].body).toBe('{"token":"t"}');
  });

  it('refuses a reply that breaks its contract', async () => {
    answer(200, { items: 'none', meta });
    await expect(callEndpoint('lakes', {})).rejects.toMatchObject({ kind: 'internal' });
  });

  it('calls a server that cannot be reached unavailable', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('fetch failed');
    });
    await expect(callEndpoint('lakes', {})).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('leaves an abort of its caller an abort', async () => {
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      init.signal?.throwIfAborted();
      return new Response('');
    });
    const signal = AbortSignal.abort();
    await expect(callEndpoint('lakes', {}, { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('failureOf', () => {
  it('keeps code, message and request id of the server', () => {
    const body = { error: { code: 'refused', message: 'Held.', requestId: 'r1', details: { reasons: [] } } };
    expect(failureOf(422, JSON.stringify(body))).toMatchObject({
      kind: 'refused',
      message: 'Held.',
      details: { requestId: 'r1', reasons: [] },
    });
  });

  it.each([
    [401, 'unauthenticated'],
    [404, 'not_found'],
    [502, 'unavailable'],
    [418, 'internal'],
  ])('names status %i without a body %s', (status, kind) => {
    expect(failureOf(status, '<html>')).toMatchObject({ kind });
  });
});
