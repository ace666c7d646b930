// A campaign from its first word to its follow-up, by keyboard alone, with real processes and a real mail server: it is written, sent,
// taken back, sent again, paused, resumed, and decided while its variants are tested. People open and follow what is in the mail that
// the server got, and the numbers of the page are those of the API.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import supertest from 'supertest';
import { rateWords } from '../../../dashboard/resources/campaigns/record/result/variant-words.ts';
import { type Product, prepareProduct } from '../../flows/support/product.ts';
import { USER_AGENT } from '../../support/api/app.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createContact, createSegment } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { readMails, touch, unsubscribe } from './campaign-mail.ts';
import { button, checked, readyButton, region, says, showsFigures } from './campaign-pages.ts';
import { inspectOpen } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { type Tab, useTabs } from './tab.ts';

const MEMBERS = 42;
const OTHERS = 4;
/** One has unsubscribed, one is suppressed. */
const SENDABLE = MEMBERS - 2;
const TESTED = SENDABLE / 2;
const GONE = 'gone@customer.dev';
const LONG = 'What is new in May';
const SHORT = 'May, in short';
const CLICKED = 2;
/** What opens a mail sooner is a machine. */
const INHUMAN = '2.1 seconds';
const LINK = 'https://acme.dev/may';
const BODY = `<p>Hello {{{FIRST_NAME|friend}}}</p><p><a href="${LINK}">All of it</a></p><p>Acme, 1 Road. <a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>`;

// biome-ignore lint/suspicious/noExplicitAny: the objects of the API, which the test reads by their documented names.
type Read = (below?: string) => Promise<any>;

describe('A campaign in the dashboard', function () {
  this.timeout(120_000);
  let product: Product;
  const database = useDatabase();
  const { openTab } = useTabs({
    get url() {
      return product.url;
    },
  });
  before(async () => {
    const { url: databaseUrl } = database;
    const reply = '550 5.1.1 no such person';
    const faults = [{ stage: 'rcpt', kind: 'answer', reply, recipient: GONE }] as const;
    product = await prepareProduct({ databaseUrl, sink: { faults } });
    const own = { PUBLIC_URL: product.url };
    await Promise.all([
      product.startApi(own),
      product.startWorker(['send', 'bulk', 'webhook', 'schedule'], [], own),
    ]);
  });
  after(() => product?.stop());
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;

  it('goes from its first word to its follow-up by keyboard alone, with the numbers of the API', async () => {
    const { api, from, session } = await createAccount();
    const tab = await openTab({ session, expected: /status of 422/ });
    const { page } = tab;
    await tab.load('/campaigns?create=yes');
    const id = await begin(page, from);
    const read: Read = async (below = '') => (await api.get(`/campaigns/${id}${below}`).expect(200)).body;
    await write(page);
    await send(page);
    await page.keyboard.press('F6');
    await page.locator(':focus').and(button(page, 'Undo')).waitFor();
    await page.keyboard.press('Enter');
    await says(page, 'The campaign is a draft again.');
    expect(await read()).to.include({ status: 'draft', scheduled_at: null, rate_per_hour: 7_200 });
    await send(page);
    // The ten seconds in which it can be taken back are over.
    await query('UPDATE campaigns SET scheduled_at = now(), next_attempt_at = now() WHERE id = $1', [id]);
    await product.sink.waitFor(2);
    await pause(page);
    expect(await read()).to.include({ status: 'paused', paused_reason: 'manual' });
    expect(product.sink.count()).to.be.below(TESTED - 1);
    await hurryAndResume(page, read);
    expect(await read()).to.include({ status: 'testing' });
    await eventually('the test was sent', async () => (await read()).ab_test.decides_at !== null);
    await expectNumbers(page, read);
    await tab.settled();
    await inspectOpen(tab, 'campaign-variants');
    await page.setViewportSize({ width: 1280, height: 800 });
    const { opened, long } = await touchMail();
    await eventually('it is counted', async () => (await read('/stats')).unique_opened === opened);
    await expectNumbers(page, read);
    await chooseB(page);
    expect((await read()).ab_test).to.include({ winner: 'b', decided_by: 'manual' });
    await eventually('it is sent', async () => (await read()).status === 'sent');
    const stats = await expectNumbers(page, read);
    expect(stats).to.include({ sent: SENDABLE - 1, unsubscribed: 1, machine_opened: 1 });
    await expectLinks(page, read);
    const mails = await readMails(product.sink);
    expect(new Set(mails.map(({ to }) => to?.[0]?.address))).to.have.property('size', SENDABLE - 1);
    expect(mails.filter(({ subject }) => subject === LONG)).to.have.length(long);
    await followUp(tab, id, read);
    expect(tab.problems).to.deep.equal([]);
  });

  async function createAccount() {
    const { pool } = database;
    const { accountId, token } = await createApiKey(pool);
    const tracked = { openTracking: true, clickTracking: true };
    const { name } = await createDomain(pool, accountId, { isDefault: true, ...tracked });
    const { id } = await createSegment(pool, accountId, { name: 'On plan pro' });
    const of = (email: string, segmentIds: string[] = []) =>
      createContact(pool, { accountId, email, segmentIds });
    for (let at = 1; at < MEMBERS; at += 1) await of(`person${at}@customer.dev`, [id]);
    await of(GONE, [id]);
    for (let at = 0; at < OTHERS; at += 1) await of(`other${at}@customer.dev`);
    const api = supertest
      .agent(product.url)
      .set({ 'user-agent': USER_AGENT, authorization: `Bearer ${token}` });
    await api.patch('/unsubscribe-page').send({ postal_address: 'Acme, 1 Road' }).expect(200);
    await api.post('/suppressions').send({ email: 'person1@customer.dev' }).expect(201);
    await query(
      `INSERT INTO unsubscribes (account_id, email_key, chosen_by, chosen_at) VALUES ($1, $2, 'person', now())`,
      [accountId, 'person2@customer.dev'],
    );
    return { api, from: `Ana <ana@${name}>`, session: await signIn(pool, { accountId }) };
  }

  /** All who have the shorter subject open it and some follow its link, of the others one does, one is a machine, and one unsubscribes. */
  async function touchMail() {
    const isOld = async () =>
      (await query(`SELECT FROM emails WHERE sent_at > now() - interval '${INHUMAN}'`)).length === 0;
    await eventually('people can have read it', isOld);
    const mails = await readMails(product.sink);
    const long = mails.filter(({ subject }) => subject === LONG);
    const short = mails.filter(({ subject }) => subject === SHORT);
    for (const mail of [...short, long[0]]) await touch(mail, 'open');
    for (const mail of short.slice(0, CLICKED)) expect(await touch(mail, 'click')).to.equal(LINK);
    await touch(long[1], 'open', 'curl/8.5.0');
    await unsubscribe(long[2]);
    const opened = short.length + 1;
    const hits = opened + CLICKED + 1;
    const areWritten = async () => (await query('SELECT FROM tracking_hits')).length === hits;
    await eventually('they are written', areWritten);
    // They are judged ten seconds later, together with what comes in between.
    await query('UPDATE tracking_hits SET next_attempt_at = now(), woken_at = NULL');
    return { opened, long: long.length };
  }
});

