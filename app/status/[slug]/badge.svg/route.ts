/** The state of a public status page as a badge. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { bySlug } from '@/lib/server/status/public/answer-public';

export const GET = defineRoute(endpoints.publicStatusBadge, bySlug('badge'));
