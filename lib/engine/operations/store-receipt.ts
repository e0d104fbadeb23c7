/** Keeps the receipt of each run in the lake: written once, never replaced; whoever reads one verifies it. */
import { corrupt, VamplateError } from '@/lib/base/errors';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { maxReceiptLength } from './receipt';
import type { SignedReceipt } from './receipt-key';
import { ulidText } from './record-schema';
import { type SureWrite, writeSurely } from './write-surely';

const receiptsFolder = '_vamplate/receipts/';

/** @throws `invalid_input` for what is no run */
function receiptKey(run: string): string {
  if (!ulidText.safeParse(run).success) {
    throw new VamplateError('invalid_input', 'The id of a run is 26 characters of base 32.');
  }
  return `${receiptsFolder}${run}.jws`;
}

/**
 * `conflict`: the run has another receipt, which stays; the owner that finished first wrote it.
 * @throws what the store throws when certainly nothing was written
 */
export async function storeReceipt(
  store: ObjectStore,
  { run, text }: SignedReceipt,
): Promise<SureWrite['kind']> {
  const body = new TextEncoder().encode(text);
  return (await writeSurely(store, receiptKey(run), body, { before: null, createOnly: true })).kind;
}

/** @returns the signed text, or null. @throws `invalid_input` for no run, `corrupt` for what can be no receipt */
export async function findReceipt(
  store: ObjectStore,
  run: string,
  options: ReadOptions = {},
): Promise<string | null> {
  const key = receiptKey(run);
  const answer = await store.get(key, { ...options, maxBytes: maxReceiptLength });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt('The receipt is larger than any receipt.', { key });
  return new TextDecoder().decode(answer.body);
}
