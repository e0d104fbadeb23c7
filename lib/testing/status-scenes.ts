/** What the endpoints of status pages are asked with. Every scene has a page of its own: all servers of a test share one `control`. */
import { systemClock } from '@/lib/base/clock';
import type { Runtime } from '@/lib/server/runtime';
import { shelfOf } from '@/lib/server/status/pages';
import { statusOf } from '@/lib/server/status/status';
import type { CleanupRoutes } from './cleanup-routes';
import type { Asked } from './routes-over';

const settings = {
  ...{ title: 'Maps', level: 'labels', visibility: 'secret', timeZone: 'Europe/Berlin', canary: false },
  targets: [{ kind: 'lake', lake: 'test', label: 'Maps', description: null }],
};
const incident = {
  ...{ kind: 'incident', title: 'Slow', stage: 'investigating', impact: 'degraded', text: 'We look.' },
  ...{ startsAt: '2030-01-01T00:00:00.000Z', endsAt: null, targets: [0] },
};
let made = 0;

function nextSlug(): string {
  made += 1;
  return `page-${made}`;
}

async function pageOf({ routes }: CleanupRoutes): Promise<{ slug: string }> {
  const slug = nextSlug();
  await routes.get('makeStatusPage', { body: { ...settings, slug } });
  return { slug };
}

async function linkOf(server: CleanupRoutes): Promise<Asked> {
  return { params: await pageOf(server), body: { note: 'Acme', expiresAt: '2030-06-01T00:00:00.000Z' } };
}

async function openPage({ routes }: CleanupRoutes): Promise<Asked> {
  const slug = nextSlug();
  await routes.get('makeStatusPage', { body: { ...settings, visibility: 'public', slug } });
  await read(routes.runtime);
  return { params: { slug } };
}

async function openedByLink(server: CleanupRoutes): Promise<Asked> {
  const { secret } = await server.routes.get('makeStatusLink', await linkOf(server));
  await read(server.routes.runtime);
  return { params: { secret } };
}

/** Pages, and what was recorded before: until then a public form asks to come back. */
async function read(runtime: Runtime): Promise<void> {
  await shelfOf(runtime).look();
  const status = statusOf(runtime);
  for (let tries = 0; status?.loaded === false; tries += 1) {
    if (tries > 1_000) throw new Error('what was recorded is not read');
    await systemClock.sleep(10);
  }
}

export const statusScenes = {
  growth: async (): Promise<Asked> => ({}),
  publicStatus: openPage,
  publicStatusJson: openPage,
  publicStatusFeed: openPage,
  publicStatusBadge: openPage,
  publicStatusExport: openPage,
  secretStatus: openedByLink,
  secretStatusJson: openedByLink,
  secretStatusFeed: openedByLink,
  secretStatusBadge: openedByLink,
  secretStatusExport: openedByLink,
  statusPages: async (): Promise<Asked> => ({}),
  makeStatusPage: async (): Promise<Asked> => ({ body: { ...settings, slug: nextSlug() } }),
  statusPage: async (server: CleanupRoutes): Promise<Asked> => ({ params: await pageOf(server) }),
  changeStatusPage: async (server: CleanupRoutes): Promise<Asked> => ({
    params: await pageOf(server),
    body: { revision: 1, title: 'Roads' },
  }),
  deleteStatusPage: async (server: CleanupRoutes): Promise<Asked> => ({
    params: await pageOf(server),
    body: { revision: 1 },
  }),
  makeStatusLink: linkOf,
  revokeStatusLink: async (server: CleanupRoutes): Promise<Asked> => {
    const { params, body } = await linkOf(server);
    const { link } = await server.routes.get('makeStatusLink', { params, body });
    return { params: { ...params, link: link.id } };
  },
  makeIncident: async (server: CleanupRoutes): Promise<Asked> => ({
    params: await pageOf(server),
    body: { ...incident, revision: 1 },
  }),
  changeIncident: async (server: CleanupRoutes): Promise<Asked> => {
    const params = await pageOf(server);
    const { incidents, revision } = await server.routes.get('makeIncident', {
      params,
      body: { ...incident, revision: 1 },
    });
    return {
      params: { ...params, incident: incidents[0]?.id ?? '' },
      body: { revision, stage: 'resolved', text: 'Over.' },
    };
  },
};
