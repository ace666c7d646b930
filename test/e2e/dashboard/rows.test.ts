// The rows of lists, their filters, and what an open record shows first: measured in pixels, with subjects of 3,000 letters,
// on a desk next to a record and on a phone.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import {
  createApiKey,
  createDomain,
  createEmail,
  createSuppression,
  createWebhook,
} from '../../support/factories/factories.ts';
import { createLog } from '../../support/factories/log-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { useTabs } from './tab.ts';

const LETTERS = 'Letters '.repeat(375).trim();
const PHONE = { width: 375, height: 812 };
/** The top of the first row of a list on a phone. */
const FIRST_ROW_MAX_PX = 180;
/** The top of the tabs of an email, at 1,280 x 800 and on a phone. */
const TABS_MAX_PX = 420;
const STATUSES = ['delivered', 'bounced', 'pending', 'delivery_delayed'] as const;

const topOf = (page: Page, selector: string) =>
  page.evaluate<number>(`document.querySelector('${selector}').getBoundingClientRect().top`);
const colourOf = (page: Page, selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).color`);

/** A row: how high it is, where its lines are, and how far a focus has scrolled a part of it. */
interface MeasuredRow {
  height: number;
  lines: Record<string, number>;
  scrolled: number;
}

const measureRows = (page: Page) =>
  page.evaluate<MeasuredRow[]>(`[...document.querySelector('tbody').rows].map((row) => ({
    height: row.getBoundingClientRect().height,
    scrolled: Math.max(...[...row.querySelectorAll('*')].map(({ scrollLeft }) => scrollLeft)),
    lines: Object.fromEntries([...row.cells].filter((cell) => cell.getClientRects().length > 0).map((cell, at) => {
      const { top, height } = cell.getBoundingClientRect();
      return [cell.dataset.kind + (cell.dataset.kind === 'detail' ? at : ''), top + height / 2];
    })),
  }))`);

describe('The rows of the dashboard in a browser', () => {
  const app = useApp();
  const { openTab, openOwnTab } = useTabs(app);
  let session: Awaited<ReturnType<typeof signIn>>;
  let domainId: string;
  const add = (fields: Parameters<typeof createEmail>[2]) =>
    createEmail(app.pool, session.accountId, { domainId, ...fields });
  before(async () => {
    const { pool } = app;
    session = await signIn(pool, { now: app.clock.now() });
    const { accountId } = session;
    domainId = (await createDomain(pool, accountId)).id;
    for (let at = 0; at < 60; at += 1) {
      const address = at % 2 === 0 ? 'bo@customer.dev' : `${'long'.repeat(12)}@${'domain'.repeat(8)}.dev`;
      const status = STATUSES[at % STATUSES.length] ?? 'delivered';
      await add({ status, subject: at % 3 === 0 ? LETTERS : `Mail ${at}`, recipients: [{ address }] });
    }
    await createLog(pool, accountId, {});
    await createWebhook(pool, accountId);
    await createSuppression(pool, accountId, 'no@customer.dev', { origin: 'bounce' });
    await createApiKey(pool, { accountId, name: LETTERS.slice(0, 100) });
  });

  it('have two lines next to a record and lose no letter to the focus, whatever they contain', async () => {
    const { id } = await add({ status: 'delivered', subject: 'The open one' });
    const { page, open, settled } = await openTab({ session });
    await open(`/emails/${id}`);
    await settled();
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('j');
    for (const { height, lines, scrolled } of await measureRows(page)) {
      const { title = 0, time = 0, detail2 = 0, detail3 = 0 } = lines;
      expect(height).to.be.within(50, 64);
      expect(scrolled).to.equal(0);
      expect(time, 'subject and time').to.be.closeTo(title, 2);
      expect(detail3, 'address and status').to.be.closeTo(detail2, 2);
      expect(detail2 - title).to.be.within(18, 30);
    }
    // The same on each list that leads to records.
    await page.setViewportSize(PHONE);
    for (const path of ['/logs', '/webhooks', '/suppressions', '/api-keys', '/domains']) {
      await open(path);
      await settled();
      const [row] = await measureRows(page);
      expect(row?.height, path).to.be.within(50, 64);
    }
  });

  it('begin within 180 px of the top of a phone on every list', async () => {
    const { page, open, settled } = await openTab({ session, ...PHONE });
    for (const path of ['/emails', '/logs', '/webhooks', '/suppressions', '/api-keys', '/domains']) {
      await open(path);
      await settled();
      expect(await topOf(page, 'tbody tr'), path).to.be.at.most(FIRST_ROW_MAX_PX);
    }
  });

  it('say the clock of today, yesterday, or the date, and follow when a day ends', async () => {
    const own = await signIn(app.pool, { now: app.clock.now() });
    const { id: domain } = await createDomain(app.pool, own.accountId);
    const noon = (year: number, month: number, day: number) => new Date(year, month, day, 14, 5);
    const days = {
      today: [2026, 10, 20],
      yesterday: [2026, 10, 19],
      march: [2026, 2, 12],
      old: [2025, 10, 20],
    };
    for (const [subject, [year = 0, month = 0, day = 0]] of Object.entries(days)) {
      const { id } = await createEmail(app.pool, own.accountId, {
        domainId: domain,
        subject,
        status: 'sent',
      });
      await app.pool.query('UPDATE emails SET created_at = $2 WHERE id = $1', [id, noon(year, month, day)]);
    }
    const { page, open, settled } = await openOwnTab({ session: own });
    await page.addInitScript(`window.formatsBeforeRow = 0;
      for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat']) {
        const Native = Intl[name];
        Intl[name] = new Proxy(Native, { construct(target, given) {
          if (!document.querySelector('tbody tr')) window.formatsBeforeRow += 1;
          return Reflect.construct(target, given);
        } });
      }`);
    await page.clock.install({ time: new Date(2026, 10, 20, 23, 59) });
    await open('/emails');
    await settled();
    const times = page.locator('tbody time');
    expect(await times.allTextContents()).to.deep.equal(['20 Nov 2025', '12 Mar', 'Yest. 14:05', '14:05:00']);
    expect(await page.evaluate('window.formatsBeforeRow'), 'formatters before the first row').to.equal(0);
    // The exact time is made for the row that has the focus or the pointer, and a press on it opens the record.
    expect(await page.locator('time[title]').count()).to.equal(0);
    await page.keyboard.press('j');
    expect(await page.locator('time[title]').count()).to.equal(1);
    await times.last().hover();
    expect(await times.last().getAttribute('title')).to.match(/^20 November 2026 at 14:05:00 /);
    await page.clock.runFor(120_000);
    await page.getByText('Yest. 14:05').waitFor();
    expect(await times.allTextContents()).to.deep.equal(['20 Nov 2025', '12 Mar', '19 Nov', 'Yest. 14:05']);
    await times.last().click();
    await page.getByRole('heading', { level: 2, name: 'today' }).waitFor();
    expect(await page.getByRole('note').first().textContent(), 'in a record').to.match(/ago$/);
  });

  it('are quiet when all is good, and say in full what is not', async () => {
    const { page, open, settled } = await openTab({ session });
    await open('/emails');
    await settled();
    const soft = await colourOf(page, 'th:last-child');
    expect(await colourOf(page, 'td [data-tone=good]')).to.equal(soft);
    expect(await colourOf(page, 'td [data-tone=bad]')).not.to.equal(soft);
    // Also where the details of a row are soft.
    await page.setViewportSize(PHONE);
    expect(await colourOf(page, 'td [data-tone=good]')).to.equal(soft);
    expect(await colourOf(page, 'td [data-tone=bad]')).not.to.equal(soft);
  });

  it('have their filters in one line where there is little room, and chips that a press or a key takes away', async () => {
    const { id } = await add({
      status: 'bounced',
      subject: 'Filtered',
      tags: [{ name: 'kind', value: 'order' }],
    });
    const { page, open, findFaults, problems } = await openTab({ session });
    for (const { width, height } of [{ width: 1280, height: 800 }, PHONE]) {
      await page.setViewportSize({ width, height });
      await open(`/emails${width === 1280 ? `/${id}` : ''}?status=bounced&tag=kind%3Aorder`);
      const toggle = page.getByRole('button', { name: 'Filters (2)' });
      const status = page
        .getByRole('button', { name: /^Bounced Status|Status.*Bounced$/ })
        .and(page.locator('[aria-haspopup]'));
      await toggle.waitFor();
      expect(await status.count()).to.equal(0);
      await page.keyboard.press('/');
      expect(await page.evaluate('document.activeElement.type')).to.equal('search');
      await toggle.click();
      await status.waitFor();
      expect(await findFaults()).to.deep.equal([]);
      await toggle.click();
      const chip = (text: string) => page.getByRole('button', { name: `Remove the filter ${text}` });
      await chip('Status: Bounced').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Delete');
      await page.waitForURL(/\?status=bounced$/);
      await page.getByRole('button', { name: 'Filters (1)' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.search === '');
      await page.keyboard.press('Enter');
      expect(
        await page.getByRole('button', { name: 'Filters', exact: true }).getAttribute('aria-expanded'),
      ).to.equal('true');
    }
    expect(problems).to.deep.equal([]);
  });

  it('keep the focus when a record is closed, and the filters when the last chip or Clear is gone', async () => {
    const { id } = await add({ status: 'bounced', subject: 'Closed by a key' });
    const { page, open } = await openTab({ session });
    const focused = (what: string) => page.locator(`:focus${what}`).waitFor();
    await open(`/emails/${id}`);
    await page.getByRole('link', { name: 'Closed by a key' }).waitFor();
    await page.getByRole('button', { name: 'Close record' }).press('Enter');
    await focused(`[href$="/emails/${id}"]`);
    await page.keyboard.press('Enter');
    await page.getByRole('tab').first().press('Escape');
    await focused(`[href$="/emails/${id}"]`);
    await open('/emails?from=ana%40acme.dev&to=bo%40customer.dev');
    for (const text of ['From: ana@acme.dev', 'To: bo@customer.dev'])
      await page.getByRole('button', { name: `Remove the filter ${text}` }).press('Delete');
    await focused('[aria-expanded]');
    await open('/emails?status=bounced');
    await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
    await page.waitForURL((url) => url.search === '');
    await focused('[aria-expanded]');
  });

  it('lead into their record with →, back with ←, and are reached from a search with ↓', async () => {
    const { id } = await add({ status: 'bounced', subject: 'Entered by a key' });
    await add({ status: 'bounced', subject: 'Another one' });
    const { page, open, problems } = await openTab({ session });
    const row = page.locator(`[data-row-link][href*="/emails/${id}"]:focus`);
    const heading = page.locator('h2:focus', { hasText: 'Entered by a key' });
    await open('/emails');
    await page.getByRole('link', { name: 'Entered by a key' }).focus();
    await page.keyboard.press('ArrowRight');
    await heading.waitFor();
    await page.keyboard.press('ArrowLeft');
    await row.waitFor();
    await page.keyboard.press('ArrowRight');
    await heading.waitFor();
    await page.keyboard.press('Tab');
    await page.locator('[data-record] button:focus').waitFor();
    await page.keyboard.press('ArrowLeft');
    await row.waitFor();
    // What has arrows of its own keeps them.
    await page.getByRole('tab').nth(1).focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[role=tab]:focus').waitFor();
    // Pressed before what was typed is asked for: the first row of the answer, and not of the list before.
    await page.keyboard.press('/');
    await page.keyboard.type('Entered by');
    await page.keyboard.press('ArrowDown');
    await row.waitFor();
    await page.waitForURL(/q=Entered/);
    expect(problems).to.deep.equal([]);
  });

  it('lead to emails whose content begins within 420 px of the top, with all the rest on request', async () => {
    const { page, open, settled } = await openTab({ session });
    const people = Array.from({ length: 150 }, (_, at) => ({
      address: `person${at}@customer.dev`,
      state: (['bounced', 'delivered', 'delivery_delayed'] as const)[at % 3] ?? 'delivered',
    }));
    const emails = [await add({ status: 'bounced', subject: LETTERS, recipients: people })];
    for (const status of ['pending', 'bounced'] as const)
      emails.push(await add({ status, subject: LETTERS }));
    await app.pool.query(`UPDATE email_recipients SET smtp_reply = $1 WHERE account_id = $2`, [
      LETTERS,
      session.accountId,
    ]);
    for (const size of [{ width: 1280, height: 800 }, PHONE]) {
      await page.setViewportSize(size);
      for (const { id } of emails) {
        await open(`/emails/${id}`);
        await settled();
        expect(await topOf(page, '[role=tablist]'), `${size.width} ${id}`).to.be.at.most(TABS_MAX_PX);
      }
    }
    const [toMany] = emails;
    await open(`/emails/${toMany?.id}`);
    await page.getByRole('button', { name: 'More details' }).click();
    await page.getByText('Message-ID', { exact: true }).waitFor();
    await page.getByRole('button', { name: '150 recipients' }).click();
    await page.getByRole('button', { name: /^person0@/ }).click();
    await page.getByText('Accepted', { exact: true }).last().waitFor();
    // It stays open for the next email.
    expect(page.url()).to.match(/\?delivery=open$/);
  });
});
