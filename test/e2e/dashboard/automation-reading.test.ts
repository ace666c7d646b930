// The record of an automation: still until it is loaded, with its stats, live, and refusing what its state or a role forbids.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createBatcher } from '../../api/automations/batches/batcher.ts';
import { TRIGGER } from '../../api/automations/owner.ts';
import { mailOf, PAID, pauseStep, type RunAutomation } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import type { StatsRecord } from '../../support/automations/counted-apart.ts';
import { waitFor } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import type { RunFields } from '../../support/factories/run-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { inspect, inspectOpen } from './inspect.ts';
import { tabTo } from './keyboard.ts';
import { isOfPage, showTab, type Tab, useTabs } from './tab.ts';

/** As long as other pages take to show what has changed. */
const LIVE_MS = 10_000;
const RECORD = /automations\/[\da-f-]{36}$/;
/** More are many: they are counted by a job. */
const COUNTED_AT_ONCE = 10_000;
const INSERT_RUNS = `
  INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                               is_exclusive, status, chain, listens, clock, created_at, ended_at)
  SELECT uuid_v7(now()), account_id, id, version_id, epoch, domain_id, uuid_v7(now()), gen_random_uuid(), false,
         'completed', '{}', '{}', now(), now(), now()
  FROM automations, generate_series(1, $2::integer) WHERE id = $1`;

function useAutomationPages() {
  const app = useApp();
  const { openTab, openOwnTab } = useTabs(app);
  const runner = useEach(() => createBatcher(app));
  return {
    app,
    runner,
    openOwnTab,
    async open(role: 'owner' | 'viewer' = 'owner') {
      const session = await signIn(app.pool, { accountId: runner.accountId, role, now: app.clock.now() });
      const tab = await openTab({ session, expected: /status of 4(?:04|22)/ });
      return { session, tab, page: tab.page };
    },
    stats: ({ id }: { id: string }): Promise<StatsRecord> => runner.read(`/automations/${id}/stats`),
    async published(name: string): Promise<string> {
      const from = `a@${runner.domain.name}`;
      return (await createTemplate(app.pool, runner.accountId, { name, from })).id;
    },
    /** A contact of its own on its way. */
    async start(automation: RunAutomation, fields: Partial<RunFields> = {}) {
      const { id: contactId, email } = await createContact(app.pool, { accountId: runner.accountId });
      return { contactId, email, id: await runner.run(automation, { contactId, ...fields }) };
    },
  };
}

/** A step of the outline. */
const line = (page: Page, key: string) =>
  page.getByRole('listitem').filter({ has: page.locator('code').getByText(key, { exact: true }) });

const runRows = (page: Page) =>
  page.getByRole('table', { name: 'Runs of the automation' }).locator('tbody tr');

/** The table in the box on failed runs, row by row. */
const reasonsIn = (page: Page) =>
  page.getByRole('table', { name: 'Why runs failed' }).getByRole('row').allTextContents();

/** A button that does nothing, once all that makes it so is read. */
function expectHeld(page: Page, name: string): Promise<void> {
  const held = page.locator('button[aria-disabled=true]');
  return held.and(page.getByRole('button', { name, exact: true })).waitFor();
}

/** A button that says why it does nothing. */
async function expectRefused({ page }: Tab, name: string, reason: string): Promise<void> {
  await expectHeld(page, name);
  await tabTo(page, name);
  await page.getByRole('tooltip', { name: reason }).waitFor();
}

