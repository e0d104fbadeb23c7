/** Storage by reason and class. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readStorage } from '@/lib/server/operations/read-storage';

export const GET = defineRoute(endpoints.storage, readStorage);
