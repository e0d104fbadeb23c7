/** Creates a tag. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { createTag } from '@/lib/server/operations/change-tags';

export const POST = defineRoute(endpoints.createTag, createTag);
