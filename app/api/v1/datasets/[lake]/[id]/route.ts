/** One dataset. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readDataset } from '@/lib/server/operations/read-dataset';

export const GET = defineRoute(endpoints.dataset, readDataset);
