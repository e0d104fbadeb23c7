/** Writes lines of the journal, each once and for good: the intent before an effect, the outcome after it. */

import { VamplateError } from '@/lib/base/errors';
import { withoutSecrets } from '@/lib/base/secret-rules';
import {
  type IntentEntry,
  type JournalEntry,
  journalEntry,
  maxSentenceLength,
  type OutcomeEntry,
} from './journal-entry';
import { formatJournalName, journalFolder } from './journal-names';
import { newId, type OperationContext } from './operation-context';
import { type Asker, checked, encodeJson } from './record-schema';
import { shortened } from './text-rules';
import { writeSurely } from './write-surely';

export interface Intent extends Asker {
  readonly action: string;
  readonly target: string;
  readonly reason: string | null;
  readonly planHash: string | null;
  readonly askedBy?: string;
}

export interface Outcome {
  readonly result: OutcomeEntry['result'];
  /** One sentence for people; what is too long is cut, and secrets are withheld. */
  readonly sentence: string;
}

/** `unknown`: the line may be there or may still come; no effect may begin on such an intent. */
export type Appended<E> = { readonly kind: 'written' | 'unknown'; readonly entry: E };

/** @throws `invalid_input` for what cannot be recorded, and what the store throws when certainly nothing was written */
export async function appendIntent(
  context: OperationContext,
  intent: Intent,
): Promise<Appended<IntentEntry>> {
  const { actor, role, requestId, action, target, reason, planHash, askedBy } = intent;
  const by = { actor, role, requestId, ...(askedBy === undefined ? {} : { askedBy }) };
  const fields = { ...by, action, target, reason, planHash };
  return append<IntentEntry>(context, { kind: 'intent', ...fields, ...stamp(context) });
}

/** @throws what the store throws when certainly nothing was written; then nothing tells what came of the intent */
export async function appendOutcome(
  context: OperationContext,
  intent: IntentEntry,
  { result, sentence }: Outcome,
): Promise<Appended<OutcomeEntry>> {
  // Before it is cut: half a secret is not known for one.
  const clean = shortened(withoutSecrets(sentence), maxSentenceLength);
  const said = { intent: intent.id, result, sentence: clean };
  return append<OutcomeEntry>(context, { ...intent, kind: 'outcome', ...said, ...stamp(context) });
}

function stamp(context: OperationContext) {
  return { format: 1, id: newId(context), at: context.clock.wall() } as const;
}

async function append<E extends JournalEntry>(context: OperationContext, line: E): Promise<Appended<E>> {
  // The schema only takes secrets out; the kind stays.
  const entry = checked(journalEntry, line, 'This action') as E;
  const key = journalFolder + formatJournalName(entry);
  const write = await writeSurely(context.store, key, encodeJson(entry), { before: null, createOnly: true });
  if (write.kind === 'conflict')
    throw new VamplateError('conflict', 'This line of the journal is taken.', { key });
  return { kind: write.kind, entry };
}
