/** Signs receipts with Ed25519. The private half never leaves this closure: no record, message or answer holds it. */
import { CompactSign, calculateJwkThumbprint, importJWK } from 'jose';
import { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import { maxReceiptLength, type Receipt, receipt } from './receipt';
import { checked } from './record-schema';

/** As JSON Web Key (RFC 8037); `kid` is the key's thumbprint (RFC 7638). */
export interface ReceiptPublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
}

/** `text` is a compact JSON Web Signature (RFC 7515): what is stored, downloaded and pasted. */
export interface SignedReceipt {
  readonly run: string;
  readonly text: string;
}

export interface ReceiptKey {
  readonly publicKey: ReceiptPublicKey;
  /** @throws `invalid_input` for what is no receipt or is too large to be one */
  sign(content: Receipt): Promise<SignedReceipt>;
}

export const receiptType = 'vamplate-receipt';
export const receiptAlgorithm = 'EdDSA';

const bytes32 = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const privateJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: bytes32,
  d: bytes32,
});

/** @param jwk the private key as the configuration gives it. @throws `invalid_input`, without a word of the key */
export async function openReceiptKey(jwk: unknown): Promise<ReceiptKey> {
  const parsed = privateJwk.safeParse(jwk);
  if (!parsed.success) throw notAKey();
  const { kty, crv, x, d } = parsed.data;
  // Also refuses a public half that is another key's, whose receipts nobody could verify.
  const key = await importJWK({ kty, crv, x, d }, receiptAlgorithm).catch(() => {
    throw notAKey();
  });
  const kid = await calculateJwkThumbprint({ kty, crv, x });
  return {
    publicKey: { kty, crv, x, kid },
    async sign(content) {
      const said = checked(receipt, content, 'This receipt');
      const header = { alg: receiptAlgorithm, typ: receiptType, kid };
      const payload = new TextEncoder().encode(JSON.stringify(said));
      const text = await new CompactSign(payload).setProtectedHeader(header).sign(key);
      if (text.length > maxReceiptLength) {
        throw new VamplateError('invalid_input', 'This receipt is too large.', { length: text.length });
      }
      return { run: said.run, text };
    },
  };
}

function notAKey(): VamplateError {
  return new VamplateError('invalid_input', 'The key of receipts is not a private Ed25519 key as JWK.');
}
