/** Says of any pasted text whether one of our keys signed it as a receipt; only what the signature covers is believed. */
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { maxReceiptLength, type Receipt, receipt } from './receipt';
import { type ReceiptPublicKey, receiptAlgorithm, receiptType } from './receipt-key';

export type ReceiptVerdict =
  | { readonly kind: 'valid'; readonly receipt: Receipt; readonly kid: string }
  | {
      readonly kind: 'invalid';
      /** `changed`: it names a known key, which did not sign this. `unknown_format`: signed, but not understood here. */
      readonly because: 'not_a_receipt' | 'unknown_key' | 'changed' | 'unknown_format';
    };

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** @param keys every key whose receipts are believed, also those that no longer sign */
export async function verifyReceipt(
  pasted: string,
  keys: readonly ReceiptPublicKey[],
): Promise<ReceiptVerdict> {
  if (pasted.length > 2 * maxReceiptLength) return invalid('not_a_receipt');
  // Mail and terminals break long lines.
  const text = pasted.replace(/\s+/g, '');
  const header = compact.test(text) ? headerOf(text) : null;
  if (header === null || header.typ !== receiptType || header.alg !== receiptAlgorithm) {
    return invalid('not_a_receipt');
  }
  const key = await keyNamed(keys, header.kid);
  if (key === null) return invalid('unknown_key');
  const signed = await compactVerify(text, key.imported, { algorithms: [receiptAlgorithm] }).catch(
    () => null,
  );
  if (signed === null) return invalid('changed');
  const content = contentOf(signed.payload);
  return content === null ? invalid('unknown_format') : { kind: 'valid', receipt: content, kid: key.kid };
}

function headerOf(text: string) {
  try {
    return decodeProtectedHeader(text);
  } catch {
    return null;
  }
}

/** By the thumbprint of what it is, not by the name somebody gave it. */
async function keyNamed(keys: readonly ReceiptPublicKey[], wanted: string | undefined) {
  for (const { kty, crv, x } of keys) {
    const kid = await calculateJwkThumbprint({ kty, crv, x });
    if (kid === wanted) return { kid, imported: await importJWK({ kty, crv, x }, receiptAlgorithm) };
  }
  return null;
}

function contentOf(payload: Uint8Array): Receipt | null {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return receipt.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}

function invalid(because: Extract<ReceiptVerdict, { kind: 'invalid' }>['because']): ReceiptVerdict {
  return { kind: 'invalid', because };
}
