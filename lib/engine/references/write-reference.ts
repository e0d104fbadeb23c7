/** Creates intents and reference states as the formats spell them: create-if-absent, no step of the protocol skipped or taken. */
import { below } from '@/lib/engine/lance/paths';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import type { ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';
import { formatIntentName, type IntentName } from './intent-names';
import { encodeIntentRecord, type IntentRecord } from './intent-records';
import { formatStateName } from './state-names';
import { encodeStateRecord, type StateRecord } from './state-records';
import { formatTerminationName } from './termination-names';

export function createIntent(
  store: ObjectStore,
  root: DatasetRoot,
  name: IntentName,
  record: IntentRecord,
): Promise<WriteAnswer> {
  return store.create(below(root.key, formatIntentName(name)), encodeIntentRecord(record));
}

/** The file's name follows from the record's canonical path. */
export function createState(
  store: ObjectStore,
  root: DatasetRoot,
  record: StateRecord,
): Promise<WriteAnswer> {
  return store.create(below(root.key, formatStateName(record.canonicalPath)), encodeStateRecord(record));
}

export function createTermination(
  store: ObjectStore,
  root: DatasetRoot,
  namespace: string,
): Promise<WriteAnswer> {
  return store.create(below(root.key, formatTerminationName(namespace)), new Uint8Array());
}
