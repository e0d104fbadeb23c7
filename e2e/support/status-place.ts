/** Status pages of a story, made through the API as an admin makes them. */
import type { APIRequestContext } from '@playwright/test';
import type { Called } from './acting';
import { expect } from './story';

interface MadeLink {
  readonly secret: string;
  readonly link: { readonly id: string };
}

/** @param address below `/api/v1/status-pages` */
export async function askStatus(
  request: APIRequestContext,
  { baseUrl, tokens }: Called,
  method: 'POST' | 'PATCH' | 'DELETE',
  address: string,
  body: object,
): Promise<MadeLink> {
  const reply = await request.fetch(`${baseUrl}/api/v1/status-pages${address}`, {
    method,
    headers: { origin: baseUrl, authorization: `Bearer ${tokens.admin}` },
    data: body,
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return (await reply.json()) as MadeLink;
}

/** One table of the story's lake is on it, called `Road map`. */
export function makePage(request: APIRequestContext, own: Called, given: object): Promise<unknown> {
  return askStatus(request, own, 'POST', '', {
    ...{ level: 'names', visibility: 'public', timeZone: 'UTC', canary: false },
    targets: [
      { kind: 'dataset', lake: 'story', id: 'roads.lance', label: 'Road map', description: 'Drawn daily' },
    ],
    ...given,
  });
}

/** Of the page as it is now. */
async function revisionOf(request: APIRequestContext, { baseUrl, tokens }: Called, slug: string) {
  const reply = await request.get(`${baseUrl}/api/v1/status-pages/${slug}`, {
    headers: { authorization: `Bearer ${tokens.admin}` },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return ((await reply.json()) as { revision: number }).revision;
}

export async function openIncident(
  request: APIRequestContext,
  own: Called,
  slug: string,
  given: { readonly title: string; readonly text: string },
): Promise<unknown> {
  return askStatus(request, own, 'POST', `/${slug}/incidents`, {
    ...{ kind: 'incident', stage: 'identified', impact: 'degraded', endsAt: null, targets: [0] },
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    revision: await revisionOf(request, own, slug),
    ...given,
  });
}

/** Under way for an hour. */
export async function maintenance(
  request: APIRequestContext,
  own: Called,
  slug: string,
  given: { readonly title: string },
): Promise<unknown> {
  return askStatus(request, own, 'POST', `/${slug}/incidents`, {
    ...{ kind: 'maintenance', stage: 'in_progress', impact: 'none', targets: [0], text: 'It takes an hour.' },
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    revision: await revisionOf(request, own, slug),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    ...given,
  });
}
