/** Bodies of reference states: one object per managed reference, in exactly one of six states (F.3). */
import type { ExactJsonObject } from '@/lib/base/exact-json';
import { type DatasetRoot, referenceEntry } from '@/lib/engine/retirement/dataset-path';
import {
  booleanField,
  bytesField,
  CorruptField,
  type Decode,
  decodeJson,
  need,
  objectField,
  optionalString,
  stringField,
  u64Field,
} from '@/lib/engine/retirement/decode';
import { compactJson, type JsonValue } from '@/lib/engine/retirement/encode';
import { type Mutation, mutationJson, readMutation } from './mutation-records';
import { stateHash } from './state-names';

export interface ReferenceTarget {
  readonly namespace: string;
  readonly version: bigint;
}

/** What a reference was while it was live: the id that published its content, and what it points at. */
export interface LiveReference {
  readonly generation: string;
  readonly target: ReferenceTarget;
}

interface Prior {
  readonly previous: LiveReference | null;
  readonly previousWasLegacy: boolean;
}

export type StateRecord = { readonly canonicalPath: string } & (
  | ({ readonly state: 'pending'; readonly operationId: string; readonly target: ReferenceTarget } & Prior)
  | { readonly state: 'live'; readonly live: LiveReference }
  | { readonly state: 'legacy' }
  | { readonly state: 'vacant' }
  | ({
      readonly state: 'revoking';
      readonly operationId: string;
      readonly target: ReferenceTarget;
      readonly mutation: Mutation;
    } & Prior)
  | ({
      readonly state: 'deleting';
      readonly operationId: string;
      readonly expectedPayload: Uint8Array;
      readonly expectedEtag: string | null;
      readonly expectedVersion: string | null;
    } & Prior)
);

export type StateName = StateRecord['state'];

export function encodeStateRecord(record: StateRecord): Uint8Array {
  return compactJson({ state: record.state, canonical_path: record.canonicalPath, ...fieldsOf(record) });
}

/** @param hash the 32 digits of the file's name; another path would be a collision (F.3) */
export function decodeStateRecord(body: Uint8Array, root: DatasetRoot, hash: string): Decode<StateRecord> {
  return decodeJson(body, (object) => {
    const canonicalPath = stringField(object, 'canonical_path');
    need(referenceEntry(root, canonicalPath));
    if (stateHash(canonicalPath) !== hash)
      throw new CorruptField('canonical_path is not the path of the file name');
    return { canonicalPath, ...readFields(object, root) };
  });
}

function fieldsOf(record: StateRecord): { readonly [key: string]: JsonValue } {
  switch (record.state) {
    case 'pending':
      return { operation_id: record.operationId, target: targetJson(record.target), ...priorJson(record) };
    case 'live':
      return { live: liveJson(record.live) };
    case 'legacy':
    case 'vacant':
      return {};
    case 'revoking':
      return {
        operation_id: record.operationId,
        target: targetJson(record.target),
        ...priorJson(record),
        mutation: mutationJson(record.mutation),
      };
    case 'deleting':
      return {
        operation_id: record.operationId,
        ...priorJson(record),
        expected_payload: record.expectedPayload,
        expected_etag: record.expectedEtag,
        expected_version: record.expectedVersion,
      };
  }
}

type Fields<Record> = Record extends unknown ? Omit<Record, 'canonicalPath'> : never;

function readFields(object: ExactJsonObject, root: DatasetRoot): Fields<StateRecord> {
  const state = stringField(object, 'state');
  switch (state) {
    case 'pending':
      return {
        state,
        operationId: stringField(object, 'operation_id'),
        target: readTarget(objectField(object, 'target')),
        ...readPrior(object),
      };
    case 'live':
      return { state, live: readLive(objectField(object, 'live')) };
    case 'legacy':
    case 'vacant':
      return { state };
    case 'revoking':
      return {
        state,
        operationId: stringField(object, 'operation_id'),
        target: readTarget(objectField(object, 'target')),
        ...readPrior(object),
        mutation: readMutation(objectField(object, 'mutation'), root),
      };
    case 'deleting':
      return {
        state,
        operationId: stringField(object, 'operation_id'),
        ...readPrior(object),
        expectedPayload: bytesField(object, 'expected_payload'),
        expectedEtag: optionalString(object, 'expected_etag'),
        expectedVersion: optionalString(object, 'expected_version'),
      };
    default:
      throw new CorruptField('the state is none of the six');
  }
}

function targetJson(target: ReferenceTarget): JsonValue {
  return { namespace: target.namespace, version: target.version };
}

function liveJson(live: LiveReference): JsonValue {
  return { generation: live.generation, target: targetJson(live.target) };
}

function priorJson(prior: Prior): { readonly [key: string]: JsonValue } {
  return {
    previous: prior.previous === null ? null : liveJson(prior.previous),
    previous_was_legacy: prior.previousWasLegacy,
  };
}

function readTarget(object: ExactJsonObject): ReferenceTarget {
  return { namespace: stringField(object, 'namespace'), version: u64Field(object, 'version') };
}

function readLive(object: ExactJsonObject): LiveReference {
  return { generation: stringField(object, 'generation'), target: readTarget(objectField(object, 'target')) };
}

function readPrior(object: ExactJsonObject): Prior {
  const previous = object.previous;
  return {
    previous: previous === undefined || previous === null ? null : readLive(objectField(object, 'previous')),
    previousWasLegacy: booleanField(object, 'previous_was_legacy'),
  };
}
