// An automation from its first step to its numbers, by keyboard alone, with real processes and a real mail server: it is built,
// tried on both of its ways, turned on, started by real events, and its page shows what the API counts.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import supertest from 'supertest';
import { stepNumbers } from '../../../dashboard/resources/automations/record/steps/step-numbers.ts';
import { type Product, prepareProduct } from '../../flows/support/product.ts';
import { USER_AGENT } from '../../support/api/app.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { readMails } from './campaign-mail.ts';
import { inspectOpen } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

const LARGE = 'Thank you, great order';
const SMALL = 'It is on its way';
const TOTAL = 'wait_events.order.paid.total';

describe('An automation in the dashboard', function () {
  this.timeout(120_000);
  let product: Product;
  const database = useDatabase();
  const { openTab } = useTabs({
    get url() {
      return product.url;
    },
  });
  before(async () => {
    product = await prepareProduct({ databaseUrl: database.url });
    const own = { PUBLIC_URL: product.url };
    await Promise.all([
      product.startApi(own),
      product.startWorker(['send', 'automation', 'webhook', 'schedule'], [], own),
    ]);
  });
  after(() => product?.stop());

  it('goes from its first step to its numbers by keyboard alone, and they are those of the API', async () => {
    const { api, domain, session } = await createAccount();
    const tab = await openTab({ session });
    const { page } = tab;
    await tab.load('/automations?create=yes');
    const id = await begin(page);
    await build(page);
    // biome-ignore lint/suspicious/noExplicitAny: the objects of the API, which the test reads by their documented names.
    const read = async (below = ''): Promise<any> =>
      (await api.get(`/automations/${id}${below}`).expect(200)).body;
    await page.getByText(/^Saved /).waitFor();
    expect((await read()).steps.map(({ key }: { key: string }) => key)).to.deep.equal([
      'trigger',
      'wait_for_event',
      'condition',
      'send_email',
      'send_email_2',
    ]);
    await tryBoth(page);
    await tab.settled();
    await inspectOpen(tab, 'automation-tried');
    await page.setViewportSize({ width: 1280, height: 800 });
    await turnOn(page);
    await eventually('it is on', async () => (await read()).status === 'enabled');
    const send = (email: string, event: string, payload: object) =>
      api.post('/events/send').send({ event, domain, email, payload }).expect(202);
    for (const email of ['ada@customer.dev', 'bo@customer.dev']) await send(email, 'user.signed_up', {});
    await eventually('both wait', async () => (await read('/stats')).runs.running === 2);
    await send('ada@customer.dev', 'order.paid', { total: 200 });
    await send('bo@customer.dev', 'order.paid', { total: 5 });
    await eventually('both runs have ended', async () => (await read('/stats')).runs.completed === 2);
    await eventually('both mails are there', () => product.sink.count() === 2);
    const mails = await readMails(product.sink);
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject]).sort()).to.deep.equal([
      ['ada@customer.dev', LARGE],
      ['bo@customer.dev', SMALL],
    ]);
    await expectNumbers(page, id, read);
    expect(tab.problems).to.deep.equal([]);
  });

  async function createAccount() {
    const { pool } = database;
    const { accountId, token } = await createApiKey(pool);
    const { name } = await createDomain(pool, accountId, { isDefault: true });
    for (const subject of [LARGE, SMALL])
      await createTemplate(pool, accountId, { name: subject, subject, from: `Ana <ana@${name}>` });
    const api = supertest
      .agent(product.url)
      .set({ 'user-agent': USER_AGENT, authorization: `Bearer ${token}` });
    return { api, domain: name, session: await signIn(pool, { accountId }) };
  }
});

/** @returns the id of the automation */
async function begin(page: Page): Promise<string> {
  const { keyboard } = page;
  await focusOn(page, 'Name');
  await page.getByRole('combobox', { name: 'Domain' }).waitFor();
  await keyboard.type('Thanks');
  await tabTo(page, 'Event');
  await typeOption(page, 'user.signed_up');
  await tabTo(page, 'Create automation');
  await keyboard.press('Enter');
  await page.waitForURL(/\/automations\/[\da-f-]{36}\/edit$/);
  await page.getByRole('button', { name: /^Start with user\.signed_up/ }).waitFor();
  return /automations\/([^/]+)/.exec(page.url())?.[1] ?? '';
}

