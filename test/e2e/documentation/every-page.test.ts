// Every page of the documentation in Chromium: nothing that axe finds, nothing that scrolls sideways, nothing from elsewhere.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { extent, IS_LONG } from '../../support/extent.ts';
import { useTabs } from '../dashboard/tab.ts';

const LOOKS = [
  { width: 375, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 375, theme: 'dark' },
  { width: 1280, theme: 'light' },
] as const;
/** In `npm test` every guide and each sixteenth of the other pages, in one look each: all have the same styles. */
const STEP = extent('TEST_DOCUMENTATION_STEP', 16, 1);
const NARROWEST = { width: 320, height: 800 };

/** @returns what is looked at, and how */
function looksAt(paths: readonly string[]) {
  const chosen = paths.filter((path, at) => path.includes('/guides/') || at % STEP === 0);
  return chosen.flatMap((path, at) =>
    LOOKS.filter((_, look) => IS_LONG || look === at % LOOKS.length).map((look) => ({ path, ...look })),
  );
}

describe('Every page of the documentation', function () {
  this.timeout(IS_LONG ? 1_800_000 : 300_000);
  const app = useApp();
  const { openTab } = useTabs(app);

  it('has no fault that axe finds, and never scrolls sideways', async () => {
    const { text } = await app.bare().get('/llms.txt').expect(200);
    const paths = [...text.matchAll(/\((\/docs\/[^)]*)\.md\)/g)].map(([, path]) => String(path));
    expect(paths.length).to.be.above(150);
    const faults: string[] = [];
    const { page, findFaults, problems } = await openTab();
    for (const { path, width, theme } of looksAt(paths)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(
        `${app.url}${path.replace(/^\/docs\/guides\/README$/, '/docs').replace(/\/README$/, '')}`,
      );
      const found = await findFaults();
      await page.setViewportSize(NARROWEST);
      const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
      if (isTooWide) found.push('It scrolls sideways.');
      faults.push(
        ...[...found, ...problems.splice(0)].map((fault) => `${path}, ${width} px, ${theme}: ${fault}`),
      );
    }
    expect(faults.join('\n')).to.equal('');
  });
});
