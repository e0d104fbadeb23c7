/** How many secret links open their page now. */
import { linkState, type StatusLink } from '@/lib/contracts/status-pages';

export function livingLinks(links: readonly StatusLink[], nowMs: number): number {
  return links.filter((link) => linkState(link, nowMs) === 'alive').length;
}
