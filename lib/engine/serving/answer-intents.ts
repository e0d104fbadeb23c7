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
  readonly memory: IntentMemory;
}

/** What a process remembers from beat to beat. */
export interface IntentMemory {
  /** Results that were sent without a certain answer, by intent; never more than are looked at in one beat. */
  readonly unsettled: Map<string, Uint8Array>;
  /** Intents looked at since the listing went on, answered or not. */
  readonly passed: Set<string>;
  /** Where the listing goes on; null at its beginning. */
  next: string | null;
}

export function intentMemory(): IntentMemory {
  return { unsettled: new Map(), passed: new Set(), next: null };
}

const intentMaxBytes = 16 * 1024;
/** Most intents looked at in one beat, and pages listed for them. */
const perBeat = 16;
const maxPages = 20;

/**
 * One that cannot be read is left until it is listed again; the others are answered. Without a definite listing nothing
 * is begun. Names beyond one beat's pages are the next beat's: none is ever out of sight.
 */
export async function answerIntents(context: IntentContext): Promise<void> {
  const { memory, reporter } = context;
  for (const [id, body] of [...memory.unsettled]) {
    if (reporter.standing !== 'owner') return;
    await send(context, id, body);
  }
  const from = memory.next;
  memory.next = null;
  const { open, next } = await openIntents(context, from);
  const unseen = open.filter((id) => !memory.passed.has(id) && !memory.unsettled.has(id));
  const looked = unseen.slice(0, perBeat - memory.unsettled.size);
  memory.next = from;
  for (const id of looked) {
    if (reporter.standing !== 'owner') return;
    await answerIntent(context, id).catch(() => undefined);
    memory.passed.add(id);
  }
  if (looked.length < unseen.length) return;
  memory.passed.clear();
  memory.next = next;
}

async function openIntents(
  { store, places }: IntentContext,
  from: string | null,
): Promise<{ readonly open: readonly string[]; readonly next: string | null }> {
  const asked = new Set<string>();
  const answered = new Set<string>();
  let next = from;
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
  return { open: [...asked].filter((id) => !answered.has(id)).sort(), next };
}

async function answerIntent(context: IntentContext, id: string): Promise<void> {
  const { store, places, actions, reporter } = context;
  const [asked, answered] = await Promise.all([
    store.get(places.intent(id), { maxBytes: intentMaxBytes }),
    // Its answer may be on a page that this beat does not list.
    store.head(places.intentResult(id)),
  ]);
  if (asked.kind === 'absent' || answered.kind === 'found') return;
  const intent = asked.kind === 'found' ? parseIntent(asked.body) : null;
  if (intent === null || intent.id !== id) {
    return record(context, id, { outcome: 'rejected', reason: 'it is not in the form of an intent' });
  }
  const { report } = reporter;
  if (intent.expected.epoch < report.fence.epoch) return record(context, id, interrupted);
  const refusal = refuseIntent(intent, report) ?? refuseAction(intent, report, Date.parse(context.now()));
  if (refusal !== null) return record(context, id, { outcome: 'rejected', reason: refusal });
  const outcome = await actions[intent.action]?.(intent).catch(failed);
  if (outcome !== undefined) await record(context, id, outcome);
}

/** A process before this one may have carried it out and ended before it could say so: no word of a rejection. */
const interrupted: IntentOutcome = {
  outcome: 'failed',
  reason: 'unknown: the process that was asked ended before it answered; it may have been done',
};

function failed(error: unknown): IntentOutcome {
  const reason = error instanceof Error ? error.message : 'it failed';
  return { outcome: 'failed', reason: reason.slice(0, 2_000) };
}

async function record(context: IntentContext, id: string, outcome: IntentOutcome): Promise<void> {
  const { replica_id, instance_id, fence } = context.reporter.report;
  const result: IntentResult = {
    schema: 'lance-serving-intent-result/1',
    id,
    ...outcome,
    at: context.now(),
    by: { replica_id, instance_id, epoch: fence.epoch },
  };
  await send(context, id, new TextEncoder().encode(JSON.stringify(result)));
}

/**
 * An answer that was lost is sent again, in later beats too: what was done is never judged a second time. Whichever
 * lands, there is one, and it is never changed.
 */
async function send({ store, places, memory }: IntentContext, id: string, body: Uint8Array): Promise<void> {
  memory.unsettled.set(id, body);
  for (let tries = 1; tries <= 4; tries += 1) {
    const answer = await store.create(places.intentResult(id), body).catch(() => null);
    if (answer === null || answer.kind === 'unknown') continue;
    memory.unsettled.delete(id);
    return;
  }
}

function parseIntent(body: Uint8Array): Intent | null {
  try {
    return intentSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return null;
  }
}
