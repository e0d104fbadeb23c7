/** Where a stored plan lies: one folder named by its hash, with its seal and its chunks, each named by its own hash. */
import { VamplateError } from '@/lib/base/errors';

export const plansFolder = '_vamplate/plans/';

const hash = /^[0-9a-f]{64}$/;
const sealName = 'seal.json';
const approvalName = 'approval.json';
const claimName = 'claim.json';

/** @throws `invalid_input` for what is no plan's hash */
export function planFolder(planHash: string): string {
  if (!hash.test(planHash)) {
    throw new VamplateError('invalid_input', 'The hash of a plan is 64 hex digits.');
  }
  return `${plansFolder}${planHash}/`;
}

export function sealKey(planHash: string): string {
  return planFolder(planHash) + sealName;
}

export function approvalKey(planHash: string): string {
  return planFolder(planHash) + approvalName;
}

export function claimKey(planHash: string): string {
  return planFolder(planHash) + claimName;
}

export function chunkKey(planHash: string, chunkHash: string): string {
  return planFolder(planHash) + chunkHash;
}

/** @param prefix as a listing names folders; null for one that is no plan's */
export function parsePlanFolder(prefix: string): string | null {
  const name = prefix.slice(plansFolder.length, -1);
  return prefix.startsWith(plansFolder) && prefix.endsWith('/') && hash.test(name) ? name : null;
}

/** Whether an object in a plan's folder is of the plan; anything else there is not ours to remove. */
export function isOfPlan(planHash: string, key: string): boolean {
  const name = key.slice(planFolder(planHash).length);
  const ours = [sealName, approvalName, claimName].includes(name) || hash.test(name);
  return key.startsWith(planFolder(planHash)) && ours;
}
