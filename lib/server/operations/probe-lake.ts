/** What a lake's store was proven to do: probed on request, remembered in the lake for every replica. */
import { z } from 'zod';
import { isVamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import type { endpoints } from '@/lib/contracts/endpoints';
import {
  type Assumption,
  assumptions,
  decideActions,
  type Findings,
} from '@/lib/engine/store/capability-rules';
import { metered } from '@/lib/engine/store/metered-store';
import { probeStore } from '@/lib/engine/store/probe-store';
import { openRegister } from '@/lib/engine/store/register';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { type Shared, shareReading } from '@/lib/lake/shared-reading';
import type { Operation, OperationContext, ReplyOf } from '../http/operation';
import { lakesOf } from '../lakes';
import { maxAgeOf } from '../reading';
import { iso } from '../to-contract/scalars';

type Reply = Awaited<ReplyOf<typeof endpoints.capabilities>>;

/** Who asks what a store was proven to do. */
export type Probing = Pick<OperationContext, 'runtime' | 'headers'>;

const finding = z.object({ answer: z.enum(['yes', 'no', 'unknown']), evidence: z.string().max(4096) });
const remembered = z.object({
  /** By the store's clock; null where it states none. */
  probedAt: z.number().nullable(),
  findings: z.record(z.string().max(64), finding),
});
type Remembered = z.infer<typeof remembered>;

export const readCapabilities: Operation<typeof endpoints.capabilities> = async (context, { params }) => {
  const lake = lakesOf(context.runtime).lake(params.lake);
  const shared = lastProbeOf(context, lake);
  const notes: string[] = [];
  try {
    await shared.get(maxAgeOf(context));
  } catch (error) {
    // A record that cannot be read is not a lake without one: the page says why, and shows what was read before.
    if (!isVamplateError(error)) throw error;
    notes.push(`The record of the last probe could not be read: ${error.message}`);
  }
  const reading = shared.last();
  const cost = reading?.cost ?? { requests: 0, bytes: 0 };
  const readAt = reading?.readAt ?? context.runtime.clock.wall();
  return replyOf(lake, reading?.value ?? null, { ...cost, readAt }, notes);
};

export const probeLake: Operation<typeof endpoints.probe> = async (context, { params }) => {
  const lake = lakesOf(context.runtime).lake(params.lake);
  const { store, meter } = metered(lake.store);
  const { clock } = context.runtime;
  const probed = await probeStore(store, { clock, random: systemRandom });
  const findings = Object.fromEntries(
    [...assumptions, 'orderedListing' as const].map((name) => [name, probed[name]]),
  );
  const known: Remembered = { probedAt: probed.probedAt, findings };
  const notes: string[] = [];
  for (const key of probed.leftovers) notes.push(`${key} was written by the probe and could not be removed.`);
  try {
    await registerOf(context, store).update(() => known);
  } catch (error) {
    if (!isVamplateError(error)) throw error;
    notes.push(`The result could not be kept in the lake: ${error.message}`);
  }
  lastProbeOf(context, lake).expire();
  const { requests, bytes } = meter;
  return replyOf(lake, known, { requests, bytes, readAt: clock.wall() }, notes);
};

/**
 * What the last probe found, for verbs that rest on it; where nobody probed, or the record cannot be read, nothing is
 * proven.
 */
export async function probedConditions(
  context: Probing,
  lake: LakeReader,
): Promise<{ readonly findings: Findings; readonly probedAt: number | null }> {
  const known = await lastProbeOf(context, lake)
    .get(maxAgeOf(context))
    .then(({ value }) => value)
    .catch((error: unknown) => {
      if (!isVamplateError(error)) throw error;
      return null;
    });
  return { findings: findingsOf(known), probedAt: known?.probedAt ?? null };
}

function findingsOf(known: Remembered | null): Findings {
  return Object.fromEntries(assumptions.map((name) => [name, known?.findings[name] ?? unproven])) as Findings;
}

const unproven = { answer: 'unknown', evidence: 'Nobody has probed this store.' } as const;

/** The record of the last probe, read once for all who ask together. */
function lastProbeOf(context: Probing, lake: LakeReader): Shared<Remembered | null> {
  const { runtime } = context;
  return runtime.once(`last probe of ${lake.settings.id}`, () =>
    shareReading<Remembered | null>(
      runtime.clock,
      async () => {
        const { store, meter } = metered(lake.store);
        const state = await registerOf(context, store).read();
        const value = state.kind === 'found' ? state.value : null;
        return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
      },
      (value) => String(value?.probedAt),
    ),
  );
}

function registerOf({ runtime }: Probing, store: LakeReader['store']) {
  return openRegister({
    store,
    key: '_vamplate/capabilities.json',
    schema: remembered,
    clock: runtime.clock,
    random: systemRandom,
  });
}

function replyOf(
  lake: LakeReader,
  known: Remembered | null,
  cost: { readonly requests: number; readonly bytes: number; readonly readAt: number },
  notes: readonly string[],
): Reply {
  const findings = findingsOf(known);
  return {
    lake: lake.settings.id,
    probedAt: iso(known?.probedAt ?? null),
    capabilities: [
      ...assumptions.map((name, index) => row(`A${index + 1}`, names[name], findings[name])),
      row('order', 'Listings in order of the key', known?.findings.orderedListing ?? unproven),
    ],
    switchedOff: Object.entries(decideActions(findings)).flatMap(([action, decision]) => {
      if (decision.kind === 'allowed') return [];
      const what = { id: action, kind: decision.kind, action: words(action) };
      if (known === null) return [{ ...what, reason: 'its needs are not proven yet.' }];
      const fallback = decision.kind === 'limited' ? ` ${decision.fallback}` : '';
      return [{ ...what, reason: `${decision.reasons.join(' ')}${fallback}` }];
    }),
    meta: {
      readAt: iso(cost.readAt),
      storeTime: iso(known?.probedAt ?? null),
      requests: cost.requests,
      bytes: cost.bytes,
      complete: notes.length === 0,
      notes: [...notes],
    },
  };
}

function row(id: string, name: string, { answer, evidence }: Findings[Assumption]) {
  return { id, name, verdict: answer, evidence };
}

const names: Readonly<Record<Assumption, string>> = {
  createIfAbsent: 'Create if absent',
  replaceIfMatch: 'Replace if match',
  deleteIfMatch: 'Delete if match',
  strongListing: 'Listings show every completed write',
  storageTime: 'One clock for the times of all objects',
  answerTime: 'Its own time in every answer',
  wholeObjects: 'Objects appear whole or not at all',
};

/** `createTag` as `Create tag`. */
function words(action: string): string {
  const spaced = action.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
