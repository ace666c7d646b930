// Rules in the gallery, put together by keys alone.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { useTabs } from './tab.ts';

describe('Rules', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  const openRules = async (width = 1_280, theme: 'light' | 'dark' = 'light') => {
    const tab = await openTab({ width, height: 900, theme });
    await tab.open('/gallery');
    const tree = tab.page.getByRole('region', { name: 'Rules of the segment' });
    await tree.scrollIntoViewIfNeeded();
    return { ...tab, tree, card: tree.locator('..') };
  };
  const focused = (page: Page) =>
    page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.value ?? ''");

  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1_280, 375]) {
      it(`are whole in ${theme} colours, ${width} px wide`, async () => {
        const { shoot, tree, page, expectNoSidewaysScroll } = await openRules(width, theme);
        await expectNoSidewaysScroll('the gallery');
        await page.setViewportSize({ width, height: width === 375 ? 3000 : 1700 });
        await tree.evaluate((element) => element.scrollIntoView());
        await shoot(`rules-${theme}-${width}`);
      });
    }
  }
});
