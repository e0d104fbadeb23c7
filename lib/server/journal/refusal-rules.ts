/** Turns what refuses an action into one form for people: each reason with its holder, its age and what would end it. */
import { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import type { RefusalReason } from '@/lib/contracts/actions';
import { iso } from '../to-contract/scalars';

/** As the engine spells a reason; any of it may be missing. */
const engineReason = z.object({
  sentence: z.string(),
  code: z.string().optional(),
  kind: z.string().optional(),
  marker: z.string().optional(),
  holder: z.string().nullable().optional(),
  /** What it is that holds, by its name. */
  subject: z.string().optional(),
  storedAt: z.number().nullable().optional(),
  ownedUntil: z.number().nullable().optional(),
  endsWhen: z.string().optional(),
  remedy: z.string().nullable().optional(),
});

const remedies: Readonly<Record<string, string>> = {
  changed: 'Look at what is there now, then decide again.',
  exists: 'Take another name, or move the one that is there.',
  in_flight:
    'Wait until that change has ended, at most 15 minutes, or settle it once its intent has expired.',
  settling: 'Settle the expired intents of this dataset, then try again.',
  no_conditional_delete: 'Use a store that can delete on a condition.',
};

/**
 * The same error with `details.reasons` as the contract says them. A version on its way out makes both kinds of the
 * engine, `refused` and `conflict`, `refused`: trying again at once does not help.
 */
export function withReasons(error: VamplateError): VamplateError {
  if (error.kind !== 'refused' && error.kind !== 'conflict' && error.kind !== 'unsupported') return error;
  const given = z.array(z.unknown()).safeParse(error.details.reasons);
  const reasons = given.success && given.data.length > 0 ? given.data.map(reasonOf) : [onlyReason(error)];
  const kind = given.success && error.kind === 'conflict' ? 'refused' : error.kind;
  return new VamplateError(kind, error.message, { ...error.details, reasons }, { cause: error });
}

export function refused(message: string, reasons: readonly RefusalReason[]): VamplateError {
  return new VamplateError('refused', message, { reasons });
}

export function reasonWith(
  code: string,
  sentence: string,
  rest: Partial<Omit<RefusalReason, 'code' | 'sentence'>> = {},
): RefusalReason {
  return { code, sentence, holder: null, since: null, remedy: null, ...rest };
}

function reasonOf(given: unknown): RefusalReason {
  if (typeof given === 'string') return reasonWith('other', given);
  const parsed = engineReason.safeParse(given);
  if (!parsed.success) return reasonWith('other', JSON.stringify(given)?.slice(0, 400) ?? '');
  const { sentence, code, kind, marker, storedAt, ownedUntil, endsWhen, remedy } = parsed.data;
  const holder = parsed.data.holder ?? parsed.data.subject ?? null;
  return reasonWith(code ?? kind ?? marker ?? 'other', begun(sentence), {
    holder,
    since: iso(storedAt ?? null),
    remedy: remedy ?? endsWhen ?? remedyOfMarker(marker, ownedUntil),
  });
}

/** The engine makes sentences of what it calls a thing, which begins as it does in the middle of one. */
function begun(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function onlyReason({ message, details, kind }: VamplateError): RefusalReason {
  const code = typeof details.reason === 'string' ? details.reason : kind;
  return reasonWith(code, message, { remedy: remedies[code] ?? null });
}

function remedyOfMarker(marker: string | undefined, ownedUntil: number | null | undefined): string | null {
  if (marker === 'draining') {
    const until = iso(ownedUntil ?? null);
    return until === null
      ? 'Wait until its owner has ended, or cancel the drain once it is stale.'
      : `Wait until its owner has ended, or cancel the drain after ${until}.`;
  }
  if (marker === 'sealed') return 'Finish or cancel the retirement on the page Retirement.';
  return marker === 'committed' ? 'Nothing: the version is decided to go. Choose another version.' : null;
}
