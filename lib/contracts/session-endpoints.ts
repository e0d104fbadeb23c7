/** The endpoints of signing in and out. */
import type { Endpoint } from './endpoint';
import { emptyBody, sessionReply, signInBody, signOutReply } from './session';
import { z } from './zod';

export const sessionEndpoints = {
  signIn: {
    method: 'POST',
    path: '/api/v1/session',
    access: 'nobody',
    summary: 'Sign in with a token.',
    body: signInBody,
    response: sessionReply,
  },
  session: {
    method: 'GET',
    path: '/api/v1/session',
    access: 'viewer',
    summary: 'Who is signed in.',
    response: sessionReply,
  },
  signOut: {
    method: 'POST',
    path: '/api/v1/session/sign-out',
    access: 'viewer',
    summary: 'End this session.',
    body: emptyBody,
    endsSessions: true,
    response: signOutReply,
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/api/v1/session/sign-out-everywhere',
    access: 'viewer',
    summary: "End all of the actor's sessions, at every replica.",
    body: emptyBody,
    endsSessions: true,
    response: signOutReply,
  },
  startOidc: {
    method: 'GET',
    path: '/api/v1/session/oidc',
    access: 'nobody',
    summary: 'Lead a browser to the OpenID provider.',
    query: z.object({ next: z.string().max(4_096).optional(), account: z.literal('other').optional() }),
    status: 303,
  },
  finishOidc: {
    method: 'GET',
    path: '/api/v1/session/oidc/callback',
    access: 'nobody',
    summary: 'Where the OpenID provider leads a browser back to.',
    query: z.record(z.string().max(100), z.union([z.string(), z.array(z.string())])),
    status: 303,
  },
} as const satisfies Record<string, Endpoint>;
