// Why an automation has started no run, in the dashboard: each reason is made by its cause, and the page says it; where no event
// came, what is nearly its name; a schedule, which has none; and events that are of no concern to it.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { notStartedWords } from '../../../dashboard/resources/events/received/outcome-sentences.ts';
import { outcomeBadge } from '../../../dashboard/resources/events/received/outcome-words.ts';
import { NOT_STARTED_REASONS } from '../../../shared/contract/events/values.ts';
import { ACTIVE_RUNS_MAX } from '../../../shared/contract/limits.ts';
import { createRunner, mailOf, pauseStep } from '../../api/automations/runs/runner.ts';
import { jobDepsOf } from '../../api/contact-imports/importer.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { useReceivingOf } from '../../workers/jobs/support/use-receiving.ts';
import { inspectOpen } from './inspect.ts';
import { useTabs } from './tab.ts';

type Reason = (typeof NOT_STARTED_REASONS)[number];

const RENAME = { key: 'rename', type: 'contact_update', config: { first_name: 'Al' } } as const;
/** As long as other pages take to show what has changed. */
const LIVE_MS = 10_000;

describe('Why an automation has started no run, in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  const runner = useEach(() => createRunner(app));
  const receiving = useReceivingOf({
    get clock() {
      return app.clock;
    },
    get pool() {
      return app.pool;
    },
    get deps() {
      return jobDepsOf(app);
    },
    get accountId() {
      return runner.accountId;
    },
    row: async (text, values = []) => (await app.pool.query(text, values)).rows[0],
  });

  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    const session = await signIn(app.pool, { accountId: runner.accountId, role, now: app.clock.now() });
    return openTab({ session });
  };
  const send = async (event: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await runner.sendEvent(event).expect(202);
  };

  /** Reason → the automation to which what causes it has happened. */
  const MAKE: Readonly<Record<Reason, () => Promise<{ id: string }>>> = {
    async disabled() {
      const automation = await runner.automation(undefined, { trigger: 'off', status: 'disabled' });
      await send('off');
      return automation;
    },
    async active() {
      const automation = await runner.automation(undefined, { trigger: 'again', reentry: 'when_done' });
      await send('again', 2);
      return automation;
    },
    async once() {
      const automation = await runner.automation(undefined, { trigger: 'signed up', reentry: 'once' });
      await send('signed up', 2);
      return automation;
    },
    async limit() {
      const automation = await runner.automation(undefined, { trigger: 'often' });
      const run = { automation, contactId: runner.contactId };
      await Promise.all(Array.from({ length: ACTIVE_RUNS_MAX }, () => createRun(app.pool, run)));
      await send('often');
      return automation;
    },
    async loop() {
      const automation = await runner.automation([RENAME], { trigger: 'contact.updated' });
      const { contactId, accountId } = runner;
      await runner.api.patch(`/contacts/${contactId}`).send({ first_name: 'Bob' }).expect(200);
      const { rows } = await app.pool.query<{ id: string }>(
        'SELECT id FROM automation_runs WHERE account_id = $1 AND automation_id = $2',
        [accountId, automation.id],
      );
      await runner.advance(...rows.map(({ id }) => id));
      return automation;
    },
    async machine() {
      const automation = await answering();
      await receiving.run(await receiving.receive(['Auto-Submitted: auto-replied']));
      return automation;
    },
    async answered() {
      const automation = await answering();
      for (const _ of [1, 2]) await receiving.run(await receiving.receive());
      return automation;
    },
    async quota() {
      const automation = await runner.automation(undefined, { trigger: 'contact.created' });
      await app.pool.query(
        "UPDATE plans SET automation_run_limit = 1, contact_limit = NULL WHERE id = 'free'",
      );
      await app.pool.query("UPDATE accounts SET plan_id = 'free' WHERE id = $1", [runner.accountId]);
      await runner.api
        .post('/contacts/batch')
        .send([{ email: 'one@customer.dev' }])
        .expect(200);
      return automation;
    },
  };
  /** Answers each email of a person with a mail. */
  const answering = async () => {
    const from = `ana@${receiving.domain.name}`;
    const template = await createTemplate(app.pool, runner.accountId, { from });
    return runner.automation([mailOf(template.id)], {
      trigger: 'email.received',
      domainId: receiving.domain.id,
    });
  };

  it('says every reason that there is, by its cause', async () => {
    await app.pool.query(
      'UPDATE domains SET audience_id = (SELECT audience_id FROM domains WHERE id = $2) WHERE id = $1',
      [receiving.domain.id, runner.domain.id],
    );
    await createContact(app.pool, { accountId: runner.accountId, email: 'bo@customer.dev' });
    const tab = await open();
    const { page } = tab;
    // The quota is used up from then on.
    expect(Object.keys(MAKE).at(-1)).to.equal('quota');
    expect(Object.keys(MAKE)).to.have.members([...NOT_STARTED_REASONS]);
    for (const [reason, make] of Object.entries(MAKE) as [Reason, () => Promise<{ id: string }>][]) {
      const { id } = await make();
      await tab.open(`/automations/${id}/why`);
      const outcome = { automation_id: id, run_id: null, reason };
      const { label } = outcomeBadge({ domain: 'acme.dev', waits_resolved: 0, automations: [outcome] });
      await eventRow(page, label).waitFor();
      await reasonRow(page, notStartedWords(reason)).getByRole('cell', { name: '1', exact: true }).waitFor();
      await tab.settled();
      await tab.shoot(`why-${reason}`);
    }
    expect(tab.problems).to.deep.equal([]);
  });

  it('leads to the run, to the event and to the timeline of the contact, and finds the events of one', async () => {
    const automation = await runner.automation([pauseStep('later')], { trigger: 'paid', reentry: 'once' });
    await send('paid', 2);
    const other = await createContact(app.pool, { accountId: runner.accountId, email: 'al@customer.dev' });
    const tab = await open();
    const { page } = tab;
    const path = `/automations/${automation.id}/why`;
    await tab.open(path);
    await reasonRow(page, 'A run started.').getByRole('cell', { name: '1', exact: true }).waitFor();
    // It is live.
    await runner.api.post('/events/send').send({ event: 'paid', contact_id: other.id }).expect(202);
    await reasonRow(page, 'A run started.')
      .getByRole('cell', { name: '2', exact: true })
      .waitFor({ timeout: LIVE_MS });
    await tab.settled();
    await inspectOpen(tab, 'why-events');
    await page.getByRole('searchbox', { name: 'Address or id of the contact' }).fill('al@customer.dev');
    await eventRow(page, 'None').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('why_contact_id')).to.equal('al@customer.dev');
    await eventRow(page, '1 run started').getByRole('link', { name: 'Run' }).click();
    await page.waitForURL(new RegExp(`/app/automations/${automation.id}/runs/`));
    await page.getByText(/^Waiting until|^Running/).waitFor();
    await tab.open(path);
    await eventRow(page, 'None').getByRole('link', { name: 'Event' }).click();
    await page.getByText(notStartedWords('once')).waitFor();
    await page.goBack();
    await eventRow(page, 'al@customer.dev')
      .getByRole('link', { name: 'al@customer.dev', exact: true })
      .click();
    await page.waitForURL(new RegExp(`/app/contacts/${other.id}/timeline`));
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor();
    // An event stays when its contact goes, and leads nowhere then. The page of the contact would ask for it once more.
    await tab.open(path);
    await eventRow(page, 'None').waitFor();
    await runner.api.delete(`/contacts/${other.id}`).expect(200);
    await tab.load(path);
    const deleted = eventRow(page, 'A deleted contact');
    await deleted.waitFor();
    expect(await deleted.getByRole('link', { name: 'A deleted contact', exact: true }).count()).to.equal(0);
    expect(tab.problems).to.deep.equal([]);
  });

  it('says of events that are of no concern to it why, and that it is off', async () => {
    const { accountId, domain } = runner;
    const { name: other } = await createDomain(app.pool, accountId);
    const elsewhere = { event: 'paid', domain: other, email: 'al@customer.dev' };
    await runner.api.post('/events/send').send(elsewhere).expect(202);
    await send('paid');
    app.clock.advance(1_000);
    const { id } = await runner.made({
      steps: [
        { key: 'start', type: 'trigger', config: { event_name: 'shipped' } },
        { key: 'pause', type: 'delay', config: { duration: '1 day' } },
      ],
    });
    app.clock.advance(1_000);
    await send('paid');
    await runner.change(id, { trigger: 'paid' }).expect(200);
    const tab = await open('viewer');
    const { page } = tab;
    await tab.open(`/automations/${id}/why`);
    await page.getByText('The automation is off. New events start no runs.').waitFor();
    await eventRow(page, `None: the event was for ${other}, not ${domain.name}`).waitFor();
    await eventRow(page, 'None: the automation did not exist yet').waitFor();
    await eventRow(page, 'None: the automation had another trigger').waitFor();
    await tab.settled();
    await inspectOpen(tab, 'why-viewer');
    expect(tab.problems).to.deep.equal([]);
  });

  it('asks where none came whether another name is meant, and says of a schedule when it is due', async () => {
    const near = await runner.automation(undefined, { trigger: 'user.signed_up' });
    const service = await runner.automation(undefined, { trigger: 'email.open' });
    const alone = await runner.automation(undefined, { trigger: 'paid' });
    await send('userSignedUp');
    await send('user.signedup');
    const tab = await open();
    const { page } = tab;
    const meant = page.getByText('Did you mean');
    await tab.open(`/automations/${near.id}/why`);
    await page.getByText('No events received').waitFor();
    await meant.waitFor();
    expect(await meant.textContent()).to.include('Did you mean user.signedup or userSignedUp?');
    await tab.settled();
    await inspectOpen(tab, 'why-near');
    await tab.open(`/automations/${service.id}/why`);
    await meant.getByText('email.opened', { exact: true }).waitFor();
    await tab.open(`/automations/${alone.id}/why`);
    await page.getByText('No events received').waitFor();
    await tab.settled();
    expect(await meant.count()).to.equal(0);

    const { id } = await runner.made({
      status: 'enabled',
      steps: [
        {
          key: 'start',
          type: 'trigger',
          config: {
            event_name: 'service:schedule',
            at: new Date(app.clock.now().getTime() + 3 * 86_400_000).toISOString(),
            timezone: 'Europe/Berlin',
          },
        },
        { key: 'pause', type: 'delay', config: { duration: '1 day' } },
      ],
    });
    await tab.open(`/automations/${id}/why`);
    await page.getByText(/This automation starts on .*, Europe\/Berlin, in \d d/).waitFor();
    await page.getByText('No contacts were left out').waitFor();
    await tab.settled();
    await inspectOpen(tab, 'why-schedule');
    expect(tab.problems).to.deep.equal([]);
  });

  it('shows a thousand events by page, and counts those of the page', async () => {
    const { id } = await runner.automation(undefined, { trigger: 'paid', reentry: 'once' });
    await send('paid', 2);
    await app.pool.query(
      `INSERT INTO received_events (id, account_id, domain_id, contact_id, name, payload, outcomes, waits_resolved, created_at)
       SELECT uuid_v7(now() + round * interval '1 millisecond'), account_id, domain_id, contact_id, name, payload, outcomes,
              waits_resolved, created_at
       FROM generate_series(1, 998) AS round,
            (SELECT * FROM received_events WHERE account_id = $1 ORDER BY id DESC LIMIT 1) AS last`,
      [runner.accountId],
    );
    const tab = await open();
    const { page } = tab;
    await tab.open(`/automations/${id}/why`);
    await reasonRow(page, notStartedWords('once')).getByRole('cell', { name: '50', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.waitForURL(/why_after=/);
    await eventRow(page, 'None').first().waitFor();
    expect(
      await page.getByRole('table', { name: 'Events of the trigger' }).locator('tbody tr').count(),
    ).to.equal(50);
    expect(tab.problems).to.deep.equal([]);
  });
});

const reasonRow = (page: Page, sentence: string) =>
  page.getByRole('table', { name: 'What they did' }).getByRole('row').filter({ hasText: sentence });

const eventRow = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Events of the trigger' }).getByRole('row').filter({ hasText: text });
