/** Runs a verb and counts how it ended; only errors that callers are told to expect are caught. */
import { isVamplateError, type VamplateError } from '@/lib/base/errors';
import type { Ledger } from '@/lib/testing/simulation/ledger';

const expected = ['unavailable', 'refused', 'not_found', 'invalid_input', 'conflict', 'unsupported'];

/** @returns null when the verb failed in a way it may fail */
export async function told<T>(
  ledger: Ledger,
  verb: string,
  work: () => Promise<T>,
  onError?: (error: VamplateError) => void,
): Promise<T | null> {
  try {
    const result = await work();
    ledger.hit(`${verb}: done`);
    return result;
  } catch (error) {
    if (!isVamplateError(error) || !expected.includes(error.kind)) throw error;
    const { reason } = error.details;
    ledger.hit(`${verb}: ${error.kind}${typeof reason === 'string' ? ` ${reason}` : ''}`);
    onError?.(error);
    return null;
  }
}
