/** The key that signs this server's receipts, and every public key whose receipts it believes. */
import { VamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import type { Operations } from '@/lib/engine/operations/operations';
import type { ReceiptKey, ReceiptPublicKey } from '@/lib/engine/operations/receipt-key';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { Runtime } from '../runtime';

/** What of the engine's operations rests on no store. */
export function storelessOperations({ clock }: Pick<Runtime, 'clock'>): Operations {
  const store = openMemoryStore();
  return openEngine({ store, clock, random: systemRandom, conditionalDelete: false }).operations;
}

/** @throws `unsupported` where the configuration names none */
export function receiptKeyOf(runtime: Runtime): Promise<ReceiptKey> {
  const { receiptKey } = runtime.secrets;
  if (receiptKey === null) {
    throw new VamplateError('unsupported', 'This server has no key that signs receipts.', {
      variable: 'VAMPLATE_RECEIPT_KEY',
    });
  }
  return runtime.once('receipt key', () => storelessOperations(runtime).openReceiptKey(receiptKey));
}

/** The signing key first, where there is one. */
export async function believedKeys(runtime: Runtime): Promise<readonly ReceiptPublicKey[]> {
  const own = runtime.secrets.receiptKey === null ? [] : [(await receiptKeyOf(runtime)).publicKey];
  return [...own, ...runtime.config.receiptKeys];
}
