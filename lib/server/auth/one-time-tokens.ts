/** Sign-in links: each token signs in once, before its end, and is afterwards known as used. */
import type { Clock } from '@/lib/base/clock';
import { sameDigest, sha256Hex } from './secret-digest';

export type Redemption = 'redeemed' | 'unknown' | 'used' | 'expired';

interface Link {
  readonly sha256: string;
  /** Milliseconds since the epoch, by this host's clock. */
  readonly expiresAt: number;
  used: boolean;
}

/**
 * The links of this process. Whoever starts the server (`up`) makes a token, prints it in a fragment and passes its
 * SHA-256 and end in VAMPLATE_SIGN_IN_TOKEN_SHA256 and VAMPLATE_SIGN_IN_TOKEN_EXPIRES_AT, so the token itself is in
 * no environment. Use is remembered for the life of the process: every start gets a token of its own.
 */
export class OneTimeTokens {
  private readonly links: readonly Link[];

  constructor(
    private readonly clock: Clock,
    links: readonly { readonly sha256: string; readonly expiresAt: number }[],
  ) {
    this.links = links.map((link) => ({ ...link, used: false }));
  }

  redeem(token: string): Redemption {
    const digest = sha256Hex(token);
    const link = this.links.find((one) => sameDigest(one.sha256, digest));
    if (link === undefined) return 'unknown';
    if (link.used) return 'used';
    if (this.clock.wall() >= link.expiresAt) return 'expired';
    link.used = true;
    return 'redeemed';
  }
}
