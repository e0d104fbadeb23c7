/** Looks for what operators ask of this replica and answers each intent once, create-only (E.2, F). */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { refuseAction } from './action-rules';
import { refuseIntent } from './intent-rules';
import { type Intent, type IntentOutcome, type IntentResult, intentSchema } from './intent-schema';
import type { StatusReport } from './report-schema';
import type { ReplicaPlaces } from './serving-names';

/** By the name of section F. What is asked is still as the operator saw it when an action begins. */
export type IntentActions = Readonly<Record<string, (intent: Intent) => Promise<IntentOutcome>>>;

export interface IntentContext {
  readonly store: ObjectStore;
  readonly places: ReplicaPlaces;
  readonly actions: IntentActions;
  /** RFC 3339. */
  readonly now: () => string;
  readonly reporter: { readonly report: StatusReport; readonly standing: string };
}

const intentMaxBytes = 16 * 1024;
/** Most intents answered in one beat, and pages listed for them. */
const perBeat = 16;
const maxPages = 5;

/** One that cannot be read is left; the others are answered. Without a definite listing nothing is done. */
export async function answerIntents(context: IntentContext): Promise<void> {
  const open = await openIntents(context);
  for (const id of open.slice(0, perBeat)) {
    if (context.reporter.standing !== 'owner') return;
    await answerIntent(context, id).catch(() => undefined);
  }
}

async function openIntents({ store, places }: IntentContext): Promise<readonly string[]> {
  const asked = new Set<string>();
  const answered = new Set<string>();
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await store.list({
      prefix: places.intents,
      delimiter: '/',
      ...(next === null ? {} : { next }),
    });
    for (const { key } of page.objects) {
      const [, id, result] =
        /^([0-9a-z-]{1,64})(\.result)?\.json$/.exec(key.slice(places.intents.length)) ?? [];
      if (id !== undefined) (result === undefined ? asked : answered).add(id);
    }
    next = page.next;
    if (next === null) break;
  }
  return [...asked].filter((id) => !answered.has(id)).sort();
}

async function answerIntent(context: IntentContext, id: string): Promise<void> {
  const { store, places, actions, reporter } = context;
  const [asked, answered] = await Promise.all([
    store.get(places.intent(id), { maxBytes: intentMaxBytes }),
    // The page that named the answer may lie beyond those listed.
    store.head(places.intentResult(id)),
  ]);
  if (asked.kind === 'absent' || answered.kind === 'found') return;
  const intent = asked.kind === 'found' ? parseIntent(asked.body) : null;
  if (intent === null || intent.id !== id) {
    return record(context, id, { outcome: 'rejected', reason: 'it is not in the form of an intent' });
  }
  const { report } = reporter;
  const refusal = refuseIntent(intent, report) ?? refuseAction(intent, report, Date.parse(context.now()));
  if (refusal !== null) return record(context, id, { outcome: 'rejected', reason: refusal });
  const outcome = await actions[intent.action]?.(intent).catch(failed);
  if (outcome !== undefined) await record(context, id, outcome);
}

function failed(error: unknown): IntentOutcome {
  const reason = error instanceof Error ? error.message : 'it failed';
  return { outcome: 'failed', reason: reason.slice(0, 2_000) };
}

/** An answer that was lost is sent again: whichever lands, there is one, and it is never changed. */
async function record(context: IntentContext, id: string, outcome: IntentOutcome): Promise<void> {
  const { replica_id, instance_id, fence } = context.reporter.report;
  const result: IntentResult = {
    schema: 'lance-serving-intent-result/1',
    id,
    ...outcome,
    at: context.now(),
    by: { replica_id, instance_id, epoch: fence.epoch },
  };
  const body = new TextEncoder().encode(JSON.stringify(result));
  for (let tries = 1; tries <= 4; tries += 1) {
    const answer = await context.store.create(context.places.intentResult(id), body).catch(() => null);
    if (answer !== null && answer.kind !== 'unknown') return;
  }
}

function parseIntent(body: Uint8Array): Intent | null {
  try {
    return intentSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}
