/** On the way to the OpenID provider. */
import { endpoints } from '@/lib/contracts/endpoints';
import { startOidc } from '@/lib/server/auth/oidc/start-oidc';
import { defineRoute } from '@/lib/server/http/define-route';

export const GET = defineRoute(endpoints.startOidc, startOidc);
