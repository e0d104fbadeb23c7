/** Why nothing may be asked of a replica now: only of a report that is believed, fresh and its owner's (F). */
import { refuseAction } from '@/lib/engine/serving/action-rules';
import type { FetchedReport } from '@/lib/engine/serving/fetch-report';
import { refuseIntent } from '@/lib/engine/serving/intent-rules';
import type { Intent } from '@/lib/engine/serving/intent-schema';
import { isSilent } from '@/lib/engine/serving/retire-address';
import { mayRetire } from '@/lib/engine/serving/retired-rules';
import type { ReplicaView } from './replica-view-rules';

export interface AskingRefusal {
  readonly code: string;
  readonly sentence: string;
  readonly remedy: string;
}

/** Null when it may be asked; the replica asks its own guards again. @param nowMs milliseconds since the epoch */
export function refuseAsking(view: ReplicaView, intent: Intent, nowMs: number): AskingRefusal | null {
  const { reading, freshness, deposed } = view;
  if (reading?.kind !== 'read') {
    const sentence = 'Its report cannot be read or contradicts itself, so nothing can be asked of it.';
    return { code: 'not_believed', sentence, remedy: 'Repair the process that reports.' };
  }
  if (freshness?.kind !== 'fresh') {
    const sentence = 'Its report is stale: nobody can tell what is there now.';
    return { code: 'stale', sentence, remedy: 'Wait until it reports again.' };
  }
  if (deposed) {
    const sentence = 'Its writer has lost its place: it answers nobody.';
    return { code: 'deposed', sentence, remedy: 'Ask the process that took the place.' };
  }
  const refusal = refuseIntent(intent, reading.report) ?? refuseAction(intent, reading.report, nowMs);
  if (refusal === null) return null;
  const remedy = 'Look at what it reports now, then decide again.';
  return { code: 'changed', sentence: `Refused: ${refusal}.`, remedy };
}

export function refuseRetiring({ freshness }: ReplicaView): AskingRefusal | null {
  if (mayRetire(freshness)) return null;
  const sentence = 'It still reports, so it is not gone.';
  return { code: 'reports', sentence, remedy: 'Stop its process and wait until its report is stale.' };
}

/** @param reading what the address tells now; only where nothing answers at all may it be given up */
export function refuseRetiringAddress(reading: FetchedReport): AskingRefusal | null {
  if (isSilent(reading)) return null;
  const sentence = 'Something answers at this address, if only with an error, so it is not gone.';
  const remedy = 'Stop what answers there, repair its report, or take the address out of the configuration.';
  return { code: 'answers', sentence, remedy };
}
