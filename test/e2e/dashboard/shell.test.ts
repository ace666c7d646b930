// What surrounds the pages: the rail with more pages than there are yet, the palette, the list of keys, and how wide what
// lies over a page may be.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createContact, createSegment, createTopic } from '../../support/factories/contact-factories.ts';
import {
  createApiKey,
  createDomain,
  createEmail,
  createSuppression,
  createWebhook,
} from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { listenToTabs } from './stream.ts';
import { type Tab, useTabs } from './tab.ts';

const DIALOG_MAX = 560;
const GROUPS =
  'Everywhere,In lists,On a domain,In a template,In a campaign,In an automation,Send,People,Develop,Account';
/** Pages and headings of the rail when every page is there: overview, then five groups with four headings. */
const RAIL = [1, 4, 5, 4, 4];
const ADDRESS = 'fay@factory.dev';

/** Fills the rail with copies of its links. */
const FILL_RAIL = `{
  const groups = document.querySelector('nav [class*=pages]');
  const link = groups.querySelector('li:not(:has([aria-current]))');
  for (const [at, count] of ${JSON.stringify(RAIL)}.entries()) {
    const group = groups.children[at] ?? groups.appendChild(groups.querySelector('p').parentElement.cloneNode(true));
    const list = group.querySelector('ul');
    while (list.children.length > count) list.lastChild.remove();
    while (list.children.length < count) list.append(link.cloneNode(true));
  }
}`;

/** The part of the rail that scrolls: how much of it is out of sight, and whether what is around it is in sight. */
const readRail = (page: Page) =>
  page.evaluate<{ entries: number; hidden: number; isHeadSeen: boolean; isFootSeen: boolean }>(`(() => {
    const nav = document.querySelector('nav[aria-label=Pages]');
    const pages = nav.querySelector('[class*=pages]');
    const isSeen = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    return {
      entries: pages.querySelectorAll('a').length,
      hidden: pages.scrollHeight - pages.clientHeight,
      isHeadSeen: isSeen(nav.querySelector('button')),
      isFootSeen: isSeen(nav.querySelector('[aria-haspopup]')),
    };
  })()`);

/** The number of columns. */
const columnsOf = async (each: Locator) => {
  const boxes = await Promise.all((await each.all()).map((one) => one.boundingBox()));
  return new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size;
};

