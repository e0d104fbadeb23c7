/** The bytes of `lock.json` (cluster-lock.md, A.1): written with exactly five members; read strictly as stock binaries do, or leniently. */
import { isVamplateError } from '@/lib/base/errors';
import { type ExactJsonObject, isJsonObject, parseExactJsonBytes } from '@/lib/base/exact-json';
import { lockRecordMaxBytes } from './lock-names';

export interface LockRecord {
  readonly lockId: string;
  /** `serve`, `plan`, `deployment` and so on: an open set. */
  readonly operation: string;
  /** As written; shown, never decided by. */
  readonly createdAt: string;
  /** A process id on a host that is not named: proves nothing. */
  readonly pid: number;
}

export type LockContent =
  | { readonly kind: 'held' | 'released'; readonly record: LockRecord; readonly extra: readonly string[] }
  | { readonly kind: 'corrupt'; readonly code: CorruptCode; readonly reason: string };

export type CorruptCode = 'invalid' | 'unsupported-version';

export const releasedOperation = 'released';
const members = ['version', 'lock_id', 'operation', 'created_at', 'pid'];

/** Pretty, in the writers' order, without a newline at the end. */
export function encodeLockRecord(record: LockRecord): Uint8Array {
  const { lockId, operation, createdAt, pid } = record;
  const written = { version: 1, lock_id: lockId, operation, created_at: createdAt, pid };
  return new TextEncoder().encode(JSON.stringify(written, null, 2));
}

/** The released form (proposed): the same five members, so that every strict reader still parses it. */
export function releasedForm(record: LockRecord, at: string): LockRecord {
  return { ...record, operation: releasedOperation, createdAt: at };
}

/**
 * Five valid members are a record whatever else is there; `extra` names the rest, which stock binaries refuse. A record
 * that says in any known way that it is released is released; everything else is corrupt, never free.
 */
export function decodeLockRecord(bytes: Uint8Array): LockContent {
  let json: ReturnType<typeof parseExactJsonBytes>;
  try {
    json = parseExactJsonBytes(bytes, { maxLength: lockRecordMaxBytes });
  } catch (error) {
    return invalid(isVamplateError(error) ? error.message : 'not JSON');
  }
  if (!isJsonObject(json)) return invalid('not a JSON object');
  const { version } = json;
  if (!isUint32(version)) return invalid('"version" is no unsigned 32-bit number');
  if (version !== 1) {
    return { kind: 'corrupt', code: 'unsupported-version', reason: `version ${version} is not supported` };
  }
  const record = recordOf(json);
  if (typeof record === 'string') return invalid(record);
  const extra = Object.keys(json).filter((name) => !members.includes(name));
  return { kind: saysReleased(json) ? 'released' : 'held', record, extra };
}

/** As stock binaries read (A.1): a member too many is invalid too. */
export function decodeLockRecordStrictly(bytes: Uint8Array): LockContent {
  const content = decodeLockRecord(bytes);
  if (content.kind === 'corrupt' || content.extra.length === 0) return content;
  return invalid(`unknown member "${content.extra[0]}"`);
}

function recordOf(json: ExactJsonObject): LockRecord | string {
  const { lock_id: lockId, operation, created_at: createdAt, pid } = json;
  if (typeof lockId !== 'string') return '"lock_id" is no text';
  if (typeof operation !== 'string') return '"operation" is no text';
  if (typeof createdAt !== 'string') return '"created_at" is no text';
  if (!isUint32(pid)) return '"pid" is no unsigned 32-bit number';
  return { lockId, operation, createdAt, pid };
}

function saysReleased(json: ExactJsonObject): boolean {
  return (
    json.operation === releasedOperation ||
    json.released === true ||
    typeof json.released_at === 'string' ||
    json.state === releasedOperation ||
    json.status === releasedOperation
  );
}

function isUint32(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

function invalid(reason: string): LockContent {
  return { kind: 'corrupt', code: 'invalid', reason };
}
