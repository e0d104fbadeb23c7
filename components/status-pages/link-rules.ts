/** Whether a secret link opens its page now, and why not. */
import type { StatusLink } from '@/lib/contracts/status-pages';

export type LinkState = 'alive' | 'expired' | 'revoked';

export function linkState({ revokedAt, expiresAt }: StatusLink, nowMs: number): LinkState {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= nowMs ? 'expired' : 'alive';
}

export function livingLinks(links: readonly StatusLink[], nowMs: number): number {
  return links.filter((link) => linkState(link, nowMs) === 'alive').length;
}
