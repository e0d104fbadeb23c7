/**
 * Learns how one S3 service wants the ETag spelled in If-Match. HTTP and AWS write it in quotes; some services compare
 * those quotes and so refuse a matching tag. Quoted is tried first, because a service that does not understand an
 * unquoted tag might ignore the condition; the other spelling is used only after a scratch object has shown that it is
 * honoured both ways: a wrong tag refused, the right one accepted.
 */
import { VamplateError } from '@/lib/base/errors';
import type { ETagSpelling, WriteAnswer } from './object-store';

export interface SpelledCalls {
  /** One conditional request, sent once. */
  replace(key: string, body: Uint8Array, ifMatch: string): Promise<WriteAnswer>;
  create(key: string, body: Uint8Array): Promise<WriteAnswer>;
  remove(key: string): Promise<unknown>;
}

export interface SpellingLearner {
  known(): ETagSpelling | null;
  /**
   * Sends a conditional call in the known spelling; a conflict in a spelling not yet confirmed is looked into, and the
   * call is sent again (a conflict wrote nothing) when the service turns out to want the other one.
   */
  spelled<A extends { readonly kind: string }>(
    etag: string,
    send: (ifMatch: string) => Promise<A>,
  ): Promise<A>;
}

const wrongTag = '0123456789abcdef0123456789abcdef';

/**
 * @param scratchKey a fresh key below the control prefix each time
 * @param known what a probe learned before, if any
 */
export function openSpellingLearner(
  calls: SpelledCalls,
  scratchKey: () => string,
  known: ETagSpelling | null,
): SpellingLearner {
  let spelling = known;
  let learning: Promise<ETagSpelling> | null = null;

  async function learn(): Promise<ETagSpelling> {
    const key = scratchKey();
    const bytes = (text: string) => new TextEncoder().encode(text);
    try {
      const made = await calls.create(key, bytes('0'));
      if (made.kind !== 'written') throw undecided('the scratch object could not be written');
      for (const candidate of ['quoted', 'unquoted'] as const) {
        const refused = await calls.replace(key, bytes('wrong'), spell(wrongTag, candidate));
        if (refused.kind === 'written') throw unsupportedCondition();
        if (refused.kind === 'unknown') throw undecided('the scratch object could not be replaced');
        const taken = await calls.replace(key, bytes(candidate), spell(made.etag, candidate));
        if (taken.kind === 'written') return candidate;
        if (taken.kind === 'unknown') throw undecided('the scratch object could not be replaced');
      }
      throw unsupportedCondition();
    } finally {
      await calls.remove(key);
    }
  }

  return {
    known: () => spelling,
    async spelled(etag, send) {
      const tried = spelling ?? 'quoted';
      const answer = await send(spell(etag, tried));
      if (spelling !== null) return answer;
      if (answer.kind !== 'conflict') {
        if (answer.kind !== 'unknown') spelling = tried;
        return answer;
      }
      learning ??= learn().finally(() => {
        learning = null;
      });
      spelling = await learning;
      return spelling === tried ? answer : send(spell(etag, spelling));
    },
  };
}

function spell(etag: string, spelling: ETagSpelling): string {
  return spelling === 'quoted' ? `"${etag}"` : etag;
}

function undecided(why: string): VamplateError {
  return new VamplateError('unavailable', `How this store spells If-Match could not be learned: ${why}.`, {
    outcome: 'not_written',
  });
}

function unsupportedCondition(): VamplateError {
  return new VamplateError('unsupported', 'This store does not honour If-Match on writes.', {
    outcome: 'not_written',
  });
}
