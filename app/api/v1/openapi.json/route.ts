/** This API as OpenAPI 3.1. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readOpenApi } from '@/lib/server/http/open-api';

export const GET = defineRoute(endpoints.openApi, readOpenApi);
