/** Cancels one marker that its run left, and settles publications whose owners are gone. */
import { storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { datasetTypedName, decodeDatasetId } from '@/lib/contracts/dataset-id';
import { endpoints } from '@/lib/contracts/endpoints';
import { allows } from '@/lib/contracts/roles';
import type { Settlement } from '@/lib/engine/references/settle-publications';
import { lookAtSeal, requireSeen } from '../approvals/look-at-object';
import { type Approved, askSecondPerson, linesOf, needsSecondPerson } from '../approvals/second-person';
import type { InputOf, Operation, OperationContext } from '../http/operation';
import { changeDataset } from '../journal/change-dataset';
import { reasonWith, refused } from '../journal/refusal-rules';
import { targetName } from '../journal/target-names';
import { requireTyped } from '../journal/typed-name';
import { lakesOf } from '../lakes';

type Input = Pick<InputOf<typeof endpoints.cancelRetirement>, 'params' | 'body'>;

export const cancelRetirement: Operation<typeof endpoints.cancelRetirement> = async (
  context,
  { params, body },
) => {
  const { runtime } = context;
  const input = { params, body };
  if (body.kind !== 'sealed') return cancelNow(context, input, null);
  requireSealRight(context);
  const typedName = datasetTypedName(params.lake, decodeDatasetId(params.id));
  requireTyped(body.typedName, typedName);
  if (!needsSecondPerson(runtime, 'cancel_seal')) return cancelNow(context, input, null);
  return askSecondPerson(context, {
    ...{
      action: 'cancel_seal',
      rule: endpoints.cancelRetirement.action,
      lake: lakesOf(runtime).lake(params.lake),
    },
    target: targetName(params.lake, decodeDatasetId(params.id), objectOf(input)),
    ...{ reason: body.reason, typedName, params, body },
    look: async () => {
      if (!body.processStopped) {
        const sentence = 'Nobody stated that the process behind it is stopped.';
        throw refused(sentence, [reasonWith('process_not_attested', sentence)]);
      }
      const seen = await lookAtSeal(runtime, params, body.namespace);
      requireSeen(seen, `stored at ${body.since}`, 'The marker is not the one that was shown.');
      return seen;
    },
  });
};

/** @param approved by whom it was asked for, where this caller is the second person */
export async function cancelNow(context: OperationContext, input: Input, approved: Approved | null) {
  const { params, body } = input;
  const { kind, namespace, since, reason, processStopped } = body;
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.cancelRetirement.action,
    { params, object: objectOf(input), reason, ...linesOf(approved) },
    async ({ engine, begun }) => {
      await approved?.take(begun.engine);
      const removed = await engine.cancelRetirement({
        ...{ namespace, version: BigInt(params.version), marker: kind, markerOperationId: params.marker },
        ...{ seenAt: storageInstant(Date.parse(since)), processStopped },
      });
      return { value: [...removed], sentence: `It was removed (${removed.length} objects).` };
    },
  );
  return { removed: value, notes: [...notes], recorded };
}

function objectOf({ params, body }: Input): string {
  return `${body.kind} marker ${params.marker} of version ${params.version} in ${body.namespace}`;
}

export const settleIntents: Operation<typeof endpoints.settleIntents> = async (context, { params }) => {
  const { value, notes, recorded } = await changeDataset(
    context,
    endpoints.settleIntents.action,
    { params, object: 'intents' },
    async ({ engine }) => {
      const settled = await engine.settlePublications();
      return { value: settled, sentence: countWords(settled.map(({ became }) => became)) };
    },
  );
  const settled = value.map(({ intentKey: key, version, canonicalPath: referencePath, became }) => ({
    ...{ key, version: `${version}`, referencePath, became },
  }));
  return { settled, notes: [...notes], recorded };
};

function requireSealRight({ caller: { role } }: OperationContext): void {
  const { access: needed, when } = endpoints.cancelRetirement.action.harder;
  if (allows(role, needed)) return;
  throw new VamplateError('forbidden', `This needs the role ${needed}, since ${when}.`, { role, needed });
}

function countWords(all: readonly Settlement[]): string {
  if (all.length === 0) return 'There was nothing to settle.';
  const counts = new Map<Settlement, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return `${[...counts].map(([became, count]) => `${count} ${became}`).join(', ')}.`;
}
