/** The canonical write that an intent announces or a revoking state undoes; its fields stay snake_case (F.2). */
import type { ExactJsonObject } from '@/lib/base/exact-json';
import { type DatasetRoot, referenceEntry } from '@/lib/engine/retirement/dataset-path';
import { bytesField, CorruptField, need, optionalString, stringField } from '@/lib/engine/retirement/decode';
import type { JsonValue } from '@/lib/engine/retirement/encode';

export type Mutation =
  | { readonly kind: 'create'; readonly path: string; readonly payload: Uint8Array }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly expectedPayload: Uint8Array;
      readonly expectedEtag: string | null;
      readonly expectedVersion: string | null;
      readonly payload: Uint8Array;
    };

export function mutationJson(mutation: Mutation): JsonValue {
  if (mutation.kind === 'create') {
    return { kind: 'create', path: mutation.path, payload: mutation.payload };
  }
  return {
    kind: 'update',
    path: mutation.path,
    expected_payload: mutation.expectedPayload,
    expected_etag: mutation.expectedEtag,
    expected_version: mutation.expectedVersion,
    payload: mutation.payload,
  };
}

/** Inside `decodeJson`. */
export function readMutation(object: ExactJsonObject, root: DatasetRoot): Mutation {
  const kind = stringField(object, 'kind');
  const path = stringField(object, 'path');
  need(referenceEntry(root, path));
  const payload = bytesField(object, 'payload');
  if (kind === 'create') return { kind, path, payload };
  if (kind !== 'update') throw new CorruptField('the mutation is neither create nor update');
  return {
    kind,
    path,
    expectedPayload: bytesField(object, 'expected_payload'),
    expectedEtag: optionalString(object, 'expected_etag'),
    expectedVersion: optionalString(object, 'expected_version'),
    payload,
  };
}
