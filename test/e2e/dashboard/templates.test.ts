// Templates in the dashboard: one begins with a complete one, sees what people get, publishes it and sees what that changes;
// versions are compared and gone back to; what uses one is named when it is to be deleted.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { inspect, inspectOpen } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

const NAME = `<img src=x onerror="document.title=1"> ${'long '.repeat(40)}`.slice(0, 200).trim();

describe('Templates in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** A tab of a member, and a program of the same account. */
  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    const { accountId, token } = await createApiKey(app.pool);
    const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of 422/ });
    return { accountId, api: app.as(token), tab, page: tab.page };
  };

  it('begin with a complete one, are previewed, and published with what changes, by keyboard', async () => {
    const { accountId, api, tab, page } = await open();
    const { name: domain } = await createDomain(app.pool, accountId);
    await tab.open('/');
    await tab.settled();
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByText('Create your first template').waitFor();
    await tabTo(page, 'Receipt');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await focusOn(page, 'Name');
    expect(await dialog.getByLabel('Name').inputValue()).to.equal('Receipt');
    await tab.shoot('template-new');
    await page.keyboard.press('Enter');
    await page.waitForURL(/templates\/[\da-f-]{36}\/edit$/);
    const [id = ''] = /[\da-f-]{36}/.exec(page.url()) ?? [];
    await page.goBack();
    await page.getByRole('link', { name: 'Receipt' }).waitFor();
    expect(await dialog.count()).to.equal(0);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const mail = page.frameLocator('iframe[title="The mail"]').last();
    await mail.getByText('Price 2').waitFor();
    await inspect(tab, { name: 'template-draft', path: `/templates/${id}`, isLoaded: true });

    await tabTo(page, 'Publish');
    await page.keyboard.press('Enter');
    await dialog.getByText('Until now this template could not be sent.').waitFor();
    // The dialog has the focus; the last of its buttons is the act.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Receipt is published.').waitFor();
    await page.getByRole('article').getByText('Published', { exact: true }).waitFor();

    await api.patch(`/templates/${id}`).send({ subject: 'Paid: {{{ORDER_NUMBER}}}' }).expect(200);
    await page.getByRole('article').getByText('Changed since').waitFor();
    await page.getByRole('article').getByRole('button', { name: 'Publish' }).click();
    await dialog.getByText('New mail uses this version.').waitFor();
    await dialog.getByText('Paid: {{{ORDER_NUMBER}}}').waitFor();
    expect(await dialog.getByRole('table').count()).to.equal(1);
    await tab.shoot('template-publish');
    expect(await tab.findFaults()).to.deep.equal([]);
    await tab.expectNoSidewaysScroll('the question before publishing');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.waitFor({ state: 'detached' });

    // What is copied is a send that the API takes.
    await page.getByRole('button', { name: 'Copy a send as' }).click();
    await page.getByRole('menuitem', { name: 'Copy as CLI' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const body = JSON.parse(/^\{[\s\S]*^\}/m.exec(copied)?.[0] ?? '');
    expect(body).to.include({ from: `hello@${domain}` });
    const sent = await api.post('/emails').send(body).expect(200);
    const email = await api.get(`/emails/${sent.body.id}`).expect(200);
    expect(email.body).to.include({ subject: 'Paid: Order number', template_id: id });
  });

  it('say in place of a preview what publishing would refuse, and publish nothing then', async () => {
    const { accountId, tab, page } = await open();
    const fields = { html: '<p>{{ UNKNOWN }}</p>', isPublished: false };
    const { id } = await createTemplate(app.pool, accountId, fields);
    await tab.open(`/templates/${id}`);
    await page.getByText('This version has no preview').waitFor();
    await page
      .getByRole('alert')
      .getByText(/UNKNOWN/)
      .waitFor();
    await page.getByRole('article').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('dialog')
      .getByText(/UNKNOWN/)
      .waitFor();
    await tab.shoot('template-refused');
  });

  it('are compared with their versions, and gone back to with an undo', async () => {
    const { accountId, api, tab, page } = await open();
    const { id } = await createTemplate(app.pool, accountId, { subject: 'First' });
    await api.patch(`/templates/${id}`).send({ subject: 'Second', html: '<p>Second</p>' }).expect(200);
    await tab.open(`/templates/${id}`);
    await tabTo(page, 'Preview');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/versions$/);
    await inspect(tab, { name: 'template-versions', path: `/templates/${id}/versions`, isLoaded: true });
    await tabTo(page, 'Compare Published');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('cell', { name: 'Second', exact: true }).waitFor();
    expect(await dialog.getByRole('table').count()).to.equal(2);
    await inspectOpen(tab, 'template-compared');
    await page.setViewportSize({ width: 1280, height: 800 });
    await dialog.getByRole('button', { name: /Published/ }).click();
    await page.getByRole('option', { name: /^Draft/ }).click();
    await dialog.getByText('These versions are identical.').waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });

    await tabTo(page, 'Restore Published');
    await page.keyboard.press('Enter');
    await page.getByText('Draft replaced with that version.').waitFor();
    const rows = page.getByRole('article').getByRole('row');
    await rows.nth(3).waitFor();
    expect((await api.get(`/templates/${id}`)).body.subject).to.equal('First');
    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
    await rows.nth(4).waitFor();
    expect((await api.get(`/templates/${id}`)).body.subject).to.equal('Second');
    expect(tab.problems).to.deep.equal([]);
  });

  it('name the automation that uses them when they are to be deleted', async () => {
    const { accountId, api, tab, page } = await open();
    const { id } = await createTemplate(app.pool, accountId);
    const { id: domainId } = await createDomain(app.pool, accountId);
    const automation = await createAutomation(app.pool, accountId, {
      domainId,
      name: 'Greet people',
      steps: [{ key: 'mail', type: 'send_email', config: { template: { id, variables: {} } } as never }],
    });
    await tab.open(`/templates/${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete template' }).click();
    await dialog.getByText(/Greet people/).waitFor();
    await tab.shoot('template-in-use');
    await api.delete(`/automations/${automation.id}`).expect(200);
    await dialog.getByRole('button', { name: 'Delete template' }).click();
    await page.getByText('Template deleted.').waitFor();
    await page.getByText('Create your first template').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('are renamed, duplicated and found, whatever they are called', async () => {
    const { accountId, tab, page } = await open();
    const { id } = await createTemplate(app.pool, accountId, { alias: 'welcome' });
    await createTemplate(app.pool, accountId, { alias: 'other' });
    await tab.open(`/templates/${id}`);
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(NAME);
    await dialog.getByLabel('Alias').fill('other');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('Alias').and(page.locator('[aria-invalid=true]')).waitFor();
    await dialog.getByLabel('Alias').fill('');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: NAME }).waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.locator('h2:focus').waitFor();
    await inspect(tab, { name: 'template-hostile', path: '/templates?q=onerror', isLoaded: true });
    expect(await page.locator('[data-row-link]').count()).to.equal(2);
    await inspect(tab, { name: 'template-nothing', path: '/templates?q=x&status=draft', isLoaded: true });
    expect(tab.problems).to.deep.equal([]);
  });

  it('are read by a viewer, who changes nothing', async () => {
    const { accountId, tab, page } = await open('viewer');
    const { id } = await createTemplate(app.pool, accountId);
    await inspect(tab, { name: 'template-viewer', path: `/templates/${id}`, isLoaded: true });
    for (const name of ['New template', 'Publish', 'Duplicate', 'Rename', 'Delete'])
      expect(await page.getByRole('button', { name }).getAttribute('aria-disabled'), name).to.equal('true');
    await page.getByRole('link', { name: 'View source' }).waitFor();
    await page.frameLocator('iframe').last().getByText('Hello friend').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });
});
