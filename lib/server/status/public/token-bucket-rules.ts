/** How many public forms are answered at once: a bucket of tokens that fills again by itself. */

export interface TokenPace {
  /** Answers at once after a long silence. */
  readonly capacity: number;
  readonly perSecond: number;
}

/** One address: a crowd that reads the same page after an incident, five forms each. */
export const addressPace: TokenPace = { capacity: 1_000, perSecond: 200 };
/** All of them together: what two cores answer from memory and still serve the console. */
export const globalPace: TokenPace = { capacity: 2_000, perSecond: 400 };

/** Tokens as of an instant in milliseconds of a clock that never jumps. */
export interface TokenBucket {
  readonly tokens: number;
  readonly at: number;
}

export function fullBucket(now: number, { capacity }: TokenPace): TokenBucket {
  return { tokens: capacity, at: now };
}

export function filled({ tokens, at }: TokenBucket, now: number, pace: TokenPace): TokenBucket {
  const grown = tokens + (Math.max(0, now - at) / 1_000) * pace.perSecond;
  return { tokens: Math.min(pace.capacity, grown), at: Math.max(at, now) };
}

/** Milliseconds until there is a token; 0 where there is one. */
export function waitMs({ tokens }: TokenBucket, pace: TokenPace): number {
  return tokens >= 1 ? 0 : ((1 - tokens) / pace.perSecond) * 1_000;
}

export function taken(bucket: TokenBucket): TokenBucket {
  return { ...bucket, tokens: bucket.tokens - 1 };
}
