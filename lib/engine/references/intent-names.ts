/** Names of publication intents: filed under the version that a coming reference will point at (F.2). */
import { corruptRecord, type Decode, ok } from '@/lib/engine/retirement/decode';
import {
  intentsFolder,
  parseUuid,
  parseVersionedName,
  requireId,
  requireNamespace,
  requireU64,
} from '@/lib/engine/retirement/lifecycle-names';

export interface IntentName {
  /** Namespace of the target: for a coming branch, of the branch it forks from. */
  readonly namespace: string;
  readonly version: bigint;
  /** The file's own id; it differs from the operation id inside. */
  readonly id: string;
}

export function formatIntentName(intent: IntentName): string {
  const folder = intentFolder(requireNamespace(intent.namespace), requireU64(intent.version));
  return `${folder}${requireId(intent.id)}.intent`;
}

export function intentFolder(namespace: string, version: bigint): string {
  return `${intentsFolder}${namespace}/${version}/`;
}

/** @param entry the part below `_refs/version_reference_intents/` */
export function parseIntentName(entry: string): Decode<IntentName> {
  const place = parseVersionedName(entry);
  if (place.kind === 'corrupt') return place;
  const { namespace, version, fileName } = place.value;
  if (!fileName.endsWith('.intent')) return corruptRecord('the name does not end in .intent');
  const id = parseUuid(fileName.slice(0, -'.intent'.length));
  if (id === null) return corruptRecord('the id in the name is not a UUID');
  return ok({ namespace, version, id });
}
