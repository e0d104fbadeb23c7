/** Which status pages show an object, which could, and why it cannot be added to one. */
import { plural } from '@/components/ui/format-count';
import type { StatusPage, StatusTarget } from '@/lib/contracts/status-pages';
import { targetKey } from './target-rules';

/** By itself, or a dataset through its lake. */
export type Shown = 'itself' | 'lake';

type Listed = Pick<StatusPage, 'slug' | 'title' | 'targets'>;

export function isOn({ targets }: Pick<StatusPage, 'targets'>, target: StatusTarget): boolean {
  const key = targetKey(target);
  return targets.some((one) => targetKey(one) === key);
}

/** The pages that show any of these, with how. */
export function pagesWith<Page extends Listed>(
  pages: readonly Page[],
  targets: readonly StatusTarget[],
): readonly { readonly page: Page; readonly shown: Shown }[] {
  return pages.flatMap((page) => {
    const shown = shownOn(page, targets);
    return shown === null ? [] : [{ page, shown }];
  });
}

function shownOn(page: Listed, targets: readonly StatusTarget[]): Shown | null {
  if (targets.some((target) => isOn(page, target))) return 'itself';
  const lakes = new Set(page.targets.flatMap((one) => (one.kind === 'lake' ? [one.lake] : [])));
  return targets.some((target) => target.kind === 'dataset' && lakes.has(target.lake)) ? 'lake' : null;
}

/** The pages that at least one of these is not on by itself. */
export function openPages<Page extends Listed>(
  pages: readonly Page[],
  targets: readonly StatusTarget[],
): readonly Page[] {
  return pages.filter((page) => targets.some((target) => !isOn(page, target)));
}

/**
 * @param pages null: not read yet
 * @param complete false: there may be more than could be read
 * @returns null when there is one to add to
 */
export function addRefusal(
  pages: readonly Listed[] | null,
  targets: readonly StatusTarget[],
  complete: boolean,
): string | null {
  if (pages === null) return 'Waiting for the status pages to be read.';
  if (pages.length === 0) {
    return complete ? 'No status page was made. Status pages has the button that makes one.' : noneRead;
  }
  if (openPages(pages, targets).length > 0) return null;
  return complete
    ? 'Every status page shows it already.'
    : 'Every status page that could be read shows it already; not all were.';
}

export const noneRead = 'No status page could be read, and not all were.';

/** Below the board: how many there are, or how many of them were read. */
export function pagesFoot(count: number, complete: boolean): string {
  const pages = plural(count, 'page');
  return complete ? `All ${pages}.` : `${pages} could be read, and not all were.`;
}
