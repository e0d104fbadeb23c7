/** Cuts one page out of sorted keys, folding what lies below a delimiter; and the page token of the ordered backends. */
import { VamplateError } from '@/lib/base/errors';
import { compareKeys } from './key-rules';
import type { ListOptions } from './object-store';

export interface PageToken {
  /** The last key or common prefix of the page before. */
  readonly after: string;
  /** What the backend needs to know of the listing's start; opaque here. */
  readonly since?: string;
}

export interface PageKeys {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  /** Where the next page begins, null at the end. */
  readonly after: string | null;
}

export function encodePageToken(token: PageToken): string {
  return Buffer.from(JSON.stringify([token.after, token.since ?? null])).toString('base64url');
}

/** @throws `invalid_input` for a token this store did not write */
export function decodePageToken(text: string): PageToken {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parsed) && typeof parsed[0] === 'string') {
      return { after: parsed[0], ...(typeof parsed[1] === 'string' ? { since: parsed[1] } : {}) };
    }
  } catch {
    // falls through to the one answer for every unreadable token
  }
  throw new VamplateError('invalid_input', 'This page token was not written by this store.');
}

/** The common prefix a key folds into, or null when it is listed itself. */
export function foldedPrefix(key: string, prefix: string, delimiter: string | undefined): string | null {
  if (delimiter === undefined) return null;
  const at = key.indexOf(delimiter, prefix.length);
  return at < 0 ? null : key.slice(0, at + delimiter.length);
}

/** First position in sorted `keys` whose key comes after `bound`, or is not before it when `inclusive`. */
export function firstAfter(keys: readonly string[], bound: string, inclusive: boolean): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareKeys(keys[middle] ?? '', bound);
    if (order < 0 || (order === 0 && !inclusive)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * One page of keys in byte order.
 * @param keys all keys of the store, sorted by `compareKeys`
 * @param limit most keys and prefixes together
 */
export function cutPage(keys: readonly string[], options: ListOptions, limit: number): PageKeys {
  const after = options.next === undefined ? (options.startAfter ?? '') : decodePageToken(options.next).after;
  const page = { keys: [] as string[], prefixes: [] as string[] };
  let last = after;
  let at = Math.max(firstAfter(keys, options.prefix, true), firstAfter(keys, after, false));
  for (; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    if (!key.startsWith(options.prefix)) break;
    const folded = foldedPrefix(key, options.prefix, options.delimiter);
    if (folded !== null && folded === last) continue;
    if (page.keys.length + page.prefixes.length === limit) return { ...page, after: last };
    if (folded === null) page.keys.push(key);
    else page.prefixes.push(folded);
    last = folded ?? key;
  }
  return { ...page, after: null };
}
