/** Tells of incidents and maintenance on a status page, and goes on with them. */
import { ulid } from 'ulid';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { withIncident, withIncidentChanged } from '../status/incident-rules';
import { changePage } from './status-pages';

export const makeIncident: Operation<typeof endpoints.makeIncident> = (context, { params, body }) => {
  const incident = { ...body, id: ulid(context.runtime.clock.wall()) };
  return changePage(context, params.slug, (before, change) =>
    withIncident(before, params.slug, incident, change),
  );
};

export const changeIncident: Operation<typeof endpoints.changeIncident> = (context, { params, body }) =>
  changePage(context, params.slug, (before, change) =>
    withIncidentChanged(before, params.slug, params.incident, body, change),
  );
