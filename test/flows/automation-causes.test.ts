// Flow test: automations whose runs change contacts start each other, with a worker that moves runs as it does in
// production. Each automation has one run for each write of a contact that has led to it, however the runs meet.
import { expect } from 'chai';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { automationBatchWork } from '../../shared/resources/flows/automations/batches/work.ts';
import {
  bulkRunsWork,
  eventRunsWork,
  timerRunsWork,
} from '../../shared/resources/flows/automations/runs/work.ts';
import { importWork } from '../../shared/resources/flows/contact-imports/work.ts';
import { loadEntries } from '../../workers/registry.ts';
import { createRunner, type Runner } from '../api/automations/runs/runner.ts';
import { useApp } from '../support/api/app.ts';
import { createContact } from '../support/factories/contact-factories.ts';
import { createDomain } from '../support/factories/factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { startTestWorker, type TestWorker } from '../support/work/worker.ts';

const MANY = 100;
const CONTACTS = 2;

describe('automations whose runs change contacts', function () {
  this.timeout(120_000);
  let worker: TestWorker;
  let runner: Runner;
  // Before the hooks of the database.
  after(() => worker.stop());
  const app = useApp({ deps: { clock: createSystemClock() } });
  before(async () => {
    const entries = await loadEntries([
      eventRunsWork,
      timerRunsWork,
      bulkRunsWork,
      automationBatchWork,
      importWork,
    ]);
    worker = await startTestWorker(
      { databaseUrl: app.deps.config.databaseUrl, redisUrl: undefined },
      { entries },
    );
  });
  beforeEach(async () => {
    runner = await createRunner(app);
  });

  /** An automation that changes its contact. */
  const changing = async (trigger: string, config: object, domainId = runner.domain.id) =>
    (await runner.automation([{ key: 'change', type: 'contact_update', config }], { trigger, domainId })).id;
  const contactsOf = async (audienceId?: string) =>
    await Promise.all(
      Array.from({ length: CONTACTS }, (_, number) =>
        createContact(app.pool, {
          accountId: runner.accountId,
          email: `c${number}@customer.dev`,
          ...(audienceId !== undefined && { audienceId }),
        }),
      ),
    );
  /** The automation and the contact of each run, when all have ended. */
  const ended = async () => {
    const { rows } = await eventually('all runs have ended', async () => {
      const found = await app.pool.query<{ run: string; status: string }>(
        `SELECT automation_id || ' ' || contact_id AS run, status FROM automation_runs WHERE account_id = $1`,
        [runner.accountId],
      );
      const { rowCount: working } = await app.pool.query(
        `SELECT FROM automation_batch_work WHERE account_id = $1 AND ended_at IS NULL
         UNION ALL SELECT FROM contact_imports WHERE account_id = $1 AND status NOT IN ('completed', 'failed')`,
        [runner.accountId],
      );
      const isOver = found.rows.length > 0 && found.rows.every(({ status }) => status === 'completed');
      return working === 0 && isOver && found;
    });
    return rows.map(({ run }) => run);
  };
  const pairs = (automations: readonly string[], contacts: readonly { id: string }[]) =>
    contacts.flatMap(({ id }) => automations.map((automation) => `${automation} ${id}`));

  it('have one run for each contact that a batch has changed', async () => {
    const contacts = await contactsOf();
    const automations = await Promise.all(
      Array.from({ length: MANY }, (_, number) =>
        changing('contact.updated', { last_name: `Name ${number}` }),
      ),
    );
    const batch = contacts.map(({ email }) => ({ email, first_name: 'Bo' }));
    await runner.api.post('/contacts/batch').send(batch).expect(200);
    expect(await ended()).to.have.members(pairs(automations, contacts));
    const { rows } = await app.pool.query(
      `SELECT outcome ->> 'reason' AS reason, count(*)::integer
       FROM received_events, jsonb_array_elements(outcomes) AS outcome WHERE account_id = $1 GROUP BY 1 ORDER BY 1`,
      [runner.accountId],
    );
    const started = CONTACTS * MANY;
    expect(rows).to.deep.equal([
      { reason: 'loop', count: started * MANY },
      { reason: null, count: started },
    ]);
  });

  it('have one run for each contact that was imported, and for what its runs change', async () => {
    const created = [await changing('contact.created', { last_name: 'A' })];
    created.push(await changing('contact.created', { last_name: 'B' }));
    const updated = [await changing('contact.updated', { last_name: 'C' })];
    updated.push(await changing('contact.updated', { last_name: 'D' }));
    const csv = ['email', ...Array.from({ length: CONTACTS }, (_, number) => `i${number}@x.dev`)].join('\n');
    await runner.api.post('/contacts/imports').send({ csv }).expect(201);
    const runs = await ended();
    const { rows } = await app.pool.query<{ id: string }>(
      `SELECT id FROM contacts WHERE account_id = $1 AND email LIKE 'i%'`,
      [runner.accountId],
    );
    expect(rows).to.have.length(CONTACTS);
    expect(runs).to.have.members(pairs([...created, ...updated], rows));
  });

  it('have one run for each contact of an enrolment, also of its address in another audience', async () => {
    const { id: elsewhere } = await createDomain(app.pool, runner.accountId);
    const { rows } = await app.pool.query<{ audienceId: string }>(
      'SELECT audience_id AS "audienceId" FROM domains WHERE id = $1',
      [elsewhere],
    );
    const contacts = await contactsOf();
    const others = await contactsOf(rows[0]?.audienceId);
    const enrolled = await changing('begin', { unsubscribed: true });
    const here = [
      await changing('contact.updated', { first_name: 'Updated' }),
      await changing('contact.unsubscribed', { last_name: 'Unsubscribed' }),
    ];
    const there = [
      await changing('contact.unsubscribed', { last_name: 'Unsubscribed' }, elsewhere),
      await changing('contact.updated', { first_name: 'A' }, elsewhere),
      // It makes the address subscribe again, so runs of both audiences change the same addresses.
      await changing('contact.updated', { unsubscribed: false }, elsewhere),
    ];
    await runner.api.post(`/automations/${enrolled}/enroll`).send({ all: true }).expect(202);
    const all = [...contacts, { id: runner.contactId }];
    expect(await ended()).to.have.members([...pairs([enrolled, ...here], all), ...pairs(there, others)]);
  });
});
