// The list of automations in the dashboard: what starts each and how its runs do, how one begins, who may do what; and failed runs
// on the overview.
import { expect } from 'chai';
import { createRunner, mailOf, pauseStep } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { inspect, inspectOpen } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

/** As long as a page may take to show what has changed. */
const LIVE_MS = 3_000;
const RECORD = /automations\/[\da-f-]{36}$/;
const EDITOR = /automations\/[\da-f-]{36}\/edit$/;

describe('Automations in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  const runner = useEach(() => createRunner(app));
  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    const session = await signIn(app.pool, { accountId: runner.accountId, role, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of (?:404|422)/ });
    return { tab, page: tab.page };
  };

  it('are listed with what starts them and how their runs do, and found by name, state and failed runs', async () => {
    // An event may have any name.
    const asked = { name: 'Reset password', trigger: 'constructor' };
    const failing = await runner.automation([mailOf('none')], asked);
    await runner.run(failing);
    await runner.run(failing);
    const welcome = await runner.automation([pauseStep('pause')], { name: 'Welcome' });
    const { id: contactId } = await createContact(app.pool, { accountId: runner.accountId });
    await runner.run(welcome);
    await runner.run(welcome, { contactId });
    await runner.automation(undefined, { name: 'Old', status: 'disabled', trigger: 'segment.left' });
    const { tab, page } = await open();
    await inspect(tab, { name: 'automations', path: '/automations' });
    const cells = async (name: string) => {
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name }) });
      await row.waitFor();
      return (await row.getByRole('cell').allTextContents()).slice(1);
    };
    const { domain } = runner;
    expect(await cells('Reset password')).to.deep.equal([
      'Reset password',
      'When constructor arrives',
      domain.name,
      'On',
      '0',
      '2 failed',
    ]);
    expect(await cells('Welcome')).to.deep.equal([
      'Welcome',
      'When a contact is added',
      domain.name,
      'On',
      '2',
      '',
    ]);
    expect((await cells('Old')).slice(1, 4)).to.deep.equal([
      'When a contact leaves a segment',
      domain.name,
      'Off',
    ]);
    await page.getByLabel('Find an automation').fill('WELC');
    await page.getByRole('link', { name: 'Reset password' }).waitFor({ state: 'detached' });
    await tab.open('/automations?needs_attention=true');
    await page.getByRole('link', { name: 'Welcome' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Reset password' }).waitFor();
    await tab.open('/automations?status=disabled');
    await page.getByRole('link', { name: 'Reset password' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Old' }).waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('begin from nothing, by keys alone, with an event of one’s own, one of the service, or a time', async () => {
    const { tab, page } = await open();
    const { keyboard } = page;
    const shown = async () => {
      await page.waitForURL(EDITOR);
      return runner.read(`/automations/${page.url().split('/').at(-2)}`);
    };
    await inspect(tab, { name: 'automations-none', path: '/automations' });
    await page.getByRole('main').getByRole('button', { name: 'New automation' }).last().press('Enter');
    await focusOn(page, 'Name');
    // Nothing is made before it is known of which domain.
    await page.getByRole('combobox', { name: 'Domain' }).waitFor();
    await keyboard.press('Enter');
    // What is refused stands at its field, the first of which gets the focus.
    await page.getByText('Fill this in.').nth(1).waitFor();
    await focusOn(page, 'Name');
    await keyboard.type('Trial');
    const event = page.getByRole('combobox', { name: 'Event' });
    await event.focus();
    await keyboard.type('service:trial');
    await tabTo(page, 'Create automation');
    await keyboard.press('Enter');
    await page.getByText(/must not begin with/).waitFor();
    await focusOn(page, 'Event');
    await keyboard.press('Control+a');
    await keyboard.type('trial.started');
    await page.getByRole('option', { name: /trial\.started/ }).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await inspectOpen(tab, 'automation-new');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Create automation' }).press('Enter');
    expect(await shown()).to.include({ name: 'Trial', trigger: 'trial.started', status: 'disabled' });
    await page.getByRole('button', { name: /^Start with trial\.started/ }).waitFor();
    // What was made is not asked for again.
    await page.goBack();
    await page.getByRole('row').getByRole('link', { name: 'Trial' }).waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);

    await keyboard.press('Control+k');
    await page.getByRole('combobox').fill('new auto');
    await page.getByRole('option', { name: 'New automation' }).click();
    await focusOn(page, 'Name');
    await keyboard.type('May');
    await page.getByRole('button', { name: /^When your event arrives/ }).press('Enter');
    await page.getByRole('option', { name: 'At a set time', exact: true }).press('Enter');
    await page.getByRole('textbox', { name: 'Time, in words' }).fill('in 3 days');
    await page.getByRole('button', { name: 'Create automation' }).press('Enter');
    const scheduled = await shown();
    expect(scheduled).to.include({ name: 'May', trigger: 'service:schedule', status: 'disabled' });
    expect(Date.parse(scheduled['trigger_config'].at)).to.be.greaterThan(Date.now());
    await page.getByRole('button', { name: /^Start at / }).waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('are deleted as they are marked, and those in progress are named first', async () => {
    const running = await runner.automation([pauseStep('pause')], { name: 'Welcome' });
    await runner.run(running);
    const kept = await runner.automation(undefined, { name: 'Kept' });
    const { tab, page } = await open();
    await tab.open('/automations');
    await page.getByRole('row').filter({ hasText: 'Welcome' }).getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: 'Delete 1' }).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await dialog.getByText(/Runs of 1 of them are in progress/).waitFor();
    await dialog.getByRole('button', { name: 'Delete 1 automation' }).click();
    await page.getByText('1 automation was deleted.').waitFor();
    const { data } = await runner.read('/automations');
    expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([kept.id]);
    expect(tab.problems).to.deep.equal([]);
  });

  it('are on the overview when a run has failed, at once, and gone from it when that was retried well', async () => {
    const automation = await runner.automation([mailOf('none')], { name: 'Reset password' });
    const { tab, page } = await open();
    await tab.open('/');
    await page.getByText('Needs attention').waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const runId = await runner.run(automation);
    const need = page.getByRole('link', { name: /Reset password.*had 1 failed run in 24 hours/ });
    await need
      .or(page.getByRole('button', { name: '1 more item needs attention' }))
      .first()
      .waitFor({ timeout: LIVE_MS });
    await tab.open('/');
    await need.click();
    await page.waitForURL(new RegExp(`/automations/${automation.id}$`));
    await tab.open('/');
    await need.waitFor();
    await createTemplate(app.pool, runner.accountId, {
      alias: 'none',
      html: '<p>New</p>',
      from: `Ana <ana@${runner.domain.name}>`,
    });
    await runner.api.post(`/automations/${automation.id}/runs/${runId}/retry`).expect(200);
    await runner.advance(runId);
    expect((await runner.shownRun(automation, runId)).status).to.equal('completed');
    await need.waitFor({ state: 'detached', timeout: LIVE_MS });
    expect(tab.problems).to.deep.equal([]);
  });

  it('are one press away from their runs, from events and from the timelines of contacts', async () => {
    const automation = await runner.automation([pauseStep('pause')], { name: 'Trial', trigger: 'begun' });
    await runner.sendEvent('begun').expect(202);
    const [event] = (await runner.read('/events/received')).data;
    const [run] = (await runner.read(`/automations/${automation.id}/runs`)).data;
    const { tab, page } = await open();
    await tab.open(`/events/received/${event.id}`);
    await page.getByRole('link', { name: 'Trial', exact: true }).click();
    await page.waitForURL(RECORD);
    await tab.open(`/contacts/${runner.contactId}/timeline`);
    await page.getByRole('link', { name: 'Automation Trial: running' }).click();
    await page.waitForURL(new RegExp(`/automations/${automation.id}/runs/${run.id}$`));
    await page.getByRole('article').getByRole('link', { name: 'Trial', exact: true }).click();
    await page.waitForURL(RECORD);
    expect(tab.problems).to.deep.equal([]);
  });

  it('are seen by a viewer, who can begin, turn on and delete none', async () => {
    const { id } = await runner.automation(undefined, { name: 'Welcome' });
    const { tab, page } = await open('viewer');
    await inspect(tab, { name: 'automations-viewer', path: '/automations' });
    const isHeld = async (name: string) => {
      const button = page.getByRole('button', { name, exact: true });
      await button.waitFor();
      expect(await button.getAttribute('aria-disabled'), name).to.equal('true');
    };
    await isHeld('New automation');
    await tab.open(`/automations/${id}`);
    for (const name of ['Turn off', 'Enrol', 'Duplicate', 'Delete']) await isHeld(name);
    expect(tab.problems).to.deep.equal([]);
  });
});
