/** Lists status pages; makes one. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { listStatusPages, makeStatusPage } from '@/lib/server/operations/status-pages';

export const GET = defineRoute(endpoints.statusPages, listStatusPages);
export const POST = defineRoute(endpoints.makeStatusPage, makeStatusPage);
