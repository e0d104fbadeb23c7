/** How a story moves without a mouse: every stop on the way must be seen. */
import type { Page } from '@playwright/test';
import { expect } from './story';

/** Presses Tab until the element with this role and name has the focus; every stop on the way must be seen. */
export async function tabTo(page: Page, role: string, name: string | RegExp, most = 80): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press('Tab');
    await expectFocusSeen(page);
    const focused = page.locator(':focus');
    const wanted = page.getByRole(role as 'link', { name });
    if ((await focused.count()) === 1 && (await focused.and(wanted).count()) === 1) return;
  }
  throw new Error(`Tab does not reach ${role} ${name}`);
}

/** G and a letter; again where the page was not listening yet, as a person would. */
export async function goTo(page: Page, letter: string, address: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page).toHaveURL(address, { timeout: 5_000 });
  }).toPass();
}

/** WCAG 2.4.7 and 2.4.11: the focus has an outline or a changed edge, and is not hidden outside the window. */
export async function expectFocusSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing has the focus';
    const style = getComputedStyle(element);
    const drawn =
      (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1) ||
      style.boxShadow !== 'none';
    const box = element.getBoundingClientRect();
    const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return drawn && inside ? null : `${element.outerHTML.slice(0, 160)} drawn ${drawn}, inside ${inside}`;
  });
  expect(seen).toBeNull();
}
