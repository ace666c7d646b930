// What was read once and cannot be read again, or is not read yet: it stays where it is, and says what it is. And code
// that did not arrive: it takes one page with it, for as long as one looks at that page.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createApiKey, createDomain, createEmail } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { useTabs } from './tab.ts';

describe('What the dashboard shows of an API that is away', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  const openAccount = async (expected = /net::ERR_FAILED/) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const { id: domainId } = await createDomain(app.pool, accountId);
    const add = (subject: string) =>
      createEmail(app.pool, accountId, { domainId, subject, status: 'delivered' });
    await createApiKey(app.pool, { accountId, name: 'Shop' });
    await add('Mail 0');
    return { ...(await openTab({ session, width: 1000, expected })), add };
  };
  /** From now on answers to these requests are lost. @returns what ends it */
  const lose = async (page: Page, url: RegExp) => {
    await page.route(url, (route) =>
      route.request().resourceType() === 'document' ? route.continue() : route.abort(),
    );
    return () => page.unroute(url);
  };

  it('says of an open record that it may be out of date, for as long as it may', async () => {
    const { page, open, add, problems } = await openAccount();
    await open('/emails');
    await page.getByRole('link', { name: 'Mail 0' }).click();
    await page.getByRole('heading', { level: 2, name: 'Mail 0' }).waitFor();
    const find = await lose(page, /\/emails\/[\w-]+$/);
    // What has changed is asked for.
    await add('Mail 1');
    await page.getByText(/^This email may be out of date: .* Trying again every 2 seconds\.$/).waitFor();
    expect(await page.getByRole('heading', { level: 2, name: 'Mail 0' }).isVisible()).to.equal(true);
    await find();
    await page.getByText('This email may be out of date').waitFor({ state: 'detached' });
    expect(problems).to.deep.equal([]);
  });

  it('says the same of numbers, with a way to read those again that are not read automatically', async () => {
    const { page, open, add, problems } = await openAccount();
    await open('/');
    await page.getByRole('link', { name: /^Bounced/ }).waitFor();
    await page.getByText('Today', { exact: true }).waitFor();
    const find = await lose(page, /\/usage$|\/emails\/metrics/);
    // New mail changes the numbers.
    await add('Mail 1');
    const notes = page.getByText(/^These numbers may be out of date: /);
    await notes.nth(1).waitFor();
    expect(await page.getByText('Today', { exact: true }).isVisible()).to.equal(true);
    expect(await page.getByRole('link', { name: /^Bounced/ }).isVisible()).to.equal(true);
    await find();
    for (const at of [1, 0]) await page.getByRole('button', { name: 'Try again' }).nth(at).click();
    await notes.first().waitFor({ state: 'detached' });
    await open('/settings/usage');
    await page.getByText('Today', { exact: true }).waitFor();
    await lose(page, /\/usage$/);
    await add('Mail 2');
    await page.getByText(/^These numbers may be out of date: .* Trying again every 2 seconds\.$/).waitFor();
    expect(problems).to.deep.equal([]);
  });

  it('says that the numbers of another period are still read', async () => {
    const { page, open, problems } = await openAccount();
    await open('/');
    await page.getByRole('link', { name: /^Bounced/ }).waitFor();
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/emails\/metrics/, async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.getByText('30 days').click();
    await page.waitForURL(/range=30d/);
    await page.locator('section [aria-busy=true]', { hasText: 'Bounced' }).waitFor();
    answer();
    await page.locator('section [aria-busy=true]').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Bounced/ }).waitFor();
    expect(problems).to.deep.equal([]);
  });

  it('loses one page when its code does not arrive, and tries again when it is opened again', async () => {
    const { page, open, problems } = await openAccount(/net::ERR_FAILED|dynamically imported module/);
    await open('/emails');
    await page.getByRole('link', { name: 'Mail 0' }).waitFor();
    const find = await lose(page, /assets\/(logs-page|usage-section|palette)/);
    const failed = page.getByText('This page could not be shown');
    await page.getByRole('link', { name: 'Logs' }).click();
    await failed.waitFor();
    await page.getByRole('link', { name: 'Emails' }).click();
    await page.getByRole('link', { name: 'Mail 0' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByText('This could not be loaded').waitFor();
    expect(await page.getByRole('link', { name: 'Mail 0' }).isVisible()).to.equal(true);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Usage' }).click();
    await failed.waitFor();
    await find();
    await page.getByRole('link', { name: 'Logs' }).click();
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { level: 2, name: 'Usage' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    expect(problems).to.deep.equal([]);
  });
});
