/** Signing out everywhere. */
import { endpoints } from '@/lib/contracts/endpoints';
import { signOutEverywhere } from '@/lib/server/auth/sign-out-everywhere';
import { defineRoute } from '@/lib/server/http/define-route';

export const POST = defineRoute(endpoints.signOutEverywhere, signOutEverywhere);
