/** What is asked before publications are settled, and what each became. */
import type { z } from 'zod';
import type { DialogQuestion } from '@/components/actions/action-dialog';
import type { Notice } from '@/components/actions/action-notice';
import { plural } from '@/components/ui/format-count';
import type { IntentRow } from '@/lib/contracts/control';
import type { settledIntent } from '@/lib/contracts/retirement-actions';

const mostNamed = 10;

/**
 * @param expired as the reader judges them now; null while they are read
 * @param more whether further ones were not read
 */
export function settleQuestion(expired: readonly IntentRow[] | null, more: boolean): DialogQuestion {
  const unnamed = (expired?.length ?? 0) - mostNamed;
  return {
    title: `Settle ${countWords(expired, more)}?`,
    consequences: [
      ...(expired ?? [])
        .slice(0, mostNamed)
        .map((one) => `${one.referenceName ?? one.id} at v${one.version}: ${one.sentence}`),
      ...(expired === null ? ['Which they are is being read.'] : []),
      ...(unnamed > 0 ? [`And ${plural(unnamed, 'further one')}.`] : []),
      ...(more ? ['There are more than were read; all are settled.'] : []),
      'Each is published where its reference stands, and taken back where it does not. What is still owned is left alone.',
    ],
    submit: 'Settle expired intents',
  };
}

function countWords(expired: readonly IntentRow[] | null, more: boolean): string {
  if (expired === null) return 'the expired intents';
  if (expired.length === 1 && !more) return 'the expired intent';
  return `${more ? 'at least ' : ''}${expired.length} expired intents`;
}

type Settled = z.infer<typeof settledIntent>;

const becameWords: Readonly<Record<Settled['became'], string>> = {
  owned: 'still owned, left alone',
  kept: 'published',
  revoked: 'taken back',
  leftover: 'finished, removed by the next cleanup',
  open: 'not settled, the store did not say',
};

/** Every one by itself; red where one stays open. */
export function settledNotice(settled: readonly Settled[]): Notice {
  if (settled.length === 0) return { says: 'There was nothing to settle.' };
  const done = settled.filter(({ became }) => became !== 'owned' && became !== 'open').length;
  return {
    says: `${done} of ${plural(settled.length, 'intent')} settled.`,
    failed: settled.some(({ became }) => became === 'open'),
    items: settled.map(({ key, referencePath, version, became }) => {
      const name = referencePath.slice(referencePath.lastIndexOf('/') + 1).replace(/\.json$/, '');
      return { key, says: `${name} at v${version}: ${becameWords[became]}.`, failed: became === 'open' };
    }),
  };
}
