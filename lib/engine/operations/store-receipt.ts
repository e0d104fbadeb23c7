/** Keeps the receipts of each run in the lake, none ever replaced: what lies in the first one's place is left there, and the next lies beside it under its hash. */
import { corrupt, VamplateError } from '@/lib/base/errors';
import type { ListPage, ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { sha256 } from './plan-seal';
import { maxReceiptLength } from './receipt';
import type { SignedReceipt } from './receipt-key';
import { ulidText } from './record-schema';
import { writeSurely } from './write-surely';

const receiptsFolder = '_vamplate/receipts/';
/** Of one run: its owners, and whatever else somebody put there. */
const maxTexts = 20;

/** `beside`: something else lay in its place first, be it another owner's receipt or a false one. */
export type StoredReceipt = 'written' | 'beside' | 'unknown';

export interface ReceiptText {
  readonly key: string;
  /** Not verified; null: larger than any receipt. */
  readonly text: string | null;
}

/** @throws what the store throws when certainly nothing was written */
export async function storeReceipt(store: ObjectStore, { run, text }: SignedReceipt): Promise<StoredReceipt> {
  const body = new TextEncoder().encode(text);
  const once = { before: null, createOnly: true } as const;
  const first = await writeSurely(store, `${prefixOf(run)}jws`, body, once);
  if (first.kind !== 'conflict') return first.kind;
  const key = `${prefixOf(run)}${sha256(body)}.jws`;
  const beside = await writeSurely(store, key, body, once);
  if (beside.kind === 'conflict') throw corrupt('What lies under the hash of a receipt is not it.', { key });
  return beside.kind === 'written' ? 'beside' : 'unknown';
}

/**
 * What was stored first, first.
 * @returns none where the run has no receipt. @throws `invalid_input` for no run, `unavailable`
 */
export async function findReceipts(
  store: ObjectStore,
  run: string,
  options: ReadOptions = {},
): Promise<readonly ReceiptText[]> {
  const prefix = prefixOf(run);
  const page: ListPage = await store.list({ ...options, prefix });
  const own = page.objects.filter(({ key }) => /^([0-9a-f]{64}\.)?jws$/.test(key.slice(prefix.length)));
  own.sort((a, b) => a.storedAt - b.storedAt || a.key.length - b.key.length);
  const texts: ReceiptText[] = [];
  for (const { key } of own.slice(0, maxTexts)) {
    const answer = await store.get(key, { ...options, maxBytes: maxReceiptLength });
    if (answer.kind === 'found') texts.push({ key, text: new TextDecoder().decode(answer.body) });
    if (answer.kind === 'too_large') texts.push({ key, text: null });
  }
  return texts;
}

/** @throws `invalid_input` for what is no run */
function prefixOf(run: string): string {
  if (!ulidText.safeParse(run).success) {
    throw new VamplateError('invalid_input', 'The id of a run is 26 characters of base 32.');
  }
  return `${receiptsFolder}${run}.`;
}
