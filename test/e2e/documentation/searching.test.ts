// The search of the documentation in a browser: words that only texts have, typos, and what is shown when nothing is found.
// The words and their pages were written before the search knew texts; it found 17 of them then.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { useTabs } from '../dashboard/tab.ts';
import searched from './searched-words.json' with { type: 'json' };

const words = searched as [question: string, pages: string[]][];
const GUIDE = '/docs/guides/quick-start';
const OF_SEARCH = /\/docs-(search|find)-[^/]*$/;
const PATHS_FOUND =
  "[...document.querySelectorAll('dialog.search a')].map((link) => link.getAttribute('href'))";
const IS_TOO_WIDE = `[document.documentElement, document.querySelector('dialog.search')]
  .some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`;

/** Opens the search, and waits until it is loaded. */
async function search(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.getByText('Search texts, operations, fields and errors.').waitFor();
}

describe('The search of the documentation', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  it('finds what only texts say, loads that with the first search alone, and is led to the section', async () => {
    const { page } = await openTab();
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (OF_SEARCH.test(request.url())) loaded.push(request.url());
    });
    await page.goto(`${app.url}${GUIDE}`);
    await page.waitForLoadState('networkidle');
    expect(loaded).to.deep.equal([]);
    await search(page);
    const missed: string[] = [];
    for (const [question, pages] of words) {
      await page.getByRole('searchbox').fill(question);
      const paths = await page.evaluate<string[]>(PATHS_FOUND);
      if (!paths.slice(0, 5).some((path) => pages.includes(path.split('#')[0] ?? '')))
        missed.push(`${question}: ${paths.slice(0, 5).join(' ')}`);
    }
    expect(words).to.have.lengthOf.at.least(39);
    expect(missed.length, missed.join('\n')).to.be.at.most(3);
    await page.reload();
    await search(page);
    // The script and the index; the second time the browser has kept both.
    expect(new Set(loaded).size, loaded.join(' ')).to.equal(2);
    await page.getByRole('searchbox').fill('how long does a replay keep events');
    const section = page.locator('dialog.search a[href*="#"]').first();
    const [, anchor] = String(await section.getAttribute('href')).split('#');
    await section.click();
    await page.locator(`#${anchor}`).waitFor();
    expect(page.url()).to.match(new RegExp(`#${anchor}$`));
  });

  it('is shown the guides when nothing is found, on a phone and in the dark, by keys alone', async () => {
    for (const [width, theme] of [
      [320, 'dark'],
      [390, 'light'],
    ] as const) {
      const { page, findFaults, shoot, problems } = await openTab({ width, theme });
      await page.goto(`${app.url}${GUIDE}`);
      await search(page);
      await page.keyboard.type('unsubscibe');
      await page
        .locator('dialog.search [role=status]')
        .filter({ hasText: / found$|^First/ })
        .waitFor();
      await shoot(`documentation-search-${width}`);
      expect(await findFaults()).to.deep.equal([]);
      await page.getByRole('searchbox').fill('qqqzzzqqq');
      await page.locator('dialog.search').getByText('No results. Try one of the guides:').waitFor();
      await shoot(`documentation-search-nothing-${width}`);
      expect(await page.locator('dialog.search a').count()).to.be.at.least(15);
      expect(await findFaults()).to.deep.equal([]);
      expect(await page.evaluate<boolean>(IS_TOO_WIDE)).to.equal(false);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      const path = String(await page.locator('dialog.search li').nth(1).locator('a').getAttribute('href'));
      await page.keyboard.press('Enter');
      await page.waitForURL(`${app.url}${path}`);
      expect(problems).to.deep.equal([]);
    }
  });
});
