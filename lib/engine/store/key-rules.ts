/** What a key may be, how keys compare, and which list requests are sound: asked before any backend does IO. */
import { VamplateError } from '@/lib/base/errors';
import type { ByteRange, ETag, ListOptions } from './object-store';

export const maxPageEntries = 1_000;
export const maxBatchKeys = 1_000;
/** Most bytes one ranged read may bring into memory. */
export const maxRangeBytes = 64 * 1024 * 1024;

const maxKeyBytes = 1_024;

/** @throws `invalid_input` for a key with an empty, `.` or `..` segment, a NUL, a lone surrogate, or over 1,024 bytes */
export function checkKey(key: string): void {
  checkText(key);
  for (const segment of key.split('/')) checkSegment(segment, key);
}

/** A prefix is any beginning of a key, the empty one included. @throws `invalid_input` as `checkKey` does */
export function checkPrefix(prefix: string): void {
  if (prefix === '') return;
  checkText(prefix);
  const segments = prefix.split('/');
  for (const segment of segments.slice(0, -1)) checkSegment(segment, prefix);
}

/** @returns the page size to use; @throws `invalid_input` for an unsound prefix, page size or starting point */
export function checkList(options: ListOptions): number {
  checkPrefix(options.prefix);
  const limit = options.limit ?? maxPageEntries;
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPageEntries) {
    throw invalid(`A page holds 1 to ${maxPageEntries} entries, not ${limit}.`);
  }
  const { startAfter, delimiter, prefix } = options;
  if (startAfter !== undefined && startAfter !== '') {
    checkText(startAfter);
    if (delimiter !== undefined && startAfter.startsWith(prefix) && startAfter.includes('/', prefix.length)) {
      throw invalid('With a delimiter a listing cannot start below one of its common prefixes.', {
        startAfter,
      });
    }
  }
  return limit;
}

/** @throws `invalid_input` for a token that no answer ever carried: empty, `*`, quoted or with control characters */
export function checkETag(etag: ETag): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a header value must not carry them
  if (etag === '' || etag === '*' || /["\u0000-\u001f\u007f]/.test(etag)) {
    throw invalid('A conditional call needs the ETag of an earlier answer.', { etag });
  }
}

/** @throws `invalid_input` for a range that is empty or not made of whole numbers */
export function checkRange(range: ByteRange): void {
  const { start, end } = range;
  const whole = Number.isSafeInteger(start) && (end === undefined || Number.isSafeInteger(end));
  if (!whole || Object.is(start, -0) || (start >= 0 && end !== undefined && end <= start)) {
    throw invalid('A byte range needs a start, and an end after it.', { ...range });
  }
}

/**
 * The bytes `[from, to)` a range means in an object of `size` bytes; an end beyond the object means its end, as HTTP has it.
 * @throws `invalid_input` when the range has no byte in common with the object
 */
export function resolveRange(range: ByteRange, size: number, key: string): { from: number; to: number } {
  if (size === 0 || range.start >= size) {
    throw invalid('The byte range lies outside the object.', { key, size, ...range });
  }
  if (range.start < 0) return { from: Math.max(0, size + range.start), to: size };
  return { from: range.start, to: Math.min(range.end ?? size, size) };
}

/** @throws `invalid_input` for more keys than one batch takes, or an unsound key among them */
export function checkBatch(keys: readonly string[]): void {
  if (keys.length > maxBatchKeys) throw invalid(`A batch takes ${maxBatchKeys} keys, not ${keys.length}.`);
  for (const key of keys) checkKey(key);
}

/** Order of keys by their UTF-8 bytes, the order in which stores list. */
export function compareKeys(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return utf8Rank(left) - utf8Rank(right);
  }
  return a.length - b.length;
}

/** Other writers of local folders stage under a name that ends so before they rename it (decision D2). */
export function isStagedName(name: string): boolean {
  return /#\d+$/.test(name);
}

/** The keys of tags and branches, whose lock is the one of spec F.9. */
export function isReferenceKey(key: string): boolean {
  return /(^|\/)_refs\/(tags|branches)\/.+\.json$/.test(key);
}

/** UTF-16 puts surrogates below U+E000; in UTF-8 the code points they make come last. */
function utf8Rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

function checkText(text: string): void {
  if (/\p{Surrogate}/u.test(text)) throw invalid('A key is text without lone surrogates.');
  if (text.includes('\0')) throw invalid('A key has no NUL.', { key: text });
  if (Buffer.byteLength(text) > maxKeyBytes) throw invalid(`A key has at most ${maxKeyBytes} bytes.`);
}

function checkSegment(segment: string, key: string): void {
  if (segment === '' || segment === '.' || segment === '..') {
    throw invalid('A key has no empty, "." or ".." segment.', { key });
  }
}

function invalid(message: string, details: Record<string, unknown> = {}): VamplateError {
  return new VamplateError('invalid_input', message, details);
}
