/** Datasets of all lakes. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listDatasets } from '@/lib/server/operations/list-datasets';

export const GET = defineRoute(endpoints.datasets, listDatasets);
