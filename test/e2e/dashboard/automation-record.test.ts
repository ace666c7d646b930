// An automation in the dashboard: its state, why its runs fail, its steps with their numbers, its runs, and what can be done with it.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { branches, createRunner, mailOf, PAID, pauseStep } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { inspect, inspectOpen } from './inspect.ts';
import { useTabs } from './tab.ts';

/** The steps that a test of many has. */
const MANY = 149;
const RUNS_COUNTED_AT_ONCE = 10_000;

describe('An automation in the dashboard', function () {
  this.timeout(120_000);
  const app = useApp();
  const { openTab } = useTabs(app);
  const runner = useEach(() => createRunner(app));
  const open = async (path: string) => {
    const session = await signIn(app.pool, { accountId: runner.accountId, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of (?:404|422)/ });
    await tab.load(path);
    return { tab, page: tab.page };
  };
  const mail = (alias: string) =>
    createTemplate(app.pool, runner.accountId, {
      alias,
      name: `The ${alias}`,
      from: `a@${runner.domain.name}`,
    });
  const line = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();

  it('says what it does, why runs have failed and what came to each step, and takes failed runs up again', async () => {
    await mail('thanks');
    const automation = await runner.automation([PAID, mailOf('thanks', 'yes'), mailOf('none', 'no')], {
      name: 'After a trial',
      trigger: 'trial.ended',
      connections: branches('yes', 'no'),
    });
    const contacts = await Promise.all(
      [1, 2, 3].map(() => createContact(app.pool, { accountId: runner.accountId })),
    );
    for (const { id: contactId } of contacts) await runner.run(automation, { contactId });
    await runner.run(automation, { payload: { paid: true } });
    const path = `/automations/${automation.id}`;
    const { tab, page } = await open(path);
    await page
      .getByText(
        `This automation is on: a run starts when trial.ended arrives for a contact of ${runner.domain.name}`,
      )
      .waitFor();
    await page.getByText(/^3 runs failed, the last/).waitFor();
    const why = page.getByRole('table', { name: 'Why runs failed' });
    expect(await why.getByRole('row').nth(1).textContent()).to.equal('Template not found.3');
    const { steps } = await runner.read(`${path}/stats`);
    expect(steps.map(({ entered }: { entered: number }) => entered)).to.deep.equal([4, 1, 3]);
    await line(page, 'If event.paid is true').getByText('4 entered').waitFor();
    await line(page, 'If so:').getByText('Send the template “The thanks”').waitFor();
    await line(page, 'If so:').getByText('1 entered').waitFor();
    await inspect(tab, { name: 'automation', path });
    await line(page, 'If not:').getByRole('link', { name: '3 failed' }).click();
    await page
      .getByRole('table', { name: 'Runs of the automation' })
      .getByText('Template not found.')
      .nth(2)
      .waitFor();
    expect(page.url()).to.include('runs_status=failed').and.include('runs_step=no');
    await inspectOpen(tab, 'automation-runs');
    await page.setViewportSize({ width: 1280, height: 800 });
    await mail('none');
    await press(page, 'Retry all');
    await press(page, 'Retry');
    await page.waitForURL(/\/batches\//);
    await runner.runBatches(automation);
    await page.getByText(/runs failed/).waitFor({ state: 'detached' });
    expect((await runner.read(`${path}/stats`)).runs).to.include({ running: 3, failed: 0 });
    expect(tab.problems).to.deep.equal([]);
  });

  it('has runs that are found by state and step, opened, cancelled and retried', async () => {
    const automation = await runner.automation([pauseStep('pause')], { name: 'Welcome' });
    const { id: contactId, email } = await createContact(app.pool, { accountId: runner.accountId });
    const runId = await runner.run(automation, { contactId });
    await runner.run(automation);
    const { tab, page } = await open(`/automations/${automation.id}/runs`);
    await page.getByRole('link', { name: email }).click();
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page
      .getByText(/^Waits until /)
      .first()
      .waitFor();
    await inspectOpen(tab, 'automation-run');
    await page.setViewportSize({ width: 1280, height: 800 });
    await press(page, 'Cancel');
    await press(page, 'Cancel run');
    await page.getByText('Run cancelled.').waitFor();
    await page
      .getByText(/^Cancelled .*: it was cancelled by a request\.$/)
      .first()
      .waitFor();
    await press(page, 'Retry');
    await press(page, 'Retry run');
    await page.getByText('Run resumed.').waitFor();
    expect((await runner.shownRun(automation, runId)).status).to.equal('running');
    await tab.open(`/automations/${automation.id}/runs?runs_status=running`);
    await press(page, 'Cancel all');
    await page.getByText(/^2 runs end at their current step/).waitFor();
    await press(page, 'Cancel runs');
    await page.getByText('Cancelling runs.').waitFor();
    await runner.runBatches(automation);
    await page.getByRole('link', { name: email }).waitFor({ state: 'detached' });
    expect((await runner.shownRun(automation, runId)).status).to.equal('cancelled');
    expect(tab.problems).to.deep.equal([]);
  });

  it('is turned on and off, with its runs going on or ending, copied and deleted', async () => {
    const { id } = await runner.made({ name: 'Welcome', steps: [] });
    const { tab, page } = await open(`/automations/${id}`);
    const on = page.getByRole('button', { name: 'Turn on', exact: true });
    expect(await on.getAttribute('aria-disabled')).to.equal('true');
    const trigger = { type: 'trigger', key: 't', config: { event_name: 'a' } };
    const unfinished = { key: 'mail', type: 'send_email', config: {} };
    await runner.change(id, { steps: [trigger, unfinished, pauseStep('pause')] }).expect(200);
    await on.and(page.locator(':not([aria-disabled=true])')).click();
    await press(page, 'Turn on automation');
    await page
      .getByRole('dialog')
      .getByText(/template/i)
      .waitFor();
    expect((await runner.shown(id)).status).to.equal('disabled');
    await mail('thanks');
    await runner.change(id, { steps: [trigger, mailOf('thanks'), pauseStep('pause')] }).expect(200);
    await press(page, 'Turn on automation');
    await page.getByText('Automation turned on.').waitFor();
    await runner.sendEvent('a').expect(202);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM automation_runs WHERE automation_id = $1',
      [id],
    );
    await runner.advance(...rows.map((run) => run.id));
    await page.getByText('1 run is in progress.').waitFor();
    await press(page, 'Turn off');
    await page.getByText('No new runs start. 1 run is in progress.').waitFor();
    await inspectOpen(tab, 'automation-stop');
    await page.setViewportSize({ width: 1280, height: 800 });
    await press(page, 'Turn off automation');
    await page.getByText('This automation is off: no new runs start. 1 run is finishing.').waitFor();
    await press(page, 'Turn on');
    await press(page, 'Turn on automation');
    await press(page, 'Turn off');
    await page.getByRole('radio', { name: /^End now/ }).check({ force: true });
    await press(page, 'Turn off automation');
    await page.getByText('This automation is off: no new runs start.', { exact: true }).waitFor();
    await press(page, 'Duplicate');
    await page.getByText('Automation copied. The copy is off.').waitFor();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await press(page, 'Delete');
    await press(page, 'Delete automation');
    await page.getByText('Automation deleted.').waitFor();
    const { data } = await runner.read('/automations');
    expect(data.map((each: { id: string }) => each.id)).to.deep.equal([id]);
    expect(tab.problems).to.deep.equal([]);
  });

  it('shows 150 steps with keys of 64 characters and markup, steps that are gone, and many runs that are being counted', async () => {
    const key = (number: number) => `<b>${String(number).padStart(61, 'x')}`;
    const steps = Array.from({ length: MANY }, (_, number) => pauseStep(key(number)));
    const automation = await runner.automation(steps, { name: '<i>Long</i>' });
    const runId = await runner.run(automation);
    const { tab, page } = await open(`/automations/${automation.id}`);
    await line(page, key(MANY - 1)).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Wait 1 day' }).count()).to.equal(MANY);
    await tab.expectNoSidewaysScroll('150 steps');
    await app.pool.query(
      `INSERT INTO automation_runs
       SELECT (jsonb_populate_record(run, jsonb_build_object('id', uuid_v7(now()), 'source_id', uuid_v7(now())))).*
       FROM automation_runs AS run, generate_series(1, $2::integer) WHERE run.id = $1`,
      [runId, RUNS_COUNTED_AT_ONCE],
    );
    await tab.load(`/automations/${automation.id}`);
    await page.getByText('This automation has many runs.').waitFor();
    await page.getByText('100+ runs are in progress.').waitFor();
    await app.pool.query(`DELETE FROM automation_runs WHERE automation_id = $1 AND id <> $2`, [
      automation.id,
      runId,
    ]);
    await runner.change(automation.id, {
      status: 'disabled',
      steps: [{ type: 'trigger', key: 't', config: { event_name: 'contact.created' } }, pauseStep('new')],
    });
    await page.getByText('This automation has many runs').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Removed steps' }).waitFor();
    await line(page, key(0)).getByText('1 entered').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });
});
