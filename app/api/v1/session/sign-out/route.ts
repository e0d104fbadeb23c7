/** Signing out. */
import { endpoints } from '@/lib/contracts/endpoints';
import { signOut } from '@/lib/server/auth/sign-out';
import { defineRoute } from '@/lib/server/http/define-route';

export const POST = defineRoute(endpoints.signOut, signOut);
