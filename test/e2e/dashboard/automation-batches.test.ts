// Contacts are enrolled in an automation in the dashboard: the dialog says how many before, and asks for their number from a
// thousand on; the batch is followed while it runs, and says why contacts were skipped.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createBatcher } from '../../api/automations/batches/batcher.ts';
import { pauseStep } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAudience, createContact, createSegment } from '../../support/factories/contact-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { inspectOpen } from './inspect.ts';
import { tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

/** As long as other pages take to show what has changed. */
const LIVE_MS = 10_000;

describe('Enrolments and other batches in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  const runner = useEach(() => createBatcher(app));

  const open = async (role: 'owner' | 'viewer' = 'owner', expected?: RegExp) => {
    const session = await signIn(app.pool, { accountId: runner.accountId, role, now: app.clock.now() });
    return openTab({ session, ...(expected && { expected }) });
  };
  const addContacts = (count: number) =>
    app.pool.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, created_at, updated_at)
       SELECT uuid_v7(now()), account_id, audience_id, email, email, now(), now()
       FROM (SELECT account_id, audience_id, format('many%s@customer.dev', round) AS email
             FROM contacts, generate_series(1, $2) AS round WHERE contacts.id = $1) AS made`,
      [runner.contactId, count],
    );

  it('enrol a contact by keyboard, and lead to the batch, which says why it was skipped', async () => {
    const automation = await runner.automation([pauseStep('later')], { reentry: 'when_done' });
    await createRun(app.pool, { automation, contactId: runner.contactId });
    const { email } = await runner.contact(runner.contactId);
    const tab = await open();
    const { page } = tab;
    await tab.open(`/automations/${automation.id}/batches`);
    await page.getByText('No batches yet').waitFor();
    await tab.settled();
    await tabTo(page, 'Enrol');
    await page.keyboard.press('Enter');
    await page.getByText('A contact that is already in a run is skipped.').waitFor();
    await held(page, 'Enrol').waitFor();
    // The dialog itself has the focus at first.
    await page.keyboard.press('Tab');
    await tabTo(page, 'Contact');
    await page.keyboard.type(String(email));
    await page.getByRole('option').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Enrol 1 contact' }).waitFor();
    await tabTo(page, 'Enrol 1 contact');
    await tab.settled();
    await inspectOpen(tab, 'enrol-contact');
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/app/automations/${automation.id}/batches/`));
    await page.getByText('This batch is scheduled or queued.').waitFor();
    await runner.runBatches(automation);
    await page.getByText('1 contact: 1 skipped').waitFor({ timeout: LIVE_MS });
    await page.getByText('Everything in this batch was processed.').waitFor();
    const reason = page.getByRole('table', { name: 'Why they were skipped' }).getByRole('row').nth(1);
    expect(await reason.textContent()).to.match(/^No run: the contact was already in a run.*1$/);
    await tab.settled();
    await inspectOpen(tab, 'batch-skipped');
    await page.getByRole('link', { name: 'See who got no run' }).click();
    await page.getByText('None: the contact is already in a run').waitFor();
    await tab.open(`/automations/${automation.id}/batches`);
    const row = page.getByRole('row').filter({ hasText: 'Enrolment' });
    await row.getByText('1 contact: 1 skipped').waitFor();
    await tab.settled();
    await inspectOpen(tab, 'batches');
    await chooseFilter(page, 'Retry');
    await page.getByText('No results').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('ask for the number of a thousand, and offer no segment of another audience', async () => {
    const automation = await runner.automation();
    const { accountId } = runner;
    const { id: audienceId } = await createAudience(app.pool, accountId, 'Elsewhere');
    await createSegment(app.pool, accountId, { name: 'Others', audienceId });
    const { id: segmentId } = await createSegment(app.pool, accountId, { name: 'Customers' });
    await createContact(app.pool, { accountId, audienceId });
    await createContact(app.pool, { accountId, segmentIds: [segmentId] });
    await addContacts(997);
    const tab = await open();
    const { page } = tab;
    await tab.open(`/automations/${automation.id}/batches`);
    const dialog = page.getByRole('dialog', { name: 'Enrol contacts' });
    await page.getByRole('button', { name: 'Enrol' }).click();
    await dialog.getByRole('radio', { name: 'A segment' }).check();
    const segment = dialog.getByRole('combobox', { name: 'Segment' });
    await segment.focus();
    await segment.fill('o');
    await page.getByRole('option', { name: 'Customers' }).waitFor();
    expect(await page.getByRole('option').count()).to.equal(1);
    await page.getByRole('option', { name: 'Customers' }).click();
    await dialog.getByRole('button', { name: 'Enrol 1 contact' }).waitFor();
    await dialog.getByRole('radio', { name: 'All contacts' }).check();
    await dialog.getByRole('button', { name: 'Enrol 999 contacts' }).waitFor();
    expect(await dialog.getByRole('textbox').count(), 'nothing to type').to.equal(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // Counted again: it is opened once more, and another has come.
    await createContact(app.pool, { accountId });
    await page.getByRole('button', { name: 'Enrol' }).click();
    await dialog.getByRole('radio', { name: 'All contacts' }).check();
    await held(page, 'Enrol 1,000 contacts').waitFor();
    await dialog.getByRole('textbox', { name: 'Type 1000 to confirm' }).fill('1000');
    await tab.settled();
    await inspectOpen(tab, 'enrol-all');
    await dialog.getByRole('button', { name: 'Enrol 1,000 contacts' }).click();
    await page.waitForURL(/\/batches\//);
    await runner.runBatches(automation);
    await page.getByText('1,000 contacts: 1,000 started').waitFor({ timeout: LIVE_MS });
    expect(tab.problems).to.deep.equal([]);
  });

  it('say why they cannot be: the automation is off, the contact was deleted, the person only looks', async () => {
    const automation = await runner.automation();
    const off = await runner.automation(undefined, { status: 'disabled' });
    const { id, email } = await createContact(app.pool, { accountId: runner.accountId });
    const tab = await open('owner', /status of 404/);
    const { page } = tab;
    await tab.open(`/automations/${off.id}`);
    await held(page, 'Enrol').focus();
    await page
      .getByRole('tooltip', { name: 'The automation is off. Turn it on to enrol contacts.' })
      .waitFor();
    await tab.open(`/automations/${automation.id}`);
    await page.getByRole('button', { name: 'Enrol' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enrol contacts' });
    const contact = dialog.getByRole('combobox', { name: 'Contact' });
    await contact.focus();
    await contact.fill(email);
    await page.getByRole('option', { name: email }).click();
    await runner.api.delete(`/contacts/${id}`).expect(200);
    await dialog.getByRole('button', { name: 'Enrol 1 contact' }).click();
    await dialog.getByText('Contact not found').waitFor();
    await tab.shoot('enrol-deleted');
    const viewing = await open('viewer');
    await viewing.open(`/automations/${automation.id}`);
    await held(viewing.page, 'Enrol').waitFor();
  });

  it('are followed while a cancellation runs, and a schedule is shown until it is due', async () => {
    const at = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const config = { event_name: 'service:schedule', at, timezone: 'Europe/Berlin' };
    const automation = await runner.made({
      status: 'enabled',
      steps: [
        { key: 'start', type: 'trigger', config },
        { key: 'pause', type: 'delay', config: { duration: '1 day' } },
      ],
    });
    await runner.api.post(`/automations/${automation.id}/enroll`).send({ all: true }).expect(202);
    await runner.runBatches(automation);
    const tab = await open('viewer');
    const { page } = tab;
    await tab.open(`/automations/${automation.id}/batches`);
    const row = (type: string) => page.getByRole('row').filter({ hasText: type });
    await row('Enrolment').getByText('1 contact: 1 started').waitFor();
    await row('Schedule').getByText('Waiting').waitFor();
    await runner.api.post(`/automations/${automation.id}/runs/cancel`).expect(202);
    await row('Cancellation').getByText('Waiting').waitFor({ timeout: LIVE_MS });
    await runner.runBatches(automation);
    await row('Cancellation').getByText('1 run: 1 cancelled').waitFor({ timeout: LIVE_MS });
    await row('Schedule').getByRole('link', { name: 'Schedule' }).click();
    await page.getByText('Due', { exact: true }).waitFor();
    await tab.settled();
    await inspectOpen(tab, 'batch-schedule');
    // One that runs is looked at again, though no change of it is announced.
    const moveOn = (set: string) =>
      app.pool.query(
        `UPDATE automation_batch_work SET ${set} WHERE automation_id = $1 AND type = 'schedule'`,
        [automation.id],
      );
    await moveOn("status = 'running', total = 40, done = 12, skipped = 1, reasons = '{\"limit\": 1}'");
    await page.reload();
    await page.getByRole('progressbar', { name: 'Processed' }).waitFor();
    await page.getByText('13 of 40 contacts: 12 started, 1 skipped').waitFor();
    await tab.settled();
    await inspectOpen(tab, 'batch-running');
    await moveOn('done = 30');
    await page.getByText('31 of 40 contacts: 30 started, 1 skipped').waitFor({ timeout: LIVE_MS });
    await page.getByRole('link', { name: 'All batches' }).click();
    await row('Schedule').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });
});

const held = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator('[aria-disabled=true]')).last();

/** In a record next to the list, filters are folded. */
async function chooseFilter(page: Page, option: string): Promise<void> {
  const record = page.getByRole('region', { name: 'Batches' });
  await record.getByRole('button', { name: 'Type: all' }).click();
  await page.getByRole('option', { name: option }).click();
}
