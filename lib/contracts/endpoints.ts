/** Every endpoint, declared once: the routes, the client, the OpenAPI document and the role matrix all read this. */
import { actionEndpoints } from './action-endpoints';
import { attentionReply } from './attention';
import {
  datasetControlQuery,
  fleetControlQuery,
  intentsReply,
  leasesReply,
  referencesReply,
  retirementsReply,
} from './control';
import { branchQuery, datasetReply, datasetsQuery, datasetsReply } from './datasets';
import type { Endpoint } from './endpoint';
import { datasetParams, lakeParams, lockParams, versionParams } from './endpoint-params';
import { eventsQuery } from './events';
import { capabilitiesReply, lakesReply } from './lakes';
import { lockReply, locksReply } from './locks';
import { publicStatusEndpoints } from './public-status-endpoints';
import { runEndpoints } from './run-endpoints';
import { servingEndpoints } from './serving-endpoints';
import { emptyBody, healthReply } from './session';
import { sessionEndpoints } from './session-endpoints';
import { statusEndpoints } from './status-endpoints';
import { storageReply } from './storage';
import { ribbonQuery, ribbonReply, versionReply, versionsQuery, versionsReply } from './versions';
import { z } from './zod';

export const endpoints = {
  health: {
    method: 'GET',
    path: '/api/v1/health',
    access: 'nobody',
    summary: 'Whether this server answers.',
    response: healthReply,
  },
  ...sessionEndpoints,
  openApi: {
    method: 'GET',
    path: '/api/v1/openapi.json',
    access: 'viewer',
    summary: 'This API as OpenAPI 3.1.',
    response: z.looseObject({ openapi: z.string() }),
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    access: 'viewer',
    summary: 'Attention and data age for Prometheus.',
    produces: 'text/plain',
  },
  events: {
    method: 'GET',
    path: '/api/v1/events',
    access: 'viewer',
    summary: 'Server-sent events of what changed.',
    query: eventsQuery,
    produces: 'text/event-stream',
  },
  lakes: {
    method: 'GET',
    path: '/api/v1/lakes',
    access: 'viewer',
    summary: 'The configured lakes.',
    response: lakesReply,
  },
  capabilities: {
    method: 'GET',
    path: '/api/v1/lakes/{lake}/capabilities',
    access: 'viewer',
    summary: 'What the store was proven to do.',
    params: lakeParams,
    response: capabilitiesReply,
  },
  probe: {
    method: 'POST',
    path: '/api/v1/lakes/{lake}/probe',
    access: 'operator',
    summary: 'Probe the store below _vamplate/probe.',
    params: lakeParams,
    body: emptyBody,
    response: capabilitiesReply,
  },
  attention: {
    method: 'GET',
    path: '/api/v1/attention',
    access: 'viewer',
    summary: 'What needs an operator now.',
    response: attentionReply,
  },
  datasets: {
    method: 'GET',
    path: '/api/v1/datasets',
    access: 'viewer',
    summary: 'Datasets of all lakes.',
    query: datasetsQuery,
    response: datasetsReply,
  },
  dataset: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}',
    access: 'viewer',
    summary: 'One dataset.',
    params: datasetParams,
    query: branchQuery,
    response: datasetReply,
  },
  versions: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}/versions',
    access: 'viewer',
    summary: 'Versions, newest first.',
    params: datasetParams,
    query: versionsQuery,
    response: versionsReply,
  },
  version: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}/versions/{version}',
    access: 'viewer',
    summary: 'One version, its manifest read.',
    params: versionParams,
    query: branchQuery,
    response: versionReply,
  },
  ribbon: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}/ribbon',
    access: 'viewer',
    summary: 'The version ribbon, binned.',
    params: datasetParams,
    query: ribbonQuery,
    response: ribbonReply,
  },
  countVersions: {
    method: 'POST',
    path: '/api/v1/datasets/{lake}/{id}/count',
    access: 'viewer',
    summary: 'Count versions by a full listing of names.',
    params: datasetParams,
    body: branchQuery,
    response: datasetReply,
  },
  references: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}/references',
    access: 'viewer',
    summary: 'Tags, branches and their states.',
    params: datasetParams,
    query: datasetControlQuery,
    response: referencesReply,
  },
  leases: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}/leases',
    access: 'viewer',
    summary: 'Leases of one dataset.',
    params: datasetParams,
    query: datasetControlQuery,
    response: leasesReply,
  },
  retirements: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}/retirements',
    access: 'viewer',
    summary: 'Retirement markers of one dataset.',
    params: datasetParams,
    query: datasetControlQuery,
    response: retirementsReply,
  },
  intents: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}/intents',
    access: 'viewer',
    summary: 'Reference intents of one dataset.',
    params: datasetParams,
    query: datasetControlQuery,
    response: intentsReply,
  },
  storage: {
    method: 'GET',
    path: '/api/v1/datasets/{lake}/{id}/storage',
    access: 'viewer',
    summary: 'Bytes by class and by reason.',
    params: datasetParams,
    query: branchQuery,
    response: storageReply,
  },
  fleetReferences: {
    method: 'GET',
    path: '/api/v1/references',
    access: 'viewer',
    summary: 'References of all datasets.',
    query: fleetControlQuery,
    response: referencesReply,
  },
  fleetLeases: {
    method: 'GET',
    path: '/api/v1/leases',
    access: 'viewer',
    summary: 'Leases of all datasets.',
    query: fleetControlQuery,
    response: leasesReply,
  },
  fleetRetirements: {
    method: 'GET',
    path: '/api/v1/retirements',
    access: 'viewer',
    summary: 'Retirement markers of all datasets.',
    query: fleetControlQuery,
    response: retirementsReply,
  },
  fleetIntents: {
    method: 'GET',
    path: '/api/v1/intents',
    access: 'viewer',
    summary: 'Reference intents of all datasets.',
    query: fleetControlQuery,
    response: intentsReply,
  },
  locks: {
    method: 'GET',
    path: '/api/v1/locks',
    access: 'viewer',
    summary: 'Locks of the configured cluster roots.',
    response: locksReply,
  },
  lock: {
    method: 'GET',
    path: '/api/v1/locks/{root}',
    access: 'viewer',
    summary: 'One lock with its evidence.',
    params: lockParams,
    response: lockReply,
  },
  ...servingEndpoints,
  ...actionEndpoints,
  ...runEndpoints,
  ...statusEndpoints,
  ...publicStatusEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
