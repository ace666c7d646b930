// Lists of the dashboard where they could mislead: filters that are set further down the page, keys that belong to
// something else, and the history that a search leaves.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import {
  createDomain,
  createEmail,
  createWebhook,
  createWebhookMessages,
} from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type TabOptions, useTabs } from './tab.ts';

const subjects = (page: Page) => page.locator('[data-row-link]').allTextContents();
/** What has the focus, in words. */
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');
/** Waits until the window has been scrolled there. */
const scrolledTo = async (page: Page, isThere: (y: number) => boolean) => {
  await eventually('the window is there', async () => isThere(await page.evaluate<number>('scrollY')));
};
const choose = async (page: Page, filter: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`${filter}$`) }).click();
  await page.getByRole('option', { name: option }).click();
};

describe('A list of the dashboard that could mislead', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** An account with emails. */
  const createAccountWith = async (emails: number) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const { id: domainId } = await createDomain(app.pool, accountId);
    const add = (subject: string) =>
      createEmail(app.pool, accountId, { domainId, subject, status: 'delivered' });
    for (let at = 0; at < emails; at += 1) await add(`Mail ${at}`);
    return { session, accountId, add };
  };
  let ofSixty: Awaited<ReturnType<typeof createAccountWith>>;
  before(async () => {
    ofSixty = await createAccountWith(60);
  });
  /** A tab of an account with 60 emails, to which no test adds one. */
  const openSixty = (options: TabOptions = {}) => openTab({ session: ofSixty.session, ...options });

  it('answers a filter with the rows that it lets through, from the top, wherever one was', async () => {
    const { session, add } = await createAccountWith(70);
    const { page, open, problems } = await openTab({ session });
    await open('/emails');
    await page.getByRole('link', { name: 'Mail 69' }).waitFor();
    await page.evaluate('scrollTo(0, 60)');
    // The list knows that one reads further down.
    await add('Mail 70');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await page.getByRole('searchbox').first().fill('Mail 1');
    await page.getByRole('link', { name: 'Mail 69' }).waitFor({ state: 'detached' });
    // None of them was among the rows before.
    await page.getByRole('link', { name: 'Mail 1', exact: true }).waitFor();
    expect((await subjects(page)).filter((subject) => !subject.startsWith('Mail 1'))).to.deep.equal([]);
    expect(await page.getByRole('button', { name: /new$/ }).count()).to.equal(0);
    await scrolledTo(page, (y) => y === 0);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('link', { name: 'Mail 70' }).waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByRole('button', { name: 'Older', exact: true }).click();
    await page.getByRole('link', { name: 'Mail 0', exact: true }).waitFor();
    await scrolledTo(page, (y) => y === 0);
    expect(problems).to.deep.equal([]);
  });

  it('never calls an account empty because a filter that found nothing is taken away', async () => {
    // Without a list that was read before.
    const { page, open } = await openSixty({ isFresh: true });
    await open('/emails?q=nothing+has+this');
    await page.getByText('No results').waitFor();
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/emails\?limit=50$/, async (route) => {
      await isAsked;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('Loading').waitFor();
    expect(await page.getByText('No emails yet').count()).to.equal(0);
    answer();
    await page.getByRole('link', { name: 'Mail 59' }).waitFor();
  });

  it('answers the filters of a list in a record, and of the audit log, too', async () => {
    const { accountId } = ofSixty;
    const { page, open, problems } = await openSixty();
    const webhook = await createWebhook(app.pool, accountId);
    await createWebhookMessages(app.pool, webhook, 2, { type: 'email.bounced' });
    await createWebhookMessages(app.pool, webhook, 60);
    await open(`/webhooks/${webhook.id}/events`);
    const event = page.getByRole('link', { name: 'email.delivered' });
    await event.nth(40).scrollIntoViewIfNeeded();
    await createWebhookMessages(app.pool, webhook, 1);
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await choose(page, 'Event', 'email.bounced');
    await page.getByRole('link', { name: 'email.bounced' }).nth(1).waitFor();
    await event.first().waitFor({ state: 'detached' });
    await app.pool.query(
      `INSERT INTO audit_events (id, account_id, actor_type, operation, outcome, created_at)
       SELECT uuid_v7(now() - n * interval '1 minute'), $1, 'operator', 'createTopic',
              CASE WHEN n > 58 THEN 'failed' ELSE 'succeeded' END, now()
       FROM generate_series(1, 60) AS n`,
      [accountId],
    );
    await open('/settings/audit');
    await page.getByRole('cell', { name: 'Create topic' }).nth(49).waitFor();
    // The filters can still be reached, at the edge of the window.
    await page.evaluate("document.querySelector('search').scrollIntoView(); scrollBy(0, 12)");
    await app.pool.query(
      `INSERT INTO audit_events (id, account_id, actor_type, operation, outcome, created_at)
       VALUES (uuid_v7(now()), $1, 'operator', 'createTopic', 'succeeded', now())`,
      [accountId],
    );
    await page.getByRole('button', { name: '1 new' }).waitFor();
    const outcome = await page.getByRole('button', { name: /Outcome$/ }).boundingBox();
    await page.mouse.click((outcome?.x ?? 0) + 20, (outcome?.y ?? 0) + 22);
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByRole('cell', { name: 'Create topic' }).nth(2).waitFor({ state: 'detached' });
    expect(await page.getByRole('cell', { name: 'Create topic failed' }).count()).to.equal(2);
    expect(problems).to.deep.equal([]);
  });

  it('leaves the arrows to scrolling until a row has the focus', async () => {
    const { page, open } = await openSixty();
    await open('/emails');
    await page.getByRole('link', { name: 'Mail 59' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await scrolledTo(page, (y) => y > 0);
    expect(await page.locator('[data-row-link]:focus').count()).to.equal(0);
    await page.keyboard.press('j');
    expect(await focused(page)).to.equal('Mail 59');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).to.equal('Mail 58');
  });

  it('has no keys while a record hides it', async () => {
    const { page, open } = await openSixty({ width: 1000 });
    await open('/emails');
    await page.getByRole('link', { name: 'Mail 59' }).click();
    await page.getByRole('heading', { level: 2, name: 'Mail 59' }).waitFor();
    const url = page.url();
    for (const key of ['j', 'k', '/', ']']) {
      const isTaken = await page.evaluate(
        `!document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true, cancelable: true }))`,
      );
      expect(isTaken, key).to.equal(false);
    }
    expect(page.url()).to.equal(url);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/app\/emails$/);
    await page.keyboard.press(']');
    await page.getByRole('link', { name: 'Mail 0', exact: true }).waitFor();
  });

  it('takes no keys of menus, dialogs and the palette', async () => {
    const { page, open } = await openSixty();
    await open('/emails');
    await page.getByRole('link', { name: 'Mail 59' }).waitFor();
    const expectNothing = async (where: string) => {
      await page.keyboard.press('j');
      await page.keyboard.press(']');
      expect(await page.locator('[data-row-link]:focus').count(), where).to.equal(0);
      expect(page.url(), where).to.match(/\/app\/emails(\?compose=yes)?$/);
    };
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menu').waitFor();
    await expectNothing('menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await expectNothing('palette');
    expect(await page.getByRole('combobox').inputValue()).to.equal('j]');
    await page.keyboard.press('Escape');
    await open('/emails?compose=yes');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus();
    await expectNothing('dialog');
    // The browser takes the focus back from what is removed or disabled.
    await page.evaluate('document.activeElement.blur(); document.body.focus()');
    const isTaken = await page.evaluate(
      `!document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ']', bubbles: true, cancelable: true }))`,
    );
    expect(isTaken).to.equal(false);
    await expectNothing('dialog without the focus');
  });

  it('is left with one Back, however often one paused while typing', async () => {
    const { page, open } = await openSixty();
    await open('/logs');
    await page.getByRole('link', { name: 'Emails' }).click();
    await page.getByRole('link', { name: 'Mail 12' }).waitFor();
    await page.keyboard.press('/');
    for (const [letters, typed] of [
      ['Mail', 'Mail'],
      [' 1', 'Mail\\+1'],
      ['2', 'Mail\\+12'],
    ] as const) {
      await page.keyboard.type(letters);
      await page.waitForURL(new RegExp(`q=${typed}$`));
    }
    await page.goBack();
    await page.waitForURL(/\/app\/emails$/);
    await page.getByRole('link', { name: 'Mail 13' }).waitFor();
    expect(await page.getByRole('searchbox').first().inputValue()).to.equal('');
    await page.goBack();
    await page.waitForURL(/\/app\/logs$/);
  });
});
