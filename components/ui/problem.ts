/** An error as the page shows it: code, one sentence, request id, and a detail worth copying. */
import { type ErrorKind, isVamplateError } from '@/lib/base/errors';

export interface Problem {
  readonly code: ErrorKind | 'view';
  readonly sentence: string;
  readonly requestId: string | null;
  /** Everything known, for a report. */
  readonly detail: string;
  /** Reasons of a refusal, each one sentence. */
  readonly reasons: readonly string[];
}

export function problemOf(error: unknown): Problem {
  if (!isVamplateError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      code: 'view',
      sentence: 'This part of the page could not be drawn.',
      requestId: null,
      detail: JSON.stringify({ code: 'view', message }, null, 2),
      reasons: [],
    };
  }
  const { kind, message, details } = error;
  const requestId = typeof details.requestId === 'string' ? details.requestId : null;
  return {
    code: kind,
    sentence: message,
    requestId,
    detail: JSON.stringify({ code: kind, message, ...details }, null, 2),
    reasons: reasonsOf(details.reasons),
  };
}

function reasonsOf(reasons: unknown): readonly string[] {
  if (!Array.isArray(reasons)) return [];
  return reasons.map((reason: unknown) => {
    if (typeof reason === 'string') return begun(reason);
    const said = (reason as { readonly sentence?: unknown } | null)?.sentence;
    return typeof said === 'string' ? begun(said) : JSON.stringify(reason);
  });
}

/** The engine makes sentences of what it calls a thing, which begins as it does in the middle of one. */
function begun(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
