/** What a dialog about incidents sends, from what was said in it. */
import type { Said } from '@/components/actions/action-dialog';
import type {
  changeIncidentBody,
  Incident,
  makeIncidentBody,
  StatusTarget,
} from '@/lib/contracts/status-pages';
import type { z } from '@/lib/contracts/zod';
import { instantOf } from './moment-rules';
import { targetKey, targetName } from './target-rules';

/** What was said, without what the dialog knows of the page. */
type Told<Body extends z.ZodType> = Omit<z.output<Body>, 'revision' | 'idempotencyKey'>;

const textOf = ({ fields }: Said) => (fields.text ?? '').trim();

/** @param touched places in the page's list of targets */
export function incidentOf(
  kind: Incident['kind'],
  said: Said,
  touched: readonly number[],
): Told<typeof makeIncidentBody> {
  const { title = '', stage, impact = 'none', starts = '', ends } = said.fields;
  return {
    kind,
    title: title.trim(),
    stage: stage as Incident['stage'],
    impact: kind === 'maintenance' ? 'none' : (impact as Incident['impact']),
    startsAt: instantOf(starts) ?? '',
    endsAt: ends === undefined ? null : instantOf(ends),
    targets: [...touched],
    text: textOf(said),
  };
}

/** The update, and of stage, impact and end only what differs. */
export function changeOf(incident: Incident, said: Said): Told<typeof changeIncidentBody> {
  const { stage, impact, ends } = said.fields;
  const endsAt = ends === undefined ? null : instantOf(ends);
  const sameEnd = endsAt === null || endsAt.slice(0, 16) === incident.endsAt?.slice(0, 16);
  return {
    ...(stage === incident.stage ? {} : { stage: stage as Incident['stage'] }),
    ...(impact === undefined || impact === incident.impact ? {} : { impact: impact as Incident['impact'] }),
    ...(sameEnd ? {} : { endsAt }),
    text: textOf(said),
  };
}

/**
 * What was ticked, on another list of targets: the same objects.
 * @param touched keys of objects
 * @returns `gone`: the console's names of those that the newest list has no more
 */
export function rebasedTouched(
  seen: readonly StatusTarget[],
  touched: readonly string[],
  newest: readonly StatusTarget[],
): { readonly touched: readonly string[]; readonly gone: readonly string[] } {
  const there = new Set(newest.map(targetKey));
  const ticked = seen.filter((target) => touched.includes(targetKey(target)));
  return {
    touched: touched.filter((key) => there.has(key)),
    gone: ticked.filter((target) => !there.has(targetKey(target))).map(targetName),
  };
}
