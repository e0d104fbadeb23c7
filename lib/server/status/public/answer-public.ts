/**
 * Operations of the public forms: no session, no cookie, nothing written, nothing asked of a store. What is said of an
 * address that opens nothing depends on nothing but that.
 */

import { sha256Hex } from '../../auth/secret-digest';
import type { OpenContext } from '../../http/operation';
import { type CurrentModel, statusOf } from '../status';
import { formMemory } from './form-memory';
import { formAnswer, notFoundAnswer, notReadyAnswer, tooManyAnswer } from './public-answers';
import { publicLimits } from './public-limits';
import type { FormName } from './render-form';

const absent = { kind: 'absent' } as const;

interface BySlug {
  readonly params: { readonly slug: string };
}
interface BySecret {
  readonly params: { readonly secret: string };
}

/** One form of a page that is public. */
export function bySlug(form: FormName) {
  return (context: OpenContext, { params: { slug } }: BySlug): Promise<Response> => {
    const find = (): CurrentModel => statusOf(context.runtime)?.publicModel(slug) ?? absent;
    return answer(context, form, find, { path: `/status/${slug}`, name: slug, secret: false });
  };
}

/** One form of the page that a link opens. Of the secret nothing is looked at but its SHA-256. */
export function bySecret(form: FormName) {
  return (context: OpenContext, { params: { secret } }: BySecret): Promise<Response> => {
    const digest = sha256Hex(secret);
    const find = (): CurrentModel => {
      const status = statusOf(context.runtime);
      const link = status?.findBySecretDigest(digest) ?? absent;
      return link.kind === 'found' ? (status?.currentModel(link.slug) ?? absent) : { kind: link.kind };
    };
    // Feeds are told apart by the digest of the digest: neither opens anything.
    const name = sha256Hex(digest).slice(0, 32);
    return answer(context, form, find, { path: `/s/${secret}`, name, secret: true });
  };
}

interface Address {
  readonly path: string;
  readonly name: string;
  readonly secret: boolean;
}

async function answer(
  { runtime, headers }: OpenContext,
  form: FormName,
  find: () => CurrentModel,
  { path, name, secret }: Address,
): Promise<Response> {
  const wait = publicLimits(runtime).take(sha256Hex(path));
  if (wait > 0) return tooManyAnswer(wait);
  const found = find();
  if (found.kind === 'unknown') return notReadyAnswer();
  if (found.kind === 'absent') return notFoundAnswer();
  const place = { baseUrl: runtime.config.baseUrl, path, name };
  const rendered = await formMemory(runtime).render(found.model, form, place);
  return formAnswer({ form, secret, known: headers.get('if-none-match') }, rendered);
}
