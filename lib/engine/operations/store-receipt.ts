/** Keeps the receipts of each run in the lake, none ever replaced: what lies in the first one's place is left there, and the next lies beside it under its hash. */
import { corrupt, VamplateError } from '@/lib/base/errors';
import type { ListPage, ObjectMeta, ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { sha256 } from './plan-seal';
import { maxReceiptLength } from './receipt';
import type { SignedReceipt } from './receipt-key';
import { ulidText } from './record-schema';
import { writeSurely } from './write-surely';

const receiptsFolder = '_vamplate/receipts/';
/** Of one run: its owners, and whatever else somebody put there. */
const maxTexts = 20;
const maxBytes = 4 * maxReceiptLength;

/** `beside`: something else lay in its place first, be it another owner's receipt or a false one. */
export type StoredReceipt = 'written' | 'beside' | 'unknown';

export interface ReceiptText {
  readonly key: string;
  /** Not verified; null: larger than any receipt. */
  readonly text: string | null;
}

export interface FoundReceipts {
  readonly texts: readonly ReceiptText[];
  /** False: more lies there than is read, and the true one may be among that. */
  readonly complete: boolean;
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
 * The one under the run's own name first, read by that name: whatever was put beside it, and however early, is read after
 * it, oldest first and within bounds.
 * @returns none where the run has no receipt. @throws `invalid_input` for no run, `unavailable`
 */
export async function findReceipts(
  store: ObjectStore,
  run: string,
  options: ReadOptions = {},
): Promise<FoundReceipts> {
  const prefix = prefixOf(run);
  const [first, page]: readonly [ReceiptText | null, ListPage] = await Promise.all([
    readText(store, `${prefix}jws`, options),
    store.list({ ...options, prefix }),
  ]);
  const beside = page.objects.filter(({ key }) => /^[0-9a-f]{64}\.jws$/.test(key.slice(prefix.length)));
  const isTooLarge = ({ size }: ObjectMeta) => size > maxReceiptLength;
  beside.sort((a, b) => Number(isTooLarge(a)) - Number(isTooLarge(b)) || a.storedAt - b.storedAt);
  const texts = first === null ? [] : [first];
  let [bytes, looked] = [first?.text?.length ?? 0, 0];
  for (const meta of beside) {
    if (texts.length === maxTexts) break;
    const { key, size } = meta;
    const tooLarge = isTooLarge(meta);
    // A smaller one after it may still be read.
    if (!tooLarge && bytes + size > maxBytes) continue;
    const text = tooLarge ? { key, text: null } : await readText(store, key, options);
    looked += 1;
    if (text === null) continue;
    bytes += text.text?.length ?? 0;
    texts.push(text);
  }
  return { texts, complete: page.next === null && looked === beside.length };
}

/** Null where it is absent. */
async function readText(store: ObjectStore, key: string, options: ReadOptions): Promise<ReceiptText | null> {
  const answer = await store.get(key, { ...options, maxBytes: maxReceiptLength });
  if (answer.kind === 'absent') return null;
  return { key, text: answer.kind === 'found' ? new TextDecoder().decode(answer.body) : null };
}

/** @throws `invalid_input` for what is no run */
function prefixOf(run: string): string {
  if (!ulidText.safeParse(run).success) {
    throw new VamplateError('invalid_input', 'The id of a run is 26 characters of base 32.');
  }
  return `${receiptsFolder}${run}.`;
}