/** The pictures that one looks at: of both widths, whole. */
async function shootBoth({ page, ...tab }: Tab, name: string): Promise<void> {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 1_700 });
    await tab.settled();
    await tab.shoot(`automation-${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe('The record of an automation in the dashboard', function () {
  this.timeout(120_000);
  const { app, open, openOwnTab, published, runner, start, stats } = useAutomationPages();

  it('says what starts it, and of each step the numbers of its stats, which lead to their runs', async () => {
    const automation = await runner.automation(
      [
        waitFor('order.paid', { timeout: '14 days' }),
        mailOf(await published('Thank you'), 'thanks'),
        mailOf('missing', 'reminder'),
      ],
      {
        name: 'Trial',
        trigger: 'trial.started',
        connections: [
          { from: 'trigger', to: 'wait_order.paid', type: 'default' },
          { from: 'wait_order.paid', to: 'thanks', type: 'event_received' },
          { from: 'wait_order.paid', to: 'reminder', type: 'timeout' },
        ],
      },
    );
    const wait = 'wait_order.paid';
    for (const stepKey of [wait, wait, 'thanks', 'reminder', 'reminder', 'reminder'])
      await start(automation, { stepKey });
    await runner.api.patch(`/contacts/${runner.contactId}`).send({ unsubscribed: true }).expect(200);
    await runner.run(automation, { stepKey: 'thanks' });
    const { tab, page } = await open();
    const path = `/automations/${automation.id}?status=enabled`;
    await inspect(tab, { name: 'automation-steps', path, isLoaded: true });
    await shootBoth(tab, 'steps');
    await page
      .getByText(/^This automation is on: a run starts when .*trial\.started.* 2 runs are in progress\.$/)
      .waitFor();
    await line(page, wait).getByText('Wait for order.paid, up to 14 days').waitFor();
    await line(page, 'thanks').getByText('Send the template “Thank you”').waitFor();
    const { steps } = await stats(automation);
    expect(steps.map(({ key, entered }) => [key, entered])).to.deep.equal([
      [wait, 2],
      ['thanks', 2],
      ['reminder', 3],
    ]);
    for (const { key, entered } of steps) await line(page, key).getByText(`${entered} entered`).waitFor();
    await line(page, 'thanks').getByText('1 skipped, unsubscribed').waitFor();
    await line(page, wait).getByRole('link', { name: '2 waiting', exact: true }).click();
    await page
      .getByRole('cell', { name: `At ${wait}` })
      .nth(1)
      .waitFor();
    expect(await runRows(page).count()).to.equal(2);
    await page.goBack();
    await line(page, 'reminder').getByRole('link', { name: '3 failed', exact: true }).click();
    await runRows(page).nth(2).waitFor();
    expect(new URL(page.url()).search).to.equal('?status=enabled&runs_status=failed&runs_step=reminder');
    await tab.settled();
    await inspectOpen(tab, 'automation-runs');
    await shootBoth(tab, 'runs');
  });

  it('counts the reasons of the newest hundred failed runs, and says that there are more', async () => {
    const automation = await runner.automation([mailOf('missing')]);
    const { id } = automation;
    await start(automation);
    await app.pool.query(INSERT_RUNS.replace("'completed'", "'failed'"), [id, 99]);
    const { tab, page } = await open();
    await tab.open(`/automations/${id}`);
    await page.getByText(/^100 runs failed, the last/).waitFor();
    expect(await page.getByText('These are the reasons for the latest 100.').count()).to.equal(0);
    await start(automation);
    await page.getByText(/^More than 100 runs failed, the last/).waitFor({ timeout: LIVE_MS });
    await page.getByText('These are the reasons for the latest 100.').waitFor();
    expect(await reasonsIn(page)).to.deep.equal([
      'ReasonRuns',
      'No reason is known.99',
      'Template not found.1',
    ]);
  });

  it('is still until it is whole with 150 steps in a line, and with 40 branches, which is no more than a page may have', async () => {
    const keys = Array.from({ length: 149 }, (_, index) => `step_${index}`);
    const chain = await runner.automation(keys.map((key) => pauseStep(key)));
    const { tab, page } = await open();
    await inspect(tab, { name: 'automation-line', path: `/automations/${chain.id}`, isLoaded: true });
    expect(await page.locator('ol code').allTextContents()).to.deep.equal(['trigger', ...keys]);
    const forks = Array.from({ length: 40 }, (_, index) => `ask_${index}`);
    const graph = [
      ...forks.flatMap((key, index) => [{ ...PAID, key }, pauseStep(`if_${index}`, `${index + 1} hours`)]),
      pauseStep('end'),
    ];
    const branched = await runner.automation(graph, {
      connections: [
        { from: 'trigger', to: 'ask_0', type: 'default' },
        ...forks.flatMap((from, index) => [
          { from, to: `if_${index}`, type: 'condition_met' } as const,
          { from, to: forks[index + 1] ?? 'end', type: 'condition_not_met' } as const,
          { from: `if_${index}`, to: 'end', type: 'default' } as const,
        ]),
      ],
    });
    const path = `/automations/${branched.id}`;
    await inspect(tab, { name: 'automation-branches', path, isLoaded: true });
    await shootBoth(tab, 'branches');
    expect((await page.locator('ol code').allTextContents()).sort()).to.deep.equal(
      ['trigger', ...graph.map(({ key }) => key)].sort(),
    );
    await line(page, 'if_39')
      .getByText(/^Continues at “Wait/)
      .waitFor();
  });

  it('keeps the numbers of steps that it does not have any more, and the version of a run', async () => {
    const automation = await runner.automation([mailOf('missing', 'former')], { name: 'Changed' });
    const { id } = automation;
    const run = await start(automation);
    for (let version = 2; version <= 9; version += 1) {
      const steps = [{ ...TRIGGER, key: 'trigger' }, pauseStep('pause', `${version} days`)];
      await runner.change(id, { status: 'enabled', trigger: TRIGGER.config.event_name, steps }).expect(200);
    }
    const { tab, page } = await open();
    await tab.open(`/automations/${id}`);
    await page.getByRole('heading', { name: 'Removed steps' }).waitFor();
    await inspectOpen(tab, 'automation-former-steps');
    await line(page, 'former').getByRole('link', { name: '1 failed' }).click();
    await page.getByRole('button', { name: /^former/ }).waitFor();
    await page.getByRole('link', { name: run.email }).click();
    await page.getByText('Template not found.').first().waitFor();
    await page.getByText('Send an email').waitFor();
    const version = page.getByRole('definition').and(page.locator('dt:text-is("Version of the steps") + dd'));
    expect(await version.textContent()).to.equal('1');
    await page.getByRole('link', { name: 'Changed', exact: true }).last().click();
    await page.waitForURL((url) => RECORD.test(url.pathname));
    expect((await stats(automation)).steps.map(({ key }) => key)).to.deep.equal(['pause', 'former']);
  });

  it('names by their ids the template and the segment that were deleted', async () => {
    const segmentId = factoryIds.next();
    const add = { key: 'add', type: 'add_to_segment', config: { segment_id: segmentId } } as const;
    const { id } = await runner.automation([mailOf('gone'), add], { status: 'disabled' });
    const { tab, page } = await open();
    await inspect(tab, { name: 'automation-deleted-names', path: `/automations/${id}`, isLoaded: true });
    await line(page, 'mail').getByText('Send the template “gone”').waitFor();
    await line(page, 'add').getByText(`Add the contact to “${segmentId}”`).waitFor();
  });

  it('says of 10,001 runs that they are being counted, and shows the numbers when that is done', async () => {
    const automation = await runner.automation([pauseStep('pause')]);
    await app.pool.query(INSERT_RUNS, [automation.id, COUNTED_AT_ONCE]);
    await start(automation);
    const { tab, page } = await open();
    await tab.open(`/automations/${automation.id}`);
    await page.getByText('This automation has many runs.').waitFor();
    await line(page, 'pause').getByText('Wait 1 day').waitFor();
    expect(await page.getByText('0 entered').count(), 'no number that is none').to.equal(0);
    await inspectOpen(tab, 'automation-counted');
    await runner.runBatches(automation);
    await line(page, 'pause').getByText('1 entered').waitFor({ timeout: LIVE_MS });
    await page.getByText('This automation has many runs').waitFor({ state: 'detached' });
  });

  it('is read again when something changes, and asks nothing in a hidden tab', async () => {
    const automation = await runner.automation([pauseStep('pause')]);
    const { session, tab, page } = await open();
    await tab.open(`/automations/${automation.id}`);
    await line(page, 'pause').getByText('0 entered').waitFor();
    await start(automation);
    await page.getByText(/1 run is in progress\.$/).waitFor({ timeout: LIVE_MS });
    await line(page, 'pause').getByRole('link', { name: '1 waiting' }).waitFor({ timeout: LIVE_MS });
    await page.getByRole('link', { name: 'Runs' }).click();
    await runRows(page).first().waitFor();
    const other = await openOwnTab({ session });
    await other.open(`/automations/${automation.id}`);
    await showTab(page, false);
    const before = tab.requests.filter(isOfPage);
    await runner.change(automation.id, { name: 'While it is hidden' }).expect(200);
    await other.page.getByRole('heading', { name: 'While it is hidden' }).waitFor();
    expect(tab.requests.filter(isOfPage)).to.deep.equal(before);
    await showTab(page, true);
    await page.getByRole('heading', { name: 'While it is hidden' }).waitFor();
  });
  it('says why a run cannot be taken up again: its contact was deleted, or the automation is off', async () => {
    const automation = await runner.automation([mailOf('missing')]);
    const deleted = await start(automation);
    const kept = await start(automation);
    await runner.api.delete(`/contacts/${deleted.contactId}`).expect(200);
    const { tab, page } = await open();
    await tab.open(`/automations/${automation.id}/runs`);
    await page.getByRole('link', { name: 'A deleted contact' }).click();
    await expectRefused(tab, 'Retry', 'The contact was deleted.');
    await runner.change(automation.id, { status: 'disabled' }).expect(200);
    await tab.open(`/automations/${automation.id}/runs/${kept.id}`);
    await expectRefused(tab, 'Retry', 'The automation is off. Turn it on to retry runs.');
    await tab.open(`/automations/${automation.id}`);
    await expectRefused(tab, 'Retry all', 'The automation is off. Turn it on to retry runs.');
  });

  it('is seen whole by a viewer, who changes nothing', async () => {
    const automation = await runner.automation([mailOf('missing')]);
    const run = await start(automation);
    const { tab, page } = await open('viewer');
    const path = `/automations/${automation.id}`;
    await inspect(tab, { name: 'automation-viewer', path, isLoaded: true });
    for (const name of ['Turn off', 'Enrol', 'Duplicate', 'Delete', 'Retry run'])
      await expectHeld(page, name);
    await page.getByRole('table', { name: 'Why runs failed' }).waitFor();
    await tab.open(`${path}/runs`);
    await expectHeld(page, 'Cancel all');
    await page.getByRole('link', { name: run.email }).click();
    await expectHeld(page, 'Retry');
  });
});
