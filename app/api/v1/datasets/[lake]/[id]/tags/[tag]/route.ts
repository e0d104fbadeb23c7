/** Moves and deletes a tag. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { deleteTag, moveTag } from '@/lib/server/operations/change-tags';

export const PATCH = defineRoute(endpoints.moveTag, moveTag);
export const DELETE = defineRoute(endpoints.deleteTag, deleteTag);
