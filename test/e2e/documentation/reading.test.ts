// The documentation in a browser, as a reader uses it: languages, copying, the search, old addresses, no script, print.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useTabs } from '../dashboard/tab.ts';
import { useBrowser } from '../support/browser.ts';

const GUIDE = '/docs/guides/quick-start';

describe('A reader of the documentation', () => {
  const browser = useBrowser();
  const app = useApp();
  const { openTab } = useTabs(app);
  const open = async (path: string) => {
    const tab = await openTab();
    await tab.page.goto(`${app.url}${path}`);
    return tab;
  };

  it('chooses a language once, for all snippets and pages', async () => {
    const { page, problems } = await open(GUIDE);
    const groups = page.locator('.tabs');
    const first = groups.first();
    expect(await first.locator('.code:visible').count()).to.equal(1);
    await first.getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    for (const group of await groups.all()) {
      expect(await group.getByRole('tab', { selected: true }).textContent()).to.equal('Python');
      expect(await group.locator('.code:visible').getAttribute('data-label')).to.equal('python');
    }
    await page.goto(`${app.url}/docs/guides/templates`);
    expect(await page.locator('.tabs .code:visible').first().getAttribute('data-label')).to.equal('python');
    // A language that a page does not have leaves its first one.
    await page.evaluate("localStorage.setItem('posthorn_language', 'ruby')");
    await page.reload();
    expect(await page.locator('.tabs .code:visible').first().getAttribute('data-label')).to.equal('curl');
    expect(problems).to.deep.equal([]);
  });

  it('copies a snippet as it is shown', async () => {
    const { page } = await open(GUIDE);
    const snippet = page.locator('.tabs .code:visible').first();
    await snippet.getByRole('button', { name: 'Copy' }).click();
    await snippet.getByText('Copied').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied)
      .to.include('/emails')
      .and.equal(await snippet.locator('code').textContent());
  });

  it('finds errors, fields and operations with the key /, and markup is text', async () => {
    const { page, problems } = await open(GUIDE);
    for (const [question, path] of [
      ['reserved_recipient', '/docs/errors/reserved_recipient'],
      ['smtp_reply', '/docs/api/emails#'],
      ['POST /emails/batch', '/docs/api/emails#sendbatch'],
      ['cancelEmail', '/docs/api/emails#cancelemail'],
      ['send your first', GUIDE],
    ]) {
      await page.keyboard.press('/');
      await page.getByRole('searchbox').fill(String(question));
      const found = page.locator('dialog.search li').first().locator('a');
      await found.waitFor();
      expect(await found.getAttribute('href'), question).to.match(new RegExp(`^${path}`));
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('<script>alert(1)</script>');
    await page
      .locator('dialog.search')
      .getByText(/ found$|^First|^No results/)
      .waitFor();
    await page.getByRole('searchbox').fill('domain');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/(?!guides\/quick-start)/);
    expect(problems).to.deep.equal([]);
  });

  it('reads that the search cannot be loaded, and can try again', async () => {
    const { page } = await openTab({ expected: /Failed to load resource|ERR_FAILED/ });
    let isReachable = false;
    // Set before the page loads, and never removed: Chromium reports a change of routes before a loaded page follows it, and
    // a key that is pressed next can come first.
    await page.route('**/docs-search-*', (route) => (isReachable ? route.continue() : route.abort()));
    await page.goto(`${app.url}${GUIDE}`);
    await page.keyboard.press('/');
    const status = page.locator('dialog.search [role="status"]');
    await status.filter({ hasText: /\S/ }).waitFor();
    expect(await status.textContent()).to.include('The search could not be loaded');
    isReachable = true;
    await page.getByRole('searchbox').fill('emails');
    await page.locator('dialog.search li').first().waitFor();
  });

  it('is led on from addresses of the page that /docs was before', async () => {
    const { page } = await open('/docs#/emails/sendEmail');
    await page.waitForURL(`${app.url}/docs/api/emails#sendemail`);
    await page.locator('#sendemail:visible').waitFor();
  });

  it('needs no script to read', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 375, height: 800 },
    });
    const page = await context.newPage();
    for (const path of [GUIDE, '/docs/api/emails']) {
      await page.goto(`${app.url}${path}`);
      for (const code of await page.locator('.tabs .code').all()) {
        expect(await code.isVisible()).to.equal(true);
        expect(await code.locator('figcaption').isVisible()).to.equal(true);
      }
      expect(await page.locator('.open-search, .tablist').filter({ visible: true }).count()).to.equal(0);
      await page.getByRole('link', { name: 'Contents', exact: true }).click();
      expect(page.url()).to.include('#site-contents');
      expect(await page.getByRole('navigation', { name: 'Documentation' }).isVisible()).to.equal(true);
    }
    await context.close();
  });

  it('prints the text of a page, with all languages', async () => {
    const { page } = await open(GUIDE);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('nav, .bar, .copy').filter({ visible: true }).count()).to.equal(0);
    for (const code of await page.locator('.tabs .code').all()) expect(await code.isVisible()).to.equal(true);
  });
});
