// Forms and dialogs: what is sent is sent once, what is shown once is not lost by a slip, and what a colleague has done
// at the same time stays.
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createEmail, createWebhook } from '../../support/factories/factories.ts';
import { createLog } from '../../support/factories/log-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { type TabOptions, useTabs } from './tab.ts';

/** How long a slow API takes. */
const SLOW_MS = 1_000;
/** Two presses of a key. */
const TWICE_MS = 150;
const ONCE = 'This is shown only once';
const ELEMENTS_MAX = 1_500;
/** A busy one is disabled too. */
const REFUSED_BUTTON = 'button[aria-disabled=true]:not([aria-busy])';

describe('Forms and dialogs of the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  let owner: Awaited<ReturnType<typeof signIn>>;
  let accountId: string;
  before(async () => {
    owner = await signIn(app.pool, { now: app.clock.now() });
    accountId = owner.accountId;
  });

  /** A tab; by default of the owner. */
  const open = async (path: string, options: TabOptions = {}) => {
    const tab = await openTab({ session: owner, ...options });
    await tab.open(path);
    const posts = () => tab.requests.filter((request) => request.startsWith('POST'));
    return { ...tab, posts, dialog: tab.page.getByRole('dialog') };
  };
  const twice = async (field: Locator) => {
    await field.press('Enter');
    await field.page().waitForTimeout(TWICE_MS);
    await field.press('Enter');
  };

  it('send an invitation once, however often Enter is pressed', async () => {
    const { page, dialog, posts, problems } = await open('/settings/members?invite=yes');
    await answerLate(page, /\/invitations$/);
    await dialog.getByRole('textbox').first().fill('two@acme.dev');
    await twice(dialog.getByRole('textbox').first());
    await page.getByText('Invitation sent').waitFor();
    expect(posts()).to.deep.equal(['POST /invitations']);
    expect(problems).to.deep.equal([]);
  });

  it('send once also when Enter comes twice before anything is drawn', async () => {
    const { page, dialog, posts } = await open('/suppressions?create=yes');
    await dialog.getByRole('textbox').fill('ana@customer.dev');
    await page.evaluate(`{
      const form = document.querySelector('[role=dialog] form');
      form.requestSubmit();
      form.requestSubmit();
    }`);
    await page.getByText('The address is now suppressed').waitFor();
    expect(posts()).to.deep.equal(['POST /suppressions/batch/add']);
  });

  it('send nothing by Enter that the role does not allow any more, and say why', async () => {
    const session = await signIn(app.pool, { accountId, role: 'member', now: app.clock.now() });
    const { id } = await createEmail(app.pool, accountId, { status: 'pending' });
    await app.pool.query("UPDATE emails SET scheduled_at = now() + interval '1 day' WHERE id = $1", [id]);
    const { page, requests } = await open(`/emails/${id}`, { session, expected: /status of 403/ });
    await page.getByRole('button', { name: 'Reschedule' }).click();
    const field = page.getByRole('textbox', { name: 'New time' });
    await field.fill('tomorrow');
    await app.pool.query("UPDATE members SET role = 'viewer' WHERE id = $1", [session.memberId]);
    await field.press('Enter');
    await page.locator(`[role=dialog] ${REFUSED_BUTTON}`, { hasText: 'Reschedule' }).waitFor();
    await field.press('Enter');
    const reason = page.getByText('Members, admins and owners can do this. Your role is viewer.');
    await reason.filter({ visible: true }).first().waitFor();
    // None, if the page has heard of the role before it was pressed.
    expect(requests.filter((request) => request.startsWith('PATCH'))).to.have.length.at.most(1);
  });

  it('keep a new key in sight until it is stored, whatever is pressed', async () => {
    const { page, dialog, problems } = await open('/');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await dialog.getByRole('textbox').first().fill('Shop');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText(ONCE).waitFor();
    const key = await dialog.locator('code').first().textContent();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(TWICE_MS);
    expect(await page.getByRole('combobox').count()).to.equal(0);
    await page.goBack();
    await page.waitForURL(/\/app\/?$/);
    expect(await dialog.locator('code').first().textContent()).to.equal(key);
    await page.goForward();
    await page.waitForURL(/api-keys/);
    expect(await dialog.locator('code').first().textContent()).to.equal(key);
    const asks = page.waitForEvent('dialog');
    void page.reload().catch(() => {});
    const question = await asks;
    expect(question.type()).to.equal('beforeunload');
    await question.dismiss();
    await page.getByRole('button', { name: 'I have stored the key' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(problems).to.deep.equal([]);
  });

  it('keep a new signing secret that arrives after one has gone on', async () => {
    const { page, dialog } = await open('/');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await answerLate(page, /\/webhooks$/, late);
    await dialog.getByRole('textbox').first().fill('https://acme.dev/hooks');
    await dialog.getByRole('textbox').first().press('Enter');
    await dialog.locator('button[aria-busy=true]').waitFor();
    await page.keyboard.press('Escape');
    expect(await dialog.count()).to.equal(1);
    await page.goBack();
    answer();
    await page.getByText(ONCE).waitFor();
  });

  it('keep the secret of a rotation in sight on every page', async () => {
    const { id } = await createWebhook(app.pool, accountId);
    const { page } = await open('/');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.locator(`a[href$="${id}"]`).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText(ONCE).waitFor();
    await page.goBack();
    await page.goBack();
    await page.waitForURL(/\/app\/?$/);
    expect(await page.getByText(ONCE).count()).to.equal(1);
  });

  it('copy calls where the browser has no clipboard for pages, as on plain http', async () => {
    const { page } = await open('/emails', { isFresh: true });
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy this list as' }).click();
    await page.getByRole('menuitem', { name: 'Copy as curl' }).click();
    await page.getByText('Copied.').waitFor();
    const field = page.getByRole('searchbox').first();
    await field.focus();
    await page.keyboard.press('Control+v');
    expect(await field.inputValue()).to.match(/^curl /);
  });

  it('change of a webhook only what was changed in the form', async () => {
    const { id } = await createWebhook(app.pool, accountId, { events: ['email.delivered'] });
    const { page, dialog, problems } = await open(`/webhooks/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByRole('textbox').first().fill('https://acme.dev/other');
    await app.pool.query("UPDATE webhooks SET events = '{email.bounced}' WHERE id = $1", [id]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { rows } = await app.pool.query('SELECT endpoint_url, events FROM webhooks WHERE id = $1', [id]);
    expect(rows).to.deep.equal([{ endpoint_url: 'https://acme.dev/other', events: ['email.bounced'] }]);
    expect(problems).to.deep.equal([]);
  });

  it('open every link of a mail in a new tab, whatever target it names', async () => {
    const { id } = await createEmail(app.pool, accountId, { subject: 'Links' });
    const html = `<p>Here</p><a target="_self" rel="opener" href="${app.url}/app/sign-in">go</a>`;
    await app.pool.query('UPDATE email_contents SET html = $2 WHERE id = $1', [id, html]);
    const { page, context } = await open(`/emails/${id}`);
    const opened = context.waitForEvent('page');
    await page.frameLocator('iframe').getByRole('link', { name: 'go' }).click();
    const tab = await opened;
    await tab.waitForURL(/sign-in|\/app/);
    expect(await tab.evaluate('opener === null')).to.equal(true);
    expect(await page.frameLocator('iframe').getByText('Here').count()).to.equal(1);
  });

  it('show HTML as one types it, in a frame that the Back button does not lead through', async () => {
    // The browser says what it does not do for the document.
    const expected =
      /directive: "img-src data:"|frame is sandboxed and the 'allow-scripts'|BLOCKED_BY_RESPONSE/;
    const { page, problems } = await open('/gallery', { expected });
    const frame = page.locator('iframe[aria-hidden="false"]');
    await frame.contentFrame().getByRole('heading', { name: 'Hello Ana' }).waitFor();
    const entries = await page.evaluate<number>('history.length');
    await page.getByLabel('HTML to show').fill(`<h1>Grüße</h1><img src="${app.url}/favicon.ico?typed">`);
    await frame.contentFrame().getByRole('heading', { name: 'Grüße' }).waitFor();
    const asked = page.waitForRequest(/favicon\.ico\?typed/);
    await page.getByRole('button', { name: 'Load remote images' }).click();
    await asked;
    await page.locator('iframe').nth(1).waitFor({ state: 'detached' });
    await page.getByText('Phone', { exact: true }).click();
    expect((await frame.boundingBox())?.width).to.equal(375);
    expect(await page.evaluate<number>('history.length')).to.equal(entries);
    await page.context().clearCookies();
    await page.reload();
    await page.getByText('Sign in to see this document.').waitFor();
    expect(problems).to.deep.equal([]);
  });

  it('give the focus to the title of the page when a dialog that a link opened is closed', async () => {
    const { page, dialog } = await open('/api-keys?create=yes');
    // Its code comes later than the page.
    const focused = page.locator('[role=dialog]:focus-within');
    await focused.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
    await page.getByRole('button', { name: 'Create API key' }).click();
    await focused.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Create API key' }).waitFor();
  });

  it('give the focus to the title of the page when a step has taken the place of the one that had it', async () => {
    const { page, open: openSignedOut } = await openTab({ isFresh: true });
    await openSignedOut('/sign-in/forgot');
    await page.getByLabel('Email address').fill('bo@acme.dev');
    await page.keyboard.press('Enter');
    await page.getByText('Check your inbox', { exact: true }).first().waitFor();
    await page.locator('h1:focus').waitFor();
    await page.getByRole('button', { name: 'Send another link' }).press('Enter');
    await page.locator('input:focus').waitFor();
  });

  it('show two long bodies of a log with few elements', async () => {
    const answer = { data: Array.from({ length: 500 }, (_, at) => ({ at, to: `a${at}@b.dev`, is: true })) };
    const { id } = await createLog(app.pool, accountId, {
      requestBody: answer,
      responseBody: answer,
    });
    for (let at = 0; at < 50; at += 1) await createLog(app.pool, accountId, {});
    const { page } = await open(`/logs/${id}`);
    await page
      .getByRole('button', { name: /Show all [\d,]+ lines/ })
      .first()
      .waitFor();
    expect(await page.locator('body *').count()).to.be.below(ELEMENTS_MAX);
  });
});

/** @param late what the answers to changes wait for */
async function answerLate(page: Page, url: RegExp, late?: Promise<void>): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await (late ?? setTimeout(SLOW_MS));
    await route.continue();
  });
}
