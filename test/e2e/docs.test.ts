// The page of the API description in Chromium: its content security policy blocks nothing that it needs, and it works.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../support/api/app.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { useBrowser } from './support/browser.ts';

const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];

describe('The page of the API description', () => {
  const browser = useBrowser();
  const app = useApp();

  // Its tests share one page, because it takes seconds of a processor to draw; each opens other parts of it.
  let page: Page;
  const problems: string[] = [];
  const foreign: string[] = [];
  before(async () => {
    page = await browser.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url) && !request.url().startsWith('data:'))
        foreign.push(request.url());
    });
    await page.goto(`${app.url}/docs`);
  });

  it('shows every resource and the fields of a request, from this server alone', async () => {
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
    await page.locator('button.authorize').first().click();
    await page.locator('#auth-bearer-value').fill(token);
    await page.locator('.modal-ux button.authorize').first().click();
    await page.locator('.modal-ux button.btn-done').first().click();
    await page.locator('[data-tag="domains"] button').click();
    const operation = page.locator('#operations-domains-listDomains');
    await operation.locator('button').first().click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse((response) => response.url().startsWith(`${app.url}/domains`));
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    expect(answer.status()).to.equal(200);
    expect((await answer.json()).data[0].name).to.equal(name);
    expect(problems).to.deep.equal([]);
  });
});
