/** What a replica was asked, and its answer. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readServingIntent } from '@/lib/server/operations/ask-replica';

export const GET = defineRoute(endpoints.servingIntent, readServingIntent);