/** Wait for an event, then ask about it, then one of two mails. */
async function build(page: Page): Promise<void> {
  const { keyboard } = page;
  await tabTo(page, 'Start with user.signed_up');
  await keyboard.press('a');
  await choose(page, 'Wait for an event');
  await boxHasFocus(page, 'wait_for_event');
  await keyboard.press('Enter');
  await focusOn(page, 'Event');
  await typeOption(page, 'order.paid');
  await tabTo(page, 'At most');
  await keyboard.type('3 days');
  await keyboard.press('Escape');
  await boxHasFocus(page, 'wait_for_event');
  // The first of its ways is the one of the event.
  await keyboard.press('a');
  await choose(page, 'Check a condition');
  await boxHasFocus(page, 'condition');
  await keyboard.press('Enter');
  await tabTo(page, 'Add a rule');
  await keyboard.press('Enter');
  await focusOn(page, 'Field');
  await typeOption(page, TOTAL);
  await keyboard.press('Tab');
  await tabTo(page, 'Condition');
  await keyboard.press('Enter');
  await page.getByRole('option', { name: 'is more than', exact: true }).press('Enter');
  await tabTo(page, 'Value type');
  await keyboard.press('Enter');
  await page.getByRole('option', { name: 'Number', exact: true }).press('Enter');
  await tabTo(page, 'Number');
  await keyboard.type('100');
  await page.getByRole('button', { name: new RegExp(`^If ${TOTAL} is more than 100`) }).waitFor();
  await keyboard.press('Escape');
  await boxHasFocus(page, 'condition');
  await keyboard.press('a');
  await mail(page, 'send_email', LARGE);
  await keyboard.press('ArrowUp');
  await boxHasFocus(page, 'condition');
  await tabTo(page, `Add after “If ${TOTAL} is more than 100”, if not`);
  await keyboard.press('Enter');
  await mail(page, 'send_email_2', SMALL);
}

/** In the menu of a `+`: a mail, with its template. */
async function mail(page: Page, key: string, template: string): Promise<void> {
  await choose(page, 'Send an email');
  await boxHasFocus(page, key);
  await page.keyboard.press('Enter');
  await focusOn(page, 'Template');
  await page.keyboard.type(template);
  await page.getByRole('option', { name: template, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^Send the template “${template}”`) }).waitFor();
  await page.keyboard.press('Escape');
  await boxHasFocus(page, key);
}

async function tryBoth(page: Page): Promise<void> {
  const { keyboard } = page;
  await keyboard.press('s');
  await page.getByRole('button', { name: 'Try it', exact: true }).waitFor();
  await tabTo(page, 'Add an event');
  await keyboard.press('Enter');
  await page.getByLabel('Payload of this event').waitFor();
  await tabTo(page, 'Payload of this event', 'Shift+Tab');
  await keyboard.insertText('{"total": 200}');
  await tried(page, LARGE);
  await tabTo(page, 'Payload of this event', 'Shift+Tab');
  await keyboard.press('Control+a');
  await keyboard.insertText('{"total": 5}');
  await tried(page, SMALL);
}

async function tried(page: Page, subject: string): Promise<void> {
  await tabTo(page, 'Try it');
  await page.keyboard.press('Enter');
  const outcome = page.getByRole('region', { name: 'What would happen' });
  await outcome.getByText('The run ends after 1 h, with 1 email.').waitFor();
  await outcome.getByText(`${subject} from`).waitFor();
  await tabTo(page, 'Show the mail of');
  await page.keyboard.press('Enter');
  await outcome.getByTitle('The mail').waitFor();
}

async function turnOn(page: Page): Promise<void> {
  await tabTo(page, 'Turn on', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('From now on the trigger starts runs.').waitFor();
  await page.keyboard.press('Tab');
  await tabTo(page, 'Turn on automation');
  await page.keyboard.press('Enter');
  await page.getByText('Automation turned on.').waitFor();
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
async function expectNumbers(page: Page, id: string, read: (below: string) => Promise<any>): Promise<void> {
  await tabTo(page, 'Automation', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/automations\/[\da-f-]{36}$/);
  const stats = await read('/stats');
  expect(stats.steps).to.have.length(4);
  for (const step of stats.steps) {
    const line = page.getByRole('listitem').filter({ has: page.getByText(step.key, { exact: true }) });
    for (const { words } of stepNumbers(id, step, '')) await line.getByText(words, { exact: true }).waitFor();
  }
}

/** The option of a menu. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('menuitem', { name, exact: true }).press('Enter');
}

/** Types what no list has. */
async function typeOption(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await page
    .getByRole('option', { name: text, exact: true })
    .or(page.getByText(`“${text}”`))
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
}

async function boxHasFocus(page: Page, key: string): Promise<void> {
  await page.locator(`[data-step="${key}"]:focus`).waitFor();
}
