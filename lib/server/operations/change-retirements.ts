/** Cancels one marker that its run left, and settles publications whose owners are gone. */
import { storageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { datasetTypedName, decodeDatasetId } from '@/lib/contracts/dataset-id';
import { endpoints } from '@/lib/contracts/endpoints';
import { allows } from '@/lib/contracts/roles';
import type { Settlement } from '@/lib/engine/references/settle-publications';
import type { Operation, OperationContext } from '../http/operation';
import { changeDataset } from '../journal/change-dataset';
import { requireNoSecondPerson } from '../journal/second-person';
import { requireTyped } from '../journal/typed-name';

export const cancelRetirement: Operation<typeof endpoints.cancelRetirement> = async (
  context,
  { params, body },
) => {
  const { kind, namespace, since, reason, processStopped, typedName } = body;
  const rule = endpoints.cancelRetirement.action;
  if (kind === 'sealed') {
    requireSealRight(context);
    requireTyped(typedName, datasetTypedName(params.lake, decodeDatasetId(params.id)));
  }
  const { value, notes, recorded } = await changeDataset(
    context,
    rule,
    {
      params,
      object: `${kind} marker ${params.marker} of version ${params.version} in ${namespace}`,
      reason,
    },
    async ({ engine }) => {
      if (kind === 'sealed') requireNoSecondPerson(context.runtime, 'cancel_seal');
      const removed = await engine.cancelRetirement({
        ...{ namespace, version: BigInt(params.version), marker: kind, markerOperationId: params.marker },
        ...{ seenAt: storageInstant(Date.parse(since)), processStopped },
      });
      return { value: [...removed], sentence: `It was removed (${removed.length} objects).` };
    },
  );
  return { removed: value, notes: [...notes], recorded };
};

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
