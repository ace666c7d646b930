// A person who uses the dashboard by keyboard alone.
import { expect } from 'chai';
import type { Page } from 'playwright-core';

const TABS_MAX = 80;

/** Presses Tab until what has this name has the focus. An editor of code is left with Escape before it. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const seen: string[] = [];
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    const focused = await nameOfFocused(page);
    if (focused.includes(name)) return;
    seen.push(focused);
    if (await page.locator('.cm-content:focus').count()) await page.keyboard.press('Escape');
    await page.keyboard.press(key);
  }
  expect.fail(`Nothing with the name "${name}" has the focus after: ${seen.join(', ')}`);
}

/** Waits until something has the focus without a key. */
export async function focusOn(page: Page, name: string): Promise<void> {
  await page
    .locator(':focus')
    .and(page.getByLabel(name).or(page.getByRole('link', { name })))
    .waitFor();
}

function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement: element, body } = document;
    return element === body ? '' : element?.getAttribute('aria-label') || element?.labels?.[0]?.textContent || element?.textContent || '';
  })()`);
}