/** @returns the id of the draft */
async function begin(page: Page, from: string): Promise<string> {
  await focusOn(page, 'Subject');
  await page.keyboard.type(LONG);
  await tabTo(page, 'From', 'Shift+Tab');
  await page.keyboard.type(from);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/campaigns\/[\da-f-]{36}\/edit$/);
  await page.getByRole('textbox', { name: 'HTML', exact: true }).waitFor();
  return /campaigns\/([^/]+)/.exec(page.url())?.[1] ?? '';
}

/** Content, segment, variants and pace, until the checklist finds nothing. */
async function write(page: Page): Promise<void> {
  const { keyboard } = page;
  const over = async (text: string) => {
    await keyboard.press('Control+a');
    await keyboard.type(text);
  };
  // The choice between html and text; then the editor itself.
  await tabTo(page, 'HTML');
  await keyboard.press('Tab');
  await keyboard.press('Control+a');
  await keyboard.press('Delete');
  await keyboard.insertText(BODY);
  await tabTo(page, 'Segment');
  await keyboard.type('pro');
  await page.getByRole('option', { name: 'On plan pro' }).waitFor();
  await keyboard.press('Enter');
  await region(page, 'Recipients').getByText(`${SENDABLE} people get it of ${MEMBERS}`).waitFor();
  await tabTo(page, 'Test variants');
  await keyboard.press('Space');
  await page.getByRole('group', { name: 'Variant b' }).waitFor();
  for (const _ of ['a', 'b']) {
    await tabTo(page, 'Key');
    await keyboard.press('Tab');
  }
  await keyboard.type(SHORT);
  await tabTo(page, 'Share of recipients');
  await over('50');
  await tabTo(page, 'Emails per hour');
  // Two a second: it can be paused before the last of the test.
  await over('7200');
  await checked(page, 'No problems found.');
}

