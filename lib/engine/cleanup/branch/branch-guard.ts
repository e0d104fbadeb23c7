/** Who may still delete a branch, asked before every change: once refused, nothing is sent and the refusal is the result (D19). */
import { isVamplateError, type VamplateError } from '@/lib/base/errors';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { ownedStore, refusalOf } from '@/lib/engine/cleanup/owned-store';
import type { DeleteBranchRequest } from './branch-deletion';

export interface BranchGuard {
  /** Changes nothing any more once `mayProceed` has thrown. */
  readonly context: CleanupContext;
  readonly beforeBatch: () => Promise<void>;
  /** The refusal of the request's own guards that an error is, or that it has for its cause; null for any other. */
  refusalIn(error: unknown): VamplateError | null;
}

/** Steps word what ended them anew, with the refusal for its cause. */
const longestChain = 8;

export function branchGuard(
  given: CleanupContext,
  { signal, mayProceed, beforeBatch }: DeleteBranchRequest,
): BranchGuard {
  const refusals = new Set<VamplateError>();
  const remembered = (refusal: VamplateError) => {
    refusals.add(refusal);
    return refusal;
  };
  const check = (ask: () => void) => {
    try {
      ask();
    } catch (error) {
      throw remembered(refusalOf(error));
    }
  };
  const asked = signal === undefined ? given : { ...given, signal };
  return {
    context:
      mayProceed === undefined
        ? asked
        : { ...asked, store: ownedStore(given.store, () => check(mayProceed)) },
    async beforeBatch() {
      try {
        await beforeBatch?.();
      } catch (error) {
        throw remembered(isVamplateError(error) ? error : refusalOf(error));
      }
    },
    refusalIn(error) {
      const chain: unknown[] = [];
      for (let at = error; at instanceof Error && chain.length < longestChain; at = at.cause) chain.push(at);
      return [...refusals].find((refusal) => chain.includes(refusal)) ?? null;
    },
  };
}
