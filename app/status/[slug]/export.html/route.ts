/** A public status page as one file. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { bySlug } from '@/lib/server/status/public/answer-public';

export const GET = defineRoute(endpoints.publicStatusExport, bySlug('export'));
