/** Probes a lake's store. */
import { endpoints } from '@/lib/contracts/endpoints';
import { defineRoute } from '@/lib/server/http/define-route';
import { probeLake } from '@/lib/server/operations/probe-lake';

export const POST = defineRoute(endpoints.probe, probeLake);
