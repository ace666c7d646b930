// The end of an account in the dashboard: asked for with the sign-in of an owner, said above every page, and taken back.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { codeOf, enableSecondFactor } from '../../api/auth/second-factor.ts';
import { useApp } from '../../support/api/app.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createMember, createSession, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { inspect, inspectOpen } from './inspect.ts';
import { useTabs } from './tab.ts';

const NAME = 'Acme & Co';
/** The step of a code: the one before counts once. */
const STEP_MS = 30_000;

describe('The end of an account in the dashboard', function () {
  this.timeout(120_000);
  const app = useApp();
  const { openTab } = useTabs(app);
  let operatorsId: string;
  before(async () => {
    operatorsId = (await createAccount(app.pool, { name: NAME })).id;
  });

  const begin = async () => {
    const { id: accountId } = await createAccount(app.pool, { name: NAME });
    return await signIn(app.pool, { accountId, role: 'owner', now: app.clock.now() });
  };
  const sectionOf = (page: Page) => page.getByRole('region', { name: 'Delete account' });
  const barOf = (page: Page) =>
    page.getByRole('status').filter({ hasText: 'This account will be deleted on' });
  const ask = async (page: Page) => {
    await sectionOf(page).getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete this account?' });
    await dialog.getByRole('textbox', { name: `Type ${NAME} to confirm` }).fill(NAME);
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    return { dialog, submit: dialog.getByRole('button', { name: 'Delete account' }) };
  };

  it('needs its name, the password and a code, and is kept by a press above any page', async () => {
    const { secret, session } = await enableSecondFactor(app, await begin());
    app.clock.advance(STEP_MS);
    const tab = await openTab({ session, expected: /status of 4(03|22)/ });
    const { page } = tab;
    await tab.open('/settings');
    const { dialog, submit } = await ask(page);
    await inspectOpen(tab, 'delete-account');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('textbox', { name: `Type ${NAME} to confirm` }).fill('Acme');
    await submit.press('Enter');
    await page.getByRole('tooltip', { name: `Type ${NAME} first.` }).waitFor();
    await dialog.getByRole('textbox', { name: `Type ${NAME} to confirm` }).fill(NAME);
    await dialog.getByRole('textbox', { name: 'Code' }).fill('no-such-code');
    await submit.click();
    await dialog.getByRole('alert').getByText('The address, the password or the code is wrong.').waitFor();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, app));
    await submit.click();
    await dialog.waitFor({ state: 'detached' });
    await barOf(page).waitFor();
    await sectionOf(page)
      .getByText(/^to be deleted on \d+ \w+, \d\d:\d\d$/i)
      .waitFor();
    for (const path of ['/emails', '/settings'])
      await inspect(tab, { name: `to-be-deleted-${path.slice(1)}`, path });
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('heading', { level: 1, name: 'Suppressions' }).waitFor();
    await barOf(page).getByRole('button', { name: 'Keep account' }).click();
    await page.getByText('The account is kept. Pending work resumes.').waitFor();
    await barOf(page).waitFor({ state: 'detached' });
    const { body } = await app.asPerson(session).get('/account');
    expect(body.suspension).to.equal(null);
    expect(tab.problems).to.deep.equal([]);
  });

  it('is asked for without a code by a person who has no second factor, and kept in the settings', async () => {
    const session = await begin();
    const tab = await openTab({ session });
    const { page } = tab;
    await tab.open('/settings');
    const { dialog } = await ask(page);
    expect(await dialog.getByRole('textbox', { name: 'Code' }).count()).to.equal(0);
    await page.keyboard.press('Enter');
    await barOf(page).waitFor();
    await sectionOf(page).getByRole('button', { name: 'Keep account' }).click();
    await barOf(page).waitFor({ state: 'detached' });
    await sectionOf(page).getByRole('button', { name: 'Delete account' }).waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('is neither asked for nor taken back by others than owners, who read who may', async () => {
    const owner = await begin();
    const { accountId } = owner;
    const now = app.clock.now();
    const { personId } = await createMember(app.pool, { accountId, role: 'admin' });
    const tab = await openTab({ session: await createSession(app.pool, { personId, accountId, now }) });
    const { page } = tab;
    await tab.open('/settings');
    const refused = page.getByRole('tooltip', { name: 'Owners can do this. Your role is admin.' });
    await sectionOf(page).getByRole('button', { name: 'Delete account' }).press('Enter');
    await refused.waitFor();
    expect(await page.getByRole('alertdialog').count()).to.equal(0);
    await app.asPerson(owner).delete('/account').send({ password: PASSWORD });
    await barOf(page).getByRole('button', { name: 'Keep account' }).press('Enter');
    await refused.waitFor();
    const { body } = await app.asPerson(owner).get('/account');
    expect(body.suspension.cause).to.equal('deletion');
    expect(tab.problems).to.deep.equal([]);
  });

  it('is refused to the account of the operator, with the reason', async () => {
    const session = await signIn(app.pool, { accountId: operatorsId, role: 'owner', now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of 422/ });
    await tab.open('/settings');
    const { dialog, submit } = await ask(tab.page);
    await submit.click();
    await dialog.getByRole('alert').getByText('It cannot be deleted.').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });
});
