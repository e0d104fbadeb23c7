/** What a cleanup by a policy would do now. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { previewCleanup } from '@/lib/server/operations/plan-cleanup';

export const POST = defineRoute(endpoints.previewCleanup, previewCleanup);
