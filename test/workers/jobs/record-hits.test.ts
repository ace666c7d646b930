// The job that judges the hits of pixels and links: what it records of people and of machines, once, and what it gives to
// the automations.
import { expect } from 'chai';
import { hitWork } from '../../../shared/resources/messaging/tracking/hits/work.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { createAutomation, waitFor } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createDomain, createWebhook } from '../../support/factories/factories.ts';
import { createRun } from '../../support/factories/run-factories.ts';
import {
  APPLE_PROXY,
  BROWSER,
  createHit,
  createTrackedEmail,
  type HitFields,
  type TrackedEmailFields,
} from '../../support/factories/tracking-factories.ts';
import { runJob } from '../../support/work/run-job.ts';
import { useAccountJob } from '../support/use-job.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const SHOP = 'https://shop.example/sale';
const BLOG = 'https://blog.example/';

type Email = Awaited<ReturnType<typeof createTrackedEmail>>;

describe('The job that judges hits', () => {
  const test = useAccountJob();
  const { clock, query, row } = test;
  const run = (ids: readonly string[], deps: WorkerDeps = test.deps) => runJob(hitWork, ids, deps);
  const createSent = (fields: Partial<TrackedEmailFields> = {}) =>
    createTrackedEmail(test.pool, test.accountId, {
      sentAt: new Date(clock.now().getTime() - HOUR_MS),
      ...fields,
    });
  /** @param afterMs after the present time of the test */
  const hit = (email: Email, fields: Omit<HitFields, 'at'> = {}, afterMs = 0) =>
    createHit(test.pool, email, { at: new Date(clock.now().getTime() + afterMs), ...fields });
  const eventsOf = ({ id }: Email) =>
    query('SELECT type, recipient, data, created_at FROM email_events WHERE email_id = $1 ORDER BY id', [id]);
  const countsOf = async (accountId = test.accountId) => {
    const rows = await query(
      'SELECT metric, sum(count)::integer AS count FROM email_metrics WHERE account_id = $1 GROUP BY 1',
      [accountId],
    );
    return Object.fromEntries(rows.map(({ metric, count }) => [metric, count]));
  };
  const stateOf = ({ id }: Email) =>
    row(
      `SELECT last_event, opened_at, clicked_at FROM emails JOIN email_recipients AS recipient ON email_id = emails.id
       WHERE emails.id = $1`,
      [id],
    );
  const createBo = () => createContact(test.pool, { accountId: test.accountId, email: 'Bo@customer.dev' });
  const hitsLeft = ({ id }: Email) =>
    query('SELECT verdict, claimed_by, next_attempt_at FROM tracking_hits WHERE email_id = $1', [id]);

  it('Counts a recipient once as opened and once as clicked, however often and from wherever.', async () => {
    const email = await createSent();
    const now = clock.now();
    await run([
      await hit(email),
      await hit(email, { link: SHOP }, 5 * SECOND_MS),
      await hit(email, {}, HOUR_MS),
    ]);
    const client = { ipAddress: '192.0.2.1', userAgent: BROWSER };
    const at = (afterMs: number) => new Date(now.getTime() + afterMs);
    const open = (time: Date) => ({ open: { ...client, timestamp: time.toISOString(), machine: null } });
    expect(await eventsOf(email)).to.deep.equal([
      { type: 'opened', recipient: 'bo@customer.dev', data: open(now), created_at: now },
      {
        ...{ type: 'clicked', recipient: 'bo@customer.dev', created_at: at(5 * SECOND_MS) },
        data: {
          click: { ...client, link: SHOP, timestamp: at(5 * SECOND_MS).toISOString(), machine: null },
        },
      },
      { type: 'opened', recipient: 'bo@customer.dev', data: open(at(HOUR_MS)), created_at: at(HOUR_MS) },
    ]);
    expect(await stateOf(email)).to.deep.equal({
      ...{ last_event: 'opened', opened_at: now, clicked_at: at(5 * SECOND_MS) },
    });
    expect(await countsOf()).to.deep.equal({ opened: 2, unique_opened: 1, clicked: 1, unique_clicked: 1 });
    expect(await hitsLeft(email)).to.deep.equal([]);
  });

  it('Takes a click of a person for an open too, where opens of the email are measured.', async () => {
    const [both, clicksOnly] = [await createSent(), await createSent({ tracking: 2 })];
    await run([await hit(both, { link: SHOP }), await hit(clicksOnly, { link: SHOP })]);
    expect((await eventsOf(both)).map(({ type }) => type)).to.deep.equal(['opened', 'clicked']);
    expect((await eventsOf(clicksOnly)).map(({ type }) => type)).to.deep.equal(['clicked']);
    expect(await stateOf(both)).to.deep.include({ last_event: 'clicked', opened_at: clock.now() });
    expect(await stateOf(clicksOnly)).to.deep.include({ last_event: 'clicked', opened_at: null });
    expect(await countsOf()).to.deep.equal({ opened: 1, unique_opened: 1, clicked: 2, unique_clicked: 2 });
  });

  it('Shows and announces what a machine does, and moves neither `last_event` nor the counts of people by it.', async () => {
    const webhook = await createWebhook(test.pool, test.accountId, { events: ['email.*'] });
    const email = await createSent();
    await run([await hit(email, { userAgent: APPLE_PROXY })]);
    const [event, ...others] = await eventsOf(email);
    expect(others).to.deep.equal([]);
    expect(event.data.open).to.include({ machine: 'privacy_proxy', userAgent: APPLE_PROXY });
    expect(await stateOf(email)).to.deep.equal({
      last_event: 'delivered',
      opened_at: null,
      clicked_at: null,
    });
    expect(await countsOf()).to.deep.equal({ machine_opened: 1 });
    const messages = await query('SELECT type, payload FROM webhook_messages WHERE webhook_id = $1', [
      webhook.id,
    ]);
    expect(messages.map(({ type }) => type)).to.deep.equal(['email.opened']);
    expect(JSON.parse(messages[0].payload).data.open).to.deep.equal(event.data.open);
  });

  it('Takes a scanner that follows two links at once for a machine, and the person who follows one later for a person.', async () => {
    const email = await createSent();
    const scanner = { ipAddress: '198.51.100.7' };
    const scanned = [
      await hit(email, { ...scanner, link: SHOP }),
      await hit(email, { ...scanner, link: BLOG }, SECOND_MS),
    ];
    // Each is judged by a job of its own, with the other one as its neighbour.
    await Promise.all(scanned.map((id) => run([id])));
    expect(await countsOf()).to.deep.equal({ machine_clicked: 2 });
    const later = await hit(email, scanner, 40 * SECOND_MS);
    await run([later, await hit(email, { link: SHOP }, 40 * SECOND_MS)]);
    expect(await countsOf()).to.deep.equal({
      ...{
        machine_clicked: 2,
        machine_opened: 1,
        opened: 1,
        unique_opened: 1,
        clicked: 1,
        unique_clicked: 1,
      },
    });
    expect((await hitsLeft(email)).map(({ verdict }) => verdict)).to.deep.equal(Array(3).fill('scanner'));
  });

  it('keeps the hits of a scanner for a minute as evidence, and then removes them', async () => {
    const email = await createSent();
    const id = await hit(email, { userAgent: 'curl/8.11.0' });
    await run([id]);
    expect(await hitsLeft(email)).to.deep.equal([
      ...[
        { verdict: 'scanner', claimed_by: null, next_attempt_at: new Date(clock.now().getTime() + 60_000) },
      ],
    ]);
    expect(await hitWork.table.markDue(test.pool, new Date(clock.now().getTime() + 60_000), 10)).to.include(
      id,
    );
    await run([id]);
    expect(await hitsLeft(email)).to.deep.equal([]);
    expect(await eventsOf(email)).to.have.length(1);
  });

  it('Keeps up to 100 events of opens and clicks of a recipient, and the first ones of a person in any case, and counts all.', async () => {
    const email = await createSent();
    const hits = await Promise.all(
      Array.from({ length: 120 }, (_, second) => hit(email, { userAgent: APPLE_PROXY }, second * SECOND_MS)),
    );
    await Promise.all([run(hits.slice(0, 70)), run(hits.slice(70))]);
    await run([await hit(email, {}, HOUR_MS), await hit(email, { link: SHOP }, HOUR_MS)]);
    await run([await hit(email, {}, 2 * HOUR_MS)]);
    const events = await eventsOf(email);
    expect(events).to.have.length(102);
    expect(events.slice(-2).map(({ type }) => type)).to.deep.equal(['opened', 'clicked']);
    expect(await countsOf()).to.deep.equal({
      ...{ machine_opened: 120, opened: 2, unique_opened: 1, clicked: 1, unique_clicked: 1 },
    });
  });

  it('counts a recipient once whose hits several workers judge at the same time', async () => {
    const email = await createSent();
    const hits = await Promise.all(
      Array.from({ length: 16 }, (_, place) =>
        hit(email, { ipAddress: `192.0.2.${place}`, ...(place % 2 === 0 && { link: SHOP }) }),
      ),
    );
    await Promise.all(hits.map((id) => run([id])));
    const { opened, ...others } = await countsOf();
    expect(others).to.deep.equal({ unique_opened: 1, clicked: 8, unique_clicked: 1 });
    expect(opened).to.be.within(8, 9);
    expect(await eventsOf(email)).to.have.length(opened + 8);
  });

  it('Gives what people open and click to automations, and nothing that machines do.', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    await createAutomation(test.pool, test.accountId, { domainId: domain.id, trigger: 'email.clicked' });
    await createAutomation(test.pool, test.accountId, { domainId: domain.id, trigger: 'email.opened' });
    const contact = await createBo();
    const email = await createSent({ domainId: domain.id });
    await run([
      await hit(email, { link: SHOP, userAgent: 'curl/8.11.0' }),
      await hit(email, { link: SHOP, ipAddress: '192.0.2.9' }, 30 * SECOND_MS),
    ]);
    const runs = await query(
      'SELECT contact_id, payload FROM automation_runs WHERE account_id = $1 ORDER BY id',
      [test.accountId],
    );
    expect(runs.map(({ contact_id }) => contact_id)).to.deep.equal([contact.id, contact.id]);
    expect(runs[0].payload.open).to.include({ machine: null });
    expect(runs[1].payload).to.deep.include({ email_id: email.id, to: ['bo@customer.dev'] });
    expect(runs[1].payload.click).to.include({ link: SHOP, ipAddress: '192.0.2.9', machine: null });
  });

  it('starts an automation once when the worker died after the hit was recorded', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    await createAutomation(test.pool, test.accountId, { domainId: domain.id, trigger: 'email.opened' });
    await createBo();
    const email = await createSent({ domainId: domain.id });
    const judged = await hit(email, { verdict: 'person' });
    await Promise.all([run([judged]), run([judged])]);
    await run([judged]);
    const runs = await query('SELECT id FROM automation_runs WHERE account_id = $1', [test.accountId]);
    expect(runs).to.have.length(1);
    expect(await countsOf()).to.deep.equal({});
  });

  it('Ends a wait for `email.opened` or `email.clicked` by what a person does with the mail of this run, and by no other mail.', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    const automation = await createAutomation(test.pool, test.accountId, {
      ...{ domainId: domain.id, steps: [waitFor('email.clicked')] },
    });
    const contact = await createBo();
    const startedAt = new Date(clock.now().getTime() - HOUR_MS);
    const asked = { automation, contactId: contact.id, startedAt };
    const [own, other] = [await createRun(test.pool, asked), await createRun(test.pool, asked)];
    const email = await createSent({
      ...{ domainId: domain.id, runId: own.id, contactId: contact.id, automationId: automation.id },
    });
    await run([await hit(email, { link: SHOP })]);
    const inboxes = await query('SELECT id, inbox FROM automation_runs WHERE id = ANY($1::uuid[])', [
      [own.id, other.id],
    ]);
    const reached = inboxes.filter(({ inbox }) => (inbox ?? []).length > 0).map(({ id }) => id);
    expect(reached).to.deep.equal([own.id]);
  });

  it('Starts automations when a person opens or clicks, but no run of the automation whose mail it was.', async () => {
    const domain = await createDomain(test.pool, test.accountId);
    const fields = { domainId: domain.id, trigger: 'email.opened' };
    const own = await createAutomation(test.pool, test.accountId, fields);
    const other = await createAutomation(test.pool, test.accountId, fields);
    const contact = await createBo();
    const email = await createSent({ domainId: domain.id, contactId: contact.id, automationId: own.id });
    await run([await hit(email)]);
    const runs = await query('SELECT automation_id FROM automation_runs WHERE account_id = $1', [
      test.accountId,
    ]);
    expect(runs).to.deep.equal([{ automation_id: other.id }]);
  });

  it('Keeps neither address nor User-Agent of clients if the operator says so.', async () => {
    const config = { ...test.deps.config, trackingClients: 'none' as const };
    const email = await createSent();
    await run([await hit(email), await hit(email, { userAgent: 'curl/8.11.0' })], { ...test.deps, config });
    const events = await eventsOf(email);
    expect(events).to.have.length(2);
    for (const { data } of events) expect(data.open).to.include({ ipAddress: '', userAgent: '' });
  });

  it('Records nothing of people who have refused since their mail was sent.', async () => {
    const email = await createSent();
    await query(
      `INSERT INTO tracking_refusals (account_id, email_key, chosen_by, chosen_at)
       VALUES ($1, 'bo@customer.dev', 'person', now())`,
      [test.accountId],
    );
    await run([await hit(email), await hit(email, { link: SHOP, userAgent: 'curl/8.11.0' })]);
    expect(await eventsOf(email)).to.deep.equal([]);
    expect(await countsOf()).to.deep.equal({});
    expect(await hitsLeft(email)).to.deep.equal([]);
  });

  it('forgets the hits of mail that was removed', async () => {
    const email = await createSent();
    const id = await hit(email);
    await query('DELETE FROM email_recipients WHERE email_id = $1', [email.id]);
    await query('DELETE FROM emails WHERE id = $1', [email.id]);
    await run([id]);
    expect(await countsOf()).to.deep.equal({});
    expect(await hitsLeft(email)).to.deep.equal([]);
  });
});
