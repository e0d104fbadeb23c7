/** Reading what serving replicas report. */
import type { Endpoint } from './endpoint';
import { lineageSegment, replicaId, servingEnv, servingReply, servingSetId } from './serving';
import { servingReplicaReply, servingSetReply } from './serving-report';
import { z } from './zod';

export const servingSetParams = z.object({ env: servingEnv, set: servingSetId });
export const servingReplicaParams = servingSetParams.extend({ replica: replicaId });
/** Needed only where two lineages of a set have a replica of one name. */
export const lineageQuery = z.object({ lineage: lineageSegment.optional() });

export const servingEndpoints = {
  serving: {
    method: 'GET',
    path: '/api/v1/serving',
    access: 'viewer',
    summary: 'Serving sets and their replicas, of every configured environment.',
    response: servingReply,
  },
  servingSet: {
    method: 'GET',
    path: '/api/v1/serving/{env}/{set}',
    access: 'viewer',
    summary: 'One serving set with every replica’s report.',
    params: servingSetParams,
    response: servingSetReply,
  },
  servingReplica: {
    method: 'GET',
    path: '/api/v1/serving/{env}/{set}/replicas/{replica}',
    access: 'viewer',
    summary: 'One replica with its report.',
    params: servingReplicaParams,
    query: lineageQuery,
    response: servingReplicaReply,
  },
} as const satisfies Record<string, Endpoint>;
