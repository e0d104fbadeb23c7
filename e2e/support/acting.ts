/** How a story acts: the dialog it is asked in, the line that tells what was done, and calls that only prepare. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { ConsoleAddress, StoryRole } from './console';
import { expect } from './story';

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const notice = (page: Page): Locator => page.locator('.done-line');

export type Called = Pick<ConsoleAddress, 'baseUrl' | 'tokens'>;

/** Asks the API by a token, so that it needs no page. @param address below `/api/v1` */
export async function call(
  request: APIRequestContext,
  console: Called,
  [role, address, body = {}]: readonly [role: StoryRole, address: string, body?: object],
): Promise<unknown> {
  const reply = await request.post(`${console.baseUrl}/api/v1${address}`, {
    headers: { origin: console.baseUrl, authorization: `Bearer ${console.tokens[role]}` },
    data: body,
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return reply.json();
}

export function probe(request: APIRequestContext, console: Called, lake: string): Promise<unknown> {
  return call(request, console, ['operator', `/lakes/${lake}/probe`]);
}

/** Ticks what nobody may have ticked beforehand. */
export async function tickAll(page: Page): Promise<void> {
  for (const box of await dialog(page).getByRole('checkbox').all()) {
    await expect(box).not.toBeChecked();
    await box.check();
  }
}

/** The line of Activity that tells the outcome of an action on this object. */
export function outcomeOf(page: Page, action: string, target: string): Locator {
  return page
    .getByRole('row')
    .filter({ hasText: action })
    .filter({ hasText: target })
    .filter({ hasText: /Done|Refused|Failed|Unknown/ })
    .first();
}
