/** Who is signed in, and signing in. */
import { endpoints } from '@/lib/contracts/endpoints';
import { readSession } from '@/lib/server/auth/read-session';
import { signIn } from '@/lib/server/auth/sign-in';
import { defineRoute } from '@/lib/server/http/define-route';

export const GET = defineRoute(endpoints.session, readSession);
export const POST = defineRoute(endpoints.signIn, signIn);
