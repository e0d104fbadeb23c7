/** What the keys of a lock root say (cluster-lock.md, A): one record, one lease folder per lock id, one claim, numbered beats. */
import { VamplateError } from '@/lib/base/errors';

/** The bound of every read of `lock.json` that decides anything (A.4): one constant for owner, successor, observer, operator. */
export const lockRecordMaxBytes = 65_536;
/** Bodies of beats and claims are read up to this; a larger one still exists (A.4, proposed). */
export const leaseBodyMaxBytes = 4_096;
export const claimName = 'superseded.json';

const control = '__cluster';
const recordName = `${control}/lock.json`;
const beatPattern = /^(\d{20})\.json$/;
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Leaves room for the root, the folder and a name within the 1,024 bytes of a key. */
const maxIdBytes = 512;

/** @param root key of the lock root in its store, without slashes at its ends; '' is the store itself */
export function lockKey(root: string): string {
  return below(root, recordName);
}

/** The applied ledger of a cluster, which its own tools alone write (J). */
export function ledgerKey(root: string): string {
  return below(root, `${control}/state.json`);
}

/** Recoveries that wait; each goes when it is done (J.7). */
export function recoveriesFolder(root: string): string {
  return below(root, `${control}/recoveries/`);
}

/** Where quarantined records go (G.4, proposed). */
export function quarantineKey(root: string, id: string): string {
  return below(root, `${control}/quarantine/${id}.json`);
}

/**
 * The lease folder of one id, with a slash at its end; null for an id that names no single folder, which is never
 * listed (nothing ever lists `__cluster/lease/` itself).
 */
export function leaseFolder(root: string, lockId: string): string | null {
  return namesOneFolder(lockId) ? below(root, `${control}/lease/${lockId}/`) : null;
}

function namesOneFolder(lockId: string): boolean {
  if (lockId === '' || lockId === '.' || lockId === '..' || /[/\0\p{Surrogate}]/u.test(lockId)) return false;
  return new TextEncoder().encode(lockId).length <= maxIdBytes;
}

function below(root: string, name: string): string {
  return root === '' ? name : `${root}/${name}`;
}

/** A.2: twenty digits, so that the order of names is the order of beats, all before the claim. */
export function beatName(sequence: number): string {
  return `${String(sequence).padStart(20, '0')}.json`;
}

/** The number of a beat of ours, null for every other name. */
export function beatSequence(name: string): number | null {
  const digits = beatPattern.exec(name)?.[1];
  const sequence = Number(digits);
  return digits === undefined || !Number.isSafeInteger(sequence) ? null : sequence;
}

/** When a ULID says it was made, in milliseconds by its maker's wall clock; null for ids that are no ULID. Display only. */
export function lockIdTime(lockId: string): number | null {
  if (!ulidPattern.test(lockId)) return null;
  let ms = 0;
  for (const character of lockId.slice(0, 10)) ms = ms * 32 + crockford.indexOf(character);
  return ms;
}

/**
 * The root a lock URI belongs to.
 * @throws `invalid_input` for any other place than `<root>/__cluster/lock.json`: an invalid binding (A.1)
 */
export function rootOfLockUri(uri: string): string {
  const root = uri.endsWith(`/${recordName}`) ? uri.slice(0, -recordName.length - 1) : '';
  if (root !== '' && !root.endsWith('/')) return root;
  throw new VamplateError('invalid_input', `A lock lies at <root>/${recordName} and nowhere else.`, { uri });
}
