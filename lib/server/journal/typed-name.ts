/** What a person must type before what cannot be undone: the server asks too, so that no script skips it. */
import { VamplateError } from '@/lib/base/errors';

/** @throws `invalid_input` unless it is exactly the name */
export function requireTyped(typed: string | undefined, name: string): void {
  if (typed === name) return;
  throw new VamplateError('invalid_input', `Type the exact name: ${name}`, {
    issues: [{ path: 'body.typedName', message: `expected exactly ${JSON.stringify(name)}` }],
  });
}
