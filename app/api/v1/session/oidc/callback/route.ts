/** On the way back from the OpenID provider. */
import { endpoints } from '@/lib/contracts/endpoints';
import { finishOidc } from '@/lib/server/auth/oidc/finish-oidc';
import { defineRoute } from '@/lib/server/http/define-route';

export const GET = defineRoute(endpoints.finishOidc, finishOidc);
