/** One status page; changes and deletes it. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { changeStatusPage, deleteStatusPage, readStatusPage } from '@/lib/server/operations/status-pages';

export const GET = defineRoute(endpoints.statusPage, readStatusPage);
export const PATCH = defineRoute(endpoints.changeStatusPage, changeStatusPage);
export const DELETE = defineRoute(endpoints.deleteStatusPage, deleteStatusPage);
