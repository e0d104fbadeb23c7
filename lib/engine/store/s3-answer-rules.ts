/** What an S3 answer means (decision D1), from its status and error code alone. */

export interface S3Refusal {
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  /** The error code of the answer's body, or the client's name for what went wrong. */
  readonly code: string;
}

export type WriteCondition = 'absent' | 'match' | 'none';

/** `repeat`: nothing was written, the store asks to try again. `unknown`: the effect may still land. */
export type WriteMeaning = 'conflict' | 'repeat' | 'unknown';

export function decideRefusedWrite(condition: WriteCondition, { status, code }: S3Refusal): WriteMeaning {
  if (status === 409) return 'repeat';
  if (condition !== 'none' && status === 412) return 'conflict';
  if (condition === 'match' && status === 404 && code !== 'NoSuchBucket') return 'conflict';
  return 'unknown';
}

export type DeleteMeaning = WriteMeaning | 'deleted';

export function decideRefusedDelete(condition: 'match' | 'none', refusal: S3Refusal): DeleteMeaning {
  if (condition === 'none' && refusal.status === 404 && refusal.code === 'NoSuchKey') return 'deleted';
  return decideRefusedWrite(condition, refusal);
}

/** `maybe_absent`: a 404 without a body, which a missing bucket gives as well. */
export type ReadMeaning = 'absent' | 'maybe_absent' | 'outside' | 'unreadable';

export function decideRefusedRead({ status, code }: S3Refusal): ReadMeaning {
  if (status === 404 && code === 'NoSuchKey') return 'absent';
  if (status === 404 && (code === 'NotFound' || code === 'UnknownError')) return 'maybe_absent';
  if (status === 416) return 'outside';
  return 'unreadable';
}

/** ETags are kept without the quotes some answers and some stores put around them. */
export function plainETag(header: string | undefined): string {
  return (header ?? '').replace(/^W\//, '').replace(/^"(.*)"$/, '$1');
}

/** The store's time of an HTTP answer in milliseconds, or null when it states none that can be read. */
export function timeOfDate(header: string | undefined): number | null {
  const ms = header === undefined ? Number.NaN : Date.parse(header);
  return Number.isNaN(ms) ? null : ms;
}

/** The whole object's size from `Content-Range: bytes a-b/size`, or null. */
export function sizeOfContentRange(header: string | undefined): number | null {
  const size = /^bytes \d+-\d+\/(\d+)$/.exec(header ?? '')?.[1];
  return size === undefined ? null : Number(size);
}

/** Names in listings are asked for URL-encoded, since XML cannot carry every key; a plus there is a space. */
export function decodeListed(name: string): string {
  return decodeURIComponent(name.replaceAll('+', ' '));
}

/** Keys the XML of a batch request cannot carry as they are: control characters and the two non-characters. */
export function fitsXml(key: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are what XML cannot carry
  return !/[\u0000-\u001f\u007f-\u009f\u2028\ufffe\uffff]/.test(key);
}
