/** What a lake's store was proven to do. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { readCapabilities } from '@/lib/server/operations/probe-lake';

export const GET = defineRoute(endpoints.capabilities, readCapabilities);
