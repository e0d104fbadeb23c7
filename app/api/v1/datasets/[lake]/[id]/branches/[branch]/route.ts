/** Deletes a branch. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { deleteBranch } from '@/lib/server/operations/delete-branch';

export const DELETE = defineRoute(endpoints.deleteBranch, deleteBranch);
