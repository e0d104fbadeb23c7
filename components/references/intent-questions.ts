/** What is asked before publications are settled, and what each became. */
import type { z } from 'zod';
import type { DialogQuestion } from '@/components/actions/action-dialog';
import type { IntentRow } from '@/lib/contracts/control';
import type { settledIntent } from '@/lib/contracts/retirement-actions';

const mostNamed = 10;

/** @param intents those that are loaded: what each will become, as the reader judges it now */
export function settleQuestion(intents: readonly IntentRow[]): DialogQuestion {
  const expired = intents.filter(({ standing }) => standing === 'expired');
  const more = expired.length - mostNamed;
  return {
    title: `Settle ${expired.length === 1 ? 'the expired intent' : `${expired.length} expired intents`}?`,
    consequences: [
      ...expired
        .slice(0, mostNamed)
        .map((one) => `${one.referenceName ?? one.id} at v${one.version}: ${one.sentence}`),
      ...(more > 0 ? [`And ${more} more.`] : []),
      'Each is published where its reference stands, and taken back where it does not. What is still owned is left alone.',
    ],
    submit: 'Settle expired intents',
  };
}

const becameWords: Readonly<Record<z.infer<typeof settledIntent>['became'], string>> = {
  owned: 'still owned, left alone',
  kept: 'published',
  revoked: 'taken back',
  leftover: 'finished, removed by the next cleanup',
  open: 'not settled, the store did not say',
};

export function settledWords(settled: readonly z.infer<typeof settledIntent>[]): string {
  if (settled.length === 0) return 'There was nothing to settle.';
  return settled
    .slice(0, mostNamed)
    .map(({ referencePath, version, became }) => {
      const name = referencePath.slice(referencePath.lastIndexOf('/') + 1).replace(/\.json$/, '');
      return `${name} at v${version}: ${becameWords[became]}.`;
    })
    .join(' ');
}
