/** Who holds a lease, written beside the dataset by our own readers: advisory, and absent for everybody else (D23). */
import {
  CorruptField,
  corruptRecord,
  type Decode,
  decodeJson,
  ok,
  optionalString,
  stringField,
} from '@/lib/engine/retirement/decode';
import { compactJson } from '@/lib/engine/retirement/encode';
import { parseUuid, requireId } from '@/lib/engine/retirement/lifecycle-names';

/** Below the lake's root, not the dataset's: lease folders take no other file, and datasets nothing of ours. */
export const holdersFolder = '_vamplate/holders/';

export interface HolderRecord {
  readonly label: string;
  readonly host: string | null;
  readonly workload: string | null;
}

/** Holder records are shown, so they are short. */
export const maxHolderBytes = 8 * 1024;
const maxTextLength = 512;

/** The key of a lease's holder record, below the lake. */
export function holderKey(leaseId: string): string {
  return `${holdersFolder}${requireId(leaseId)}.json`;
}

/** @param entry the part below `_vamplate/holders/` */
export function parseHolderName(entry: string): Decode<string> {
  const id = entry.endsWith('.json') ? parseUuid(entry.slice(0, -'.json'.length)) : null;
  return id === null ? corruptRecord('the name is not <lease id>.json') : ok(id);
}

export function encodeHolderRecord(record: HolderRecord): Uint8Array {
  return compactJson({
    label: requireText(record.label),
    host: record.host === null ? null : requireText(record.host),
    workload: record.workload === null ? null : requireText(record.workload),
  });
}

export function decodeHolderRecord(body: Uint8Array): Decode<HolderRecord> {
  if (body.length > maxHolderBytes) return corruptRecord(`larger than ${maxHolderBytes} bytes`);
  return decodeJson(body, (object) => {
    const record = {
      label: stringField(object, 'label'),
      host: optionalString(object, 'host'),
      workload: optionalString(object, 'workload'),
    };
    if (record.label === '') throw new CorruptField('label is empty');
    for (const text of [record.label, record.host, record.workload]) {
      if (text !== null && text.length > maxTextLength) throw new CorruptField('a text is too long to show');
    }
    return record;
  });
}

function requireText(text: string): string {
  if (text === '' || text.length > maxTextLength) {
    throw new RangeError(`a holder's texts have 1 to ${maxTextLength} characters`);
  }
  return text;
}
