/** Prometheus metrics. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readMetrics } from '@/lib/server/operations/read-metrics';

export const GET = defineRoute(endpoints.metrics, readMetrics);
