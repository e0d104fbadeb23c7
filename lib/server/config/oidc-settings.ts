/** What the configuration says of signing in through an OpenID provider; its secret comes from the environment alone. */
import { z } from 'zod';
import { role } from '@/lib/contracts/roles';
import { isLoopback } from './loopback';

const claimName = z.string().min(1).max(256);

const mapping = z.strictObject({
  claim: z
    .union([claimName, z.array(claimName).min(1).max(8)])
    .meta({ description: 'A claim by its exact name, or the names on the way to one inside others.' }),
  value: z
    .string()
    .min(1)
    .max(256)
    .meta({ description: 'What the claim must be, or hold as one of its elements, to the letter.' }),
  role,
});

export const oidcSettings = z.strictObject({
  issuer: z
    .string()
    .max(2_048)
    .refine(isIssuer, 'expected an https URL without query (http is for loopback)')
    .meta({ description: 'The issuer, whose discovery document names everything else.' }),
  clientId: z.string().min(1).max(256),
  label: z
    .string()
    .min(1)
    .max(60)
    .default('OpenID Connect')
    .meta({ description: 'What the sign-in page calls the provider.' }),
  scope: z
    .string()
    .regex(/^openid( [\x21-\x7e]{1,100}){0,20}$/, 'expected scopes, the first of them openid')
    .default('openid'),
  actorClaim: claimName.default('sub').meta({
    description:
      'The claim that names the actor: one that its owner cannot change and nobody else ever gets.',
  }),
  userInfo: z
    .boolean()
    .default(false)
    .meta({ description: 'Ask for claims that the ID token lacks at the user info endpoint.' }),
  origins: z
    .array(z.string().refine(isSafeOrigin, 'expected an https origin without a path'))
    .max(8)
    .default([])
    .meta({ description: "Origins besides the issuer's own that its endpoints may have." }),
  roles: z.array(mapping).min(1).max(200).meta({
    description: 'Who gets a role. The highest that matches counts; without any there is no entry.',
  }),
  lifeMs: z.int().min(60_000).max(86_400_000).default(3_600_000).meta({
    description: 'After this long the provider is asked again who somebody is and what they may do.',
  }),
});

export type OidcSettings = z.output<typeof oidcSettings>;

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const url = new URL(text);
  return url.username === '' && url.password === '' && isSafe(url);
}

function isSafeOrigin(text: string): boolean {
  return URL.canParse(text) && text === new URL(text).origin && isSafe(new URL(text));
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
