// The page of the API description in Chromium: its content security policy blocks nothing that it needs, and it works.
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { useApp } from '../support/app.ts';
import { createApiKey, createDomain } from '../support/factories.ts';
import { launchBrowser } from './support/browser.ts';

const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];

describe('The page of the API description', () => {
  let browser: Browser | undefined;
  after(() => browser?.close());
  const app = useApp();
  before(async () => {
    browser = await launchBrowser();
  });

  const openPage = async () => {
    const page = (await browser?.newPage()) ?? expect.fail('There is no browser.');
    const problems: string[] = [];
    const foreign: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('data:'))
        foreign.push(request.url());
    });
    await page.goto(`${app.url}/docs`);
    return { page, problems, foreign };
  };

  it('shows every resource and the fields of a request, from this server alone', async () => {
    const { page, problems, foreign } = await openPage();
    for (const resource of ['emails', 'domains', 'api-keys']) {
      await page.locator(`[data-tag="${resource}"]`).waitFor();
    }
    await page.locator('[data-tag="emails"] button').click();
    await page.locator('#operations-emails-sendEmail button').first().click();
    await page.getByText('Request body').first().waitFor();
    if (SCREENSHOT_DIRECTORY)
      await page.screenshot({ path: `${SCREENSHOT_DIRECTORY}/docs.png`, fullPage: true });
    expect({ problems, foreign }).to.deep.equal({ problems: [], foreign: [] });
  });

  it('sends a request with the given API key', async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const { name } = await createDomain(app.pool, accountId);
    const { page, problems } = await openPage();
    await page.locator('button.authorize').first().click();
    await page.locator('#auth-bearer-value').fill(token);
    await page.locator('.modal-ux button.authorize').first().click();
    await page.locator('.modal-ux button.btn-done').first().click();
    await page.locator('[data-tag="domains"] button').click();
    await page.locator('#operations-domains-listDomains button').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse((response) => response.url().startsWith(`${app.url}/domains`));
    await page.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    expect(answer.status()).to.equal(200);
    expect((await answer.json()).data[0].name).to.equal(name);
    expect(problems).to.deep.equal([]);
  });
});