describe('What surrounds the pages of the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  let session: Awaited<ReturnType<typeof signIn>>;
  let key: { id: string };
  let email: { id: string };
  before(async () => {
    session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const { id: domainId } = await createDomain(app.pool, accountId, { name: 'mail.factory.dev' });
    await createTemplate(app.pool, accountId, { alias: 'welcome' });
    await createCampaign(app.pool, accountId, { status: 'draft' });
    await createAutomation(app.pool, accountId, { domainId });
    await createSegment(app.pool, accountId);
    await createTopic(app.pool, accountId);
    await createContact(app.pool, { accountId, email: ADDRESS, firstName: 'Fay' });
    await createWebhook(app.pool, accountId, { endpointUrl: 'https://hooks.factory.dev/mail' });
    key = await createApiKey(app.pool, { accountId, name: 'Factory key' });
    await createSuppression(app.pool, accountId, ADDRESS);
    for (let at = 0; at < 7; at += 1)
      email = await createEmail(app.pool, accountId, {
        domainId,
        subject: `Factory order ${at}`,
        status: 'delivered',
      });
  });

  const openPalette = async ({ page, open }: Tab, typed = '') => {
    await open('/emails');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(typed);
  };
  const widthOf = async (what: Locator) => (await what.boundingBox())?.width ?? Infinity;

  it('is a rail with room for 18 pages at 800 px, which scrolls below that between its head and its foot', async () => {
    const tab = await openTab({ session });
    const { page, open, problems } = tab;
    await open('/settings');
    await page.getByRole('link', { name: 'Work' }).waitFor();
    await page.evaluate(FILL_RAIL);
    await tab.shoot('rail-18-light-1280');
    expect(await readRail(page)).to.deep.equal({
      entries: 18,
      hidden: 0,
      isHeadSeen: true,
      isFootSeen: true,
    });
    expect(await tab.findFaults()).to.deep.equal([]);
    for (const [width, height] of [
      [1280, 560],
      [375, 667],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: 'dark' });
      if (width < 760) await page.getByRole('button', { name: 'Pages' }).click();
      const { hidden, ...seen } = await readRail(page);
      expect(hidden, `${width}`).to.be.above(0);
      expect(seen, `${width}`).to.deep.equal({ entries: 18, isHeadSeen: true, isFootSeen: true });
      const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('link').last();
      await last.scrollIntoViewIfNeeded();
      await tab.shoot(`rail-18-dark-${width}`);
      expect((await last.boundingBox())?.y, `${width}`).to.be.below(height);
    }
    expect(problems).to.deep.equal([]);
  });

  it('shows the work of the service to people who run it, whom it asks for once, and to no others', async () => {
    const work = ({ page }: Tab) => page.getByRole('navigation').getByRole('link', { name: 'Work' });
    const asked = ({ requests }: Tab) => requests.filter((request) => request === 'GET /app/work');
    // The oldest account is the operator's.
    const tab = await openTab({ session, isFresh: true });
    await tab.open('/emails');
    await work(tab).waitFor();
    await tab.page.getByRole('link', { name: 'Logs' }).click();
    await tab.page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    expect(asked(tab)).to.have.length(1);
    await tab.page.keyboard.press('g');
    await tab.page.keyboard.press('x');
    await tab.page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
    expect(tab.problems).to.deep.equal([]);
    const other = await openTab({ session: await signIn(app.pool, { now: app.clock.now() }) });
    const answer = other.page.waitForResponse(/\/app\/work$/);
    await other.open('/emails');
    await answer;
    await openPalette(other, 'wor');
    await other.page.getByText('No results.').waitFor();
    expect(await work(other).count()).to.equal(0);
    expect(other.problems).to.deep.equal([]);
  });

  it('is a palette that finds records of every kind by name, and opens one', async () => {
    const tab = await openTab({ session });
    const { page, problems } = tab;
    await openPalette(tab, 'factory');
    const groups = page.getByRole('listbox').getByRole('group');
    await groups.nth(9).waitFor();
    await tab.shoot('palette-found-light-1280');
    const names = (await groups.all()).map((group) => group.getAttribute('aria-label'));
    expect((await Promise.all(names)).join(', ')).to.equal(
      'Contacts, Templates, Campaigns, Automations, Segments, Topics, Domains, Webhooks, API keys, Emails',
    );
    expect(await page.getByRole('group', { name: 'Emails' }).getByRole('option').count()).to.equal(5);
    expect(await tab.findFaults()).to.deep.equal([]);
    await page.getByRole('option', { name: 'https://hooks.factory.dev/mail' }).click();
    await page.waitForURL(/\/app\/webhooks\/[\w-]{36}$/);
    await openPalette(tab, 'factory aut');
    await page.getByRole('option', { name: 'Factory automation' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/automations\/[\w-]{36}$/);
    await openPalette(tab, ADDRESS);
    await page.getByRole('group', { name: 'Contacts' }).getByRole('option', { name: ADDRESS }).waitFor();
    await page.getByRole('group', { name: 'Suppressions' }).getByRole('option', { name: ADDRESS }).click();
    await page.waitForURL(/\/app\/suppressions\/[\w-]{36}$/);
    expect(problems).to.deep.equal([]);
  });

  it('ends what it asked for the text before, and keeps what other kinds have found when one fails', async () => {
    const tab = await openTab({ session, isFresh: true, expected: /net::ERR_FAILED/ });
    await openPalette(tab);
    const { page, problems, requests } = tab;
    await (await listenToTabs(page, session))('open', 'beat');
    await page.route(/\/emails\?limit=5&q=fac$/, () => {});
    await page.route(/\/segments\?/, (route) => route.abort());
    const asked = page.waitForRequest(/q=fac$/);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('q=fac'));
    // Each text is one event: on a slow machine a pause between two letters would ask as well.
    await page.getByRole('combobox').fill('fac');
    await asked;
    await page.getByRole('combobox').fill('factory');
    await ended;
    await page.getByRole('group', { name: 'Emails' }).waitFor();
    await page.getByText('Could not search Segments.').waitFor();
    await page.getByRole('option', { name: 'Factory template' }).waitFor();
    const texts = requests.filter((request) => /^GET \/emails\?limit=5&/.test(request));
    expect(texts).to.deep.equal(['GET /emails?limit=5&q=fac', 'GET /emails?limit=5&q=factory']);
    // What is compared here is read once, unless it changes.
    expect(requests.filter((request) => request.startsWith('GET /topics'))).to.have.length(1);
    expect(problems).to.deep.equal([]);
  });

  it('shows pages and actions in groups, in two columns or one, and why a role may not do something', async () => {
    const { accountId } = session;
    const viewer = await signIn(app.pool, { accountId, role: 'viewer', now: app.clock.now() });
    const tab = await openTab({ session: viewer });
    const { page, problems } = tab;
    await openPalette(tab);
    const groups = page.getByRole('listbox').getByRole('group');
    await page.getByRole('group', { name: 'Actions' }).waitFor();
    await tab.shoot('palette-light-1280');
    expect(await columnsOf(groups)).to.equal(2);
    expect(await widthOf(page.getByRole('dialog'))).to.be.at.most(DIALOG_MAX);
    expect(await tab.findFaults()).to.deep.equal([]);
    await page.keyboard.type('invite');
    await page.getByRole('option', { name: 'Invite member', disabled: true }).waitFor();
    await page.getByRole('status').getByText('Admins and owners can do this. Your role is viewer.').waitFor();
    await page.keyboard.press('Enter');
    expect(page.url()).to.match(/\/app\/emails$/);
    await page.getByRole('combobox').fill('');
    await page.setViewportSize({ width: 375, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await tab.shoot('palette-dark-375');
    expect(await columnsOf(groups)).to.equal(1);
    expect(await tab.findFaults()).to.deep.equal([]);
    await tab.expectNoSidewaysScroll('the palette');
    expect(problems).to.deep.equal([]);
  });

  it('lists the keys in groups, in two columns or one, with those of every page', async () => {
    const tab = await openTab({ session });
    const { page, open, problems } = tab;
    await open('/emails');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const groups = dialog.locator('section');
    await groups.first().waitFor();
    await tab.shoot('help-light-1280');
    expect(await columnsOf(groups)).to.equal(2);
    expect(await widthOf(dialog)).to.be.at.most(DIALOG_MAX);
    expect((await dialog.getByRole('heading', { level: 3 }).allTextContents()).join()).to.equal(GROUPS);
    const rail = page.getByRole('navigation', { name: 'Pages', includeHidden: true });
    const pages = await rail.locator('li').allTextContents();
    expect(await dialog.locator('dd').allTextContents()).to.include.members(pages);
    expect(await tab.findFaults()).to.deep.equal([]);
    await page.setViewportSize({ width: 375, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await tab.shoot('help-dark-375');
    expect(await columnsOf(groups)).to.equal(1);
    expect(await tab.findFaults()).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });

  it('opens no dialog that is wider than 560 px', async () => {
    const tab = await openTab({ session });
    const { page, open, problems } = tab;
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    const expectNarrow = async (name: string) => {
      await dialog.getByRole('heading', { level: 2 }).waitFor();
      await tab.settled();
      await tab.shoot(`dialog-${name}-light-1280`);
      expect(await widthOf(dialog), name).to.be.at.most(DIALOG_MAX);
      const isCut = await page.evaluate(`[...document.querySelectorAll('[role*=dialog] [class*=body]')].some(
        (each) => each.scrollWidth > each.clientWidth)`);
      expect(isCut, `${name} scrolls sideways`).to.equal(false);
    };
    for (const [name, path] of Object.entries({
      compose: '/emails?compose=yes',
      simulator: '/emails?compose=simulator',
      'send-again': `/emails?compose=${email.id}`,
      'create-key': '/api-keys?create=yes',
      'add-webhook': '/webhooks?create=yes',
      suppress: '/suppressions?create=yes',
      invite: '/settings/members?invite=yes',
    })) {
      await open(path);
      await expectNarrow(name);
    }
    await open(`/api-keys/${key.id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await expectNarrow('edit-key');
    await open('/api-keys?create=yes');
    await page.getByRole('dialog').getByRole('textbox').first().fill('Shop');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'I have stored the key' }).waitFor();
    await expectNarrow('new-key');
    await page.getByRole('button', { name: 'I have stored the key' }).click();
    await open('/webhooks?create=yes');
    await page.getByRole('dialog').getByRole('textbox').first().fill('https://hooks.acme.dev/other');
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
    await page.getByRole('button', { name: 'I have stored the secret' }).waitFor();
    await expectNarrow('signing-secret');
    expect(problems).to.deep.equal([]);
  });
});
