/** Makes and revokes secret links. A secret is told once, in the reply that made it; what is kept is its SHA-256. */
import { ulid } from 'ulid';
import { systemRandom } from '@/lib/base/random';
import type { endpoints } from '@/lib/contracts/endpoints';
import { sha256Hex } from '../auth/secret-digest';
import type { Operation } from '../http/operation';
import { withLink, withoutLink } from '../status/page-rules';
import { iso } from '../to-contract/scalars';
import { changePage } from './status-pages';

const secretBytes = 32;

export const makeStatusLink: Operation<typeof endpoints.makeStatusLink> = async (
  context,
  { params, body },
) => {
  const { caller, runtime } = context;
  const secret = Buffer.from(systemRandom.bytes(secretBytes)).toString('base64url');
  const now = runtime.clock.wall();
  const link = {
    ...{ id: ulid(now), note: body.note, madeAt: iso(now), madeBy: caller.actor },
    ...{ expiresAt: body.expiresAt, revokedAt: null },
  };
  const kept = { ...link, sha256: sha256Hex(secret) };
  await changePage(context, params.slug, (before, change) => withLink(before, params.slug, kept, change));
  return { link, secret, path: `/s/${secret}` };
};

export const revokeStatusLink: Operation<typeof endpoints.revokeStatusLink> = (context, { params }) =>
  changePage(context, params.slug, (before, change) => withoutLink(before, params.slug, params.link, change));