async function send(page: Page): Promise<void> {
  await readyButton(page, 'Send…').waitFor();
  await pressOn(page, 'Send…', 'Shift+Tab');
  await says(page, `From Ana`);
  await confirm(page, `Send to ${SENDABLE} people`);
  await says(page, `“${LONG}” will be sent in 10 seconds`);
  await button(page, 'Unschedule').waitFor();
  await hasFocus(page);
}

async function confirm(page: Page, label: string): Promise<void> {
  await readyButton(page, label).waitFor();
  // The dialog itself has the focus, and all of its words as its name.
  await page.keyboard.press('Tab');
  await pressOn(page, label);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The button that opened the dialog is gone. */
const hasFocus = (page: Page) => page.locator(':focus').waitFor();

async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.keyboard.press('p');
  await says(page, 'Sending stops within 5 seconds.');
  await confirm(page, 'Pause campaign');
}

async function pressOn(page: Page, name: string, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(page, name, key);
  await page.keyboard.press('Enter');
}

/** The rest leaves as fast as there is room for. */
async function hurryAndResume(page: Page, read: Read): Promise<void> {
  const { keyboard } = page;
  await pressOn(page, 'Edit');
  await page.getByRole('textbox', { name: 'Emails per hour' }).waitFor();
  await tabTo(page, 'Emails per hour');
  await keyboard.press('Control+a');
  await keyboard.press('Delete');
  await keyboard.press('Control+s');
  await eventually('the pace is gone', async () => (await read()).rate_per_hour === null);
  await pressOn(page, 'see results and resume', 'Shift+Tab');
  await says(page, 'Paused by a person.');
  await keyboard.press('p');
  await confirm(page, 'Resume campaign');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
}

/** The figures, the sentence, those who are left out, and the variants. @returns the stats */
async function expectNumbers(page: Page, read: Read) {
  const { status, left_out } = await read();
  const stats = await read('/stats');
  const { delivered, recipients, unique_opened: opened } = stats;
  const got = status === 'sent' ? `${delivered} got it` : `${delivered} of ${recipients} got it so far`;
  await says(page, `${got}; ${opened || 'none'} opened.`);
  await showsFigures(page, stats);
  await page.getByRole('row', { name: `On the suppression list ${left_out.suppressed}` }).waitFor();
  await page.getByRole('row', { name: `Unsubscribed from everything ${left_out.unsubscribed}` }).waitFor();
  expect(stats.variants).to.have.length(2);
  for (const variant of stats.variants) {
    const { rate, interval } = rateWords(variant, 'opened');
    const row = region(page, 'Variants')
      .getByRole('listitem')
      .filter({ hasText: variant.key === 'a' ? LONG : SHORT });
    await row.getByText(`${rate}, ${interval}`).waitFor();
  }
  return stats;
}

async function expectLinks(page: Page, read: Read): Promise<void> {
  const [link] = (await read('/clicked-links')).data;
  expect(link).to.include({ url: LINK, unique_clicks: CLICKED });
  await pressOn(page, 'Links', 'Shift+Tab');
  const name = `${LINK} ${link.unique_clicks} people ${link.clicks} clicks`;
  await page.getByRole('row', { name, exact: true }).waitFor();
}

async function chooseB(page: Page): Promise<void> {
  await pressOn(page, 'Choose B');
  await says(page, `${SENDABLE - TESTED} people outside the test group get it from now on.`);
  await page.getByRole('dialog').getByRole('button', { name: 'Choose B' }).click();
  await says(page, 'B won: a person chose it.');
  await hasFocus(page);
}

/** A draft for those who have not opened it, which is another campaign. */
async function followUp(tab: Tab, id: string, read: Read): Promise<void> {
  const { page } = tab;
  const { delivered, unique_opened, unsubscribed } = await read('/stats');
  await pressOn(page, 'Follow up', 'Shift+Tab');
  await says(page, 'Who gets the follow-up?');
  await inspectOpen(tab, 'campaign-follow-up');
  await page.keyboard.press('Tab');
  await tabTo(page, 'People who did not open it');
  await confirm(page, 'Create draft');
  await page.waitForURL((url) => url.pathname.endsWith('/edit') && !url.pathname.includes(id));
  const total = delivered - unique_opened;
  await region(page, 'Recipients')
    .getByText(`${total - unsubscribed} people get it of ${total}`)
    .waitFor();
}
