/** Bodies of publication intents, byte for byte as the newest scheme writes them; older ones are read (F.1, F.2). */
import { type DatasetRoot, manifestEntry } from '@/lib/engine/retirement/dataset-path';
import {
  CorruptField,
  type Decode,
  decodeJson,
  need,
  objectField,
  optionalString,
  stringField,
} from '@/lib/engine/retirement/decode';
import { compactJson } from '@/lib/engine/retirement/encode';
import { type Mutation, mutationJson, readMutation } from './mutation-records';

export interface IntentRecord {
  /** Full path inside the store of the target's manifest. */
  readonly manifestPath: string;
  readonly mutation: Mutation;
  /** Empty in the mid scheme, whose intents carry none. */
  readonly operationId: string;
  readonly state: 'pending' | 'completed';
}

export function encodeIntentRecord(record: IntentRecord): Uint8Array {
  return compactJson({
    manifestPath: record.manifestPath,
    mutation: mutationJson(record.mutation),
    operationId: record.operationId,
    state: record.state,
  });
}

/** @param place namespace and version of the file's name: the manifest must be that version's (D6) */
export function decodeIntentRecord(
  body: Uint8Array,
  root: DatasetRoot,
  place: { readonly namespace: string; readonly version: bigint },
): Decode<IntentRecord> {
  return decodeJson(body, (object) => {
    const manifestPath = stringField(object, 'manifestPath');
    need(manifestEntry(root, manifestPath, place.namespace, place.version));
    const state = optionalString(object, 'state') ?? 'pending';
    if (state !== 'pending' && state !== 'completed')
      throw new CorruptField('state is neither pending nor completed');
    return {
      manifestPath,
      mutation: readMutation(objectField(object, 'mutation'), root),
      operationId: optionalString(object, 'operationId') ?? '',
      state,
    };
  });
}
