/** Asks a replica through an intent it answers once, reads the answer, and takes the word of an admin that one is gone. */
import { ulid } from 'ulid';
import { VamplateError } from '@/lib/base/errors';
import { withoutSecrets } from '@/lib/base/secret-rules';
import { endpoints } from '@/lib/contracts/endpoints';
import { allows } from '@/lib/contracts/roles';
import { adminActions, nameToType, type ServingRequest } from '@/lib/contracts/serving-actions';
import type { AskingRefusal } from '@/lib/lake/serving/asking-rules';
import { refuseAsking, refuseRetiring, refuseRetiringAddress } from '@/lib/lake/serving/asking-rules';
import type { Caller } from '../auth/caller';
import type { Operation } from '../http/operation';
import { recordAction } from '../journal/record-action';
import { reasonWith, refused } from '../journal/refusal-rules';
import { targetName } from '../journal/target-names';
import { requireTyped } from '../journal/typed-name';
import { iso } from '../to-contract/scalars';
import { intentOf, intentToAsk } from '../to-contract/serving-intents';
import { findAddress, findReplica, lookAtReplicas } from './read-serving';

/** Retention intent is never shorter than this (F). */
const shortestGraceMs = 7 * 86_400_000;

export const askReplica: Operation<typeof endpoints.askReplica> = async (context, { params, body }) => {
  const { runtime, caller } = context;
  const { request, reason } = body;
  requireRole(caller, request);
  const name = nameToType(request, body.replica);
  if (name !== null) requireTyped(body.typedName, name);
  requireGrace(request, runtime.clock.wall());
  const { environment, view } = await findReplica(
    runtime,
    { ...params, replica: body.replica },
    body.lineage,
  );
  const places = environment.placesOf(view);
  if (places === null) {
    const sentence = 'This environment is read at addresses alone: nobody would find what is asked here.';
    throw new VamplateError('unsupported', sentence, { env: params.env });
  }
  const intent = intentToAsk({
    ...{ id: ulid(runtime.clock.wall()).toLowerCase(), request, expected: body.expected, reason },
    ...{ actor: caller.actor, at: iso(runtime.clock.wall()) },
  });
  const target = targetName(
    environment.settings.lake,
    null,
    `${request.action} of ${nameOf(params, body.replica)}`,
  );
  const { notes, recorded } = await recordAction(
    context,
    endpoints.askReplica.action,
    { lake: environment.lake, target, reason },
    async () => {
      throwIf(refuseAsking(view, intent, runtime.clock.wall()));
      await environment.ask(places, intent);
      return { value: null, sentence: `It was asked as ${intent.id}; its answer is read beside it.` };
    },
  );
  return { intent: intentOf(view.place, { intent, result: null }), notes: [...notes], recorded };
};

export const readServingIntent: Operation<typeof endpoints.servingIntent> = async (
  { runtime },
  { params, query },
) => {
  const { environment, views, meta } = await lookAtReplicas(runtime, params);
  const asked = views.filter(({ place }) => query.replica === undefined || place.replicaId === query.replica);
  for (const view of asked) {
    const places = environment.placesOf(view);
    const found = places === null ? null : await environment.findIntent(places, params.intent);
    if (found !== null) return { intent: intentOf(view.place, found), meta };
  }
  throw new VamplateError('not_found', `Nothing was asked of ${params.set} as ${params.intent}.`);
};

export const retireReplica: Operation<typeof endpoints.retireReplica> = async (context, { params, body }) => {
  const { runtime, caller } = context;
  requireTyped(body.typedName, params.replica);
  const { environment, view } = await findReplica(runtime, params, body.lineage);
  const reason = withoutSecrets(body.reason);
  const target = targetName(environment.settings.lake, null, `replica ${nameOf(params, params.replica)}`);
  const { value, notes, recorded } = await recordAction(
    context,
    endpoints.retireReplica.action,
    { lake: environment.lake, target, reason },
    async () => {
      throwIf(refuseRetiring(view));
      const at = iso(runtime.clock.wall());
      const retired = await environment.retire(view, { actor: caller.actor, reason, at });
      return { value: retired, sentence: 'It holds no version any more, unless it reports again.' };
    },
  );
  const { at, actor } = value;
  return { retired: { at, actor, reason: value.reason }, notes: [...notes], recorded };
};

export const retireAddress: Operation<typeof endpoints.retireAddress> = async (context, { params, body }) => {
  const { runtime } = context;
  const { url } = body;
  const reason = withoutSecrets(body.reason);
  const { environment, address } = await findAddress(runtime, params.env, url);
  requireTyped(body.typedName, new URL(url).host);
  const { value, notes, recorded } = await recordAction(
    context,
    endpoints.retireAddress.action,
    {
      lake: environment.lake,
      target: targetName(environment.settings.lake, null, `address ${url} of ${params.env}`),
      reason,
    },
    async () => {
      throwIf(refuseRetiringAddress(address.reading));
      const at = iso(runtime.clock.wall());
      const retired = await environment.retireAddress(url, { actor: context.caller.actor, reason, at });
      return { value: retired, sentence: 'Nothing is kept for it any more, unless it answers again.' };
    },
  );
  const { at, actor } = value;
  return { retired: { at, actor, reason: value.reason }, notes: [...notes], recorded };
};

function nameOf({ env, set }: { readonly env: string; readonly set: string }, replica: string): string {
  return `${env}/${set}/${replica}`;
}

function requireRole({ role }: Caller, { action }: ServingRequest): void {
  if (!adminActions.has(action) || allows(role, 'admin')) return;
  throw new VamplateError('forbidden', 'This needs the role admin.', { role, needed: 'admin' });
}

function requireGrace(request: ServingRequest, nowMs: number): void {
  if (request.action !== 'set_retention') return;
  if (Date.parse(request.graceUntil) - nowMs >= shortestGraceMs) return;
  throw new VamplateError('invalid_input', 'The grace period ends at least seven days from now.', {
    issues: [{ path: 'body.request.graceUntil', message: 'expected at least seven days from now' }],
  });
}

function throwIf(refusal: AskingRefusal | null): void {
  if (refusal === null) return;
  const { code, sentence, remedy } = refusal;
  throw refused(sentence, [reasonWith(code, sentence, { remedy })]);
}
