/** Moves the focus along the links that name rows, within what the page shows. */

/** @param step 1 for the next row, -1 for the one before; stops at the ends */
export function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')];
  if (links.length === 0) return;
  const row = document.activeElement?.closest('[data-row]');
  const here = links.findIndex((link) => link === document.activeElement || row?.contains(link) === true);
  const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step;
  const link = links[Math.min(Math.max(next, 0), links.length - 1)];
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}

/** Goes to the first filter field of the page. @returns false when it has none */
export function focusFilter(): boolean {
  const field = document.querySelector<HTMLInputElement>('main [data-search]');
  if (field === null) return false;
  field.focus();
  field.select();
  return true;
}

/** Opens the tab of this place, if the page has it. */
export function openTab(index: number): void {
  document.querySelectorAll<HTMLElement>('main [data-tab]')[index]?.click();
}
