// Batches that start runs: which contacts they start, a thousand a step, and that their counts add up whatever happens
// meanwhile.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { NIL_UUID } from '../../../../../shared/platform/time/ids.ts';
import type { AutomationBatch } from '../../../../../shared/resources/automations/batches/batch.ts';
import { startAutomationBatch } from '../../../../../shared/resources/automations/batches/start.ts';
import { stepAutomationBatch } from '../../../../../shared/resources/automations/batches/step.ts';
import { automationBatchesTable } from '../../../../../shared/resources/automations/batches/table.ts';
import { stopAutomation } from '../../../../../shared/resources/automations/stop.ts';
import { handle } from '../../../../../workers/jobs/run-automation-batches.ts';
import type { WorkerDeps } from '../../../../../workers/runtime/job.ts';
import { type AutomationFields, createAutomation } from '../../../../support/automation-factories.ts';
import { createTestClock } from '../../../../support/clock.ts';
import { createSegment, defaultAudienceOf } from '../../../../support/contact-factories.ts';
import { useDatabase } from '../../../../support/database.ts';
import { createAccount, createDomain } from '../../../../support/factories.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../../support/worker.ts';

/** More than a step starts. */
const CONTACTS = 2_500;

const INSERT_CONTACTS = `
  INSERT INTO contacts (id, account_id, audience_id, email, email_key, first_name, created_at, updated_at)
  SELECT uuid_v7($3), $1, $2, n || '@x.dev', n || '@x.dev', CASE WHEN n % 50 = 0 THEN 'Bo' END, $3, $3
  FROM generate_series($4::integer, $5::integer) AS n`;

describe('starting runs of many contacts', function () {
  this.timeout(120_000);
  // Before that of the database, which removes it.
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const clock = createTestClock();
  let deps: WorkerDeps;
  let accountId: string;
  let domainId: string;
  let audienceId: string;

  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock });
  });
  const createOwner = async (planId: 'free' | 'unlimited' = 'unlimited') => {
    accountId = (await createAccount(database.pool, { planId })).id;
    domainId = (await createDomain(database.pool, accountId)).id;
    audienceId = await defaultAudienceOf(database.pool, accountId);
  };
  beforeEach(() => createOwner());

  const insertContacts = (from: number, to: number) =>
    database.pool.query(INSERT_CONTACTS, [accountId, audienceId, clock.now(), from, to]);
  const automationOf = (fields: Partial<AutomationFields> = {}) =>
    createAutomation(database.pool, accountId, { domainId, ...fields });
  const enroll = async (
    automation: { id: string },
    selection: { segmentId: string } | { contactId: string } | { all: true } = { all: true },
  ) => {
    const [id, now] = [deps.ids.next(), clock.now()];
    const owned = { id, automationId: automation.id, accountId, epoch: 0, now };
    const batch = { ...owned, type: 'enroll', selection } as const;
    await transaction(database.pool, (client) => startAutomationBatch(client, { wake: () => {} }, batch));
    return id;
  };
  const read = async (id: string) => {
    const { rows } = await database.pool.query<AutomationBatch>(
      'SELECT status, total, done, skipped, failed, reasons FROM automation_batch_work WHERE id = $1',
      [id],
    );
    return rows[0] ?? expect.fail();
  };
  const claim = async (id: string) => {
    await automationBatchesTable.markDue(database.pool, clock.now(), 100);
    const lease = { worker: deps.lease.workerId, token: randomUUID() };
    const [claimed] = await automationBatchesTable.claim(database.pool, [id], lease);
    return claimed ?? expect.fail();
  };
  const completed = (counts: Partial<AutomationBatch>) => ({
    ...{ status: 'completed', total: CONTACTS, done: CONTACTS, skipped: 0, failed: 0, reasons: {} },
    ...counts,
  });
  const countRuns = async (automation: { id: string }, condition = 'true') => {
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer AS runs, count(DISTINCT contact_id)::integer AS contacts
       FROM automation_runs WHERE automation_id = $1 AND ${condition}`,
      [automation.id],
    );
    return rows[0];
  };

  it('starts each contact once, asleep in the bulk lane, and counts them', async () => {
    await insertContacts(1, CONTACTS);
    const automation = await automationOf();
    const id = await enroll(automation);
    await handle({ ids: [id] }, deps);
    expect(await read(id)).to.deep.equal(completed({}));
    expect(await countRuns(automation)).to.deep.equal({ runs: CONTACTS, contacts: CONTACTS });
    const asleep = `lane = 'bulk' AND woken_at IS NULL AND next_attempt_at IS NOT NULL AND source_id = '${id}'`;
    expect(await countRuns(automation, asleep)).to.deep.equal({ runs: CONTACTS, contacts: CONTACTS });
  });

  it('starts the members of a static segment, and who meets the filter of a dynamic one, however few of many', async () => {
    const many = 21_000;
    await insertContacts(1, many);
    const chosen = await createSegment(database.pool, accountId);
    await database.pool.query(
      'INSERT INTO segment_contacts SELECT $1, id FROM contacts WHERE account_id = $2 AND id > (SELECT id FROM contacts WHERE account_id = $2 ORDER BY id OFFSET 9 LIMIT 1)',
      [chosen.id, accountId],
    );
    const filtered = await createSegment(database.pool, accountId);
    await database.pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [
      filtered.id,
      JSON.stringify({ type: 'rule', field: 'contact.first_name', operator: 'eq', value: 'Bo' }),
    ]);
    const found = many / 50;
    for (const [segmentId, count] of [
      [chosen.id, many - 10],
      [filtered.id, found],
    ] as const) {
      const automation = await automationOf();
      const id = await enroll(automation, { segmentId });
      for (let jobs = 0; jobs < 4; jobs += 1) await handle({ ids: [id] }, deps);
      expect(await read(id)).to.deep.equal(completed({ total: count, done: count }));
      expect(await countRuns(automation)).to.deep.equal({ runs: count, contacts: count });
    }
  });

  it('counts who was deleted meanwhile as skipped, and who came to a segment as more', async () => {
    await insertContacts(1, CONTACTS);
    const { id: segmentId } = await createSegment(database.pool, accountId);
    const automation = await automationOf();
    const [everybody, members] = [await enroll(automation), await enroll(automation, { segmentId })];
    const claims = [await claim(everybody), await claim(members)];
    for (const each of claims) expect(await stepAutomationBatch(deps, each, clock.now())).to.equal('more');
    expect(await read(everybody)).to.include({ status: 'running', total: CONTACTS });
    expect(await read(members)).to.include({ status: 'running', total: 0 });
    await database.pool.query(
      'INSERT INTO segment_contacts SELECT $1, id FROM contacts WHERE account_id = $2 ORDER BY id LIMIT 3',
      [segmentId, accountId],
    );
    await database.pool.query(
      'DELETE FROM contacts WHERE id = ANY(ARRAY(SELECT id FROM contacts WHERE account_id = $1 ORDER BY id DESC LIMIT 7))',
      [accountId],
    );
    for (const each of claims) while ((await stepAutomationBatch(deps, each, clock.now())) === 'more');
    const deleted = { done: CONTACTS - 7, skipped: 7, reasons: { deleted: 7 } };
    expect(await read(everybody)).to.deep.equal(completed(deleted));
    expect(await read(members)).to.deep.equal(completed({ total: 3, done: 3 }));
  });

  it('starts nobody of a segment that was deleted, and no contact that was', async () => {
    const automation = await automationOf();
    const [gone, contact] = [
      await enroll(automation, { segmentId: randomUUID() }),
      await enroll(automation, { contactId: randomUUID() }),
    ];
    await handle({ ids: [gone, contact] }, deps);
    expect(await read(gone)).to.deep.equal(completed({ total: 0, done: 0 }));
    expect(await read(contact)).to.deep.equal(
      completed({ total: 1, done: 0, skipped: 1, reasons: { deleted: 1 } }),
    );
  });

  it('goes on after the last contact when a worker has died, and writes nothing without the claim', async () => {
    await insertContacts(1, CONTACTS);
    const automation = await automationOf();
    const id = await enroll(automation);
    const lost = await claim(id);
    for (const step of ['begins', 'starts a thousand'])
      expect(await stepAutomationBatch(deps, lost, clock.now()), step).to.equal('more');
    await automationBatchesTable.reclaim(database.pool, [lost], clock.now());
    expect(await stepAutomationBatch(deps, lost, clock.now())).to.equal('done');
    expect(await countRuns(automation)).to.deep.equal({ runs: 1_000, contacts: 1_000 });
    await automationBatchesTable.markDue(database.pool, clock.now(), 10);
    await handle({ ids: [id] }, deps);
    expect(await read(id)).to.deep.equal(completed({}));
    expect(await countRuns(automation)).to.deep.equal({ runs: CONTACTS, contacts: CONTACTS });
  });

  it('counts at the end when the worker that was to count has died', async () => {
    await insertContacts(1, CONTACTS);
    const id = await enroll(await automationOf());
    const claimed = await claim(id);
    await stepAutomationBatch(deps, claimed, clock.now());
    await database.pool.query('UPDATE automation_batch_work SET total = NULL WHERE id = $1', [id]);
    while ((await stepAutomationBatch(deps, claimed, clock.now())) === 'more');
    expect(await read(id)).to.deep.equal(completed({}));
  });

  it('ends at the next step after a stop, and what it had started is cancelled', async () => {
    await insertContacts(1, CONTACTS);
    const automation = await automationOf();
    const id = await enroll(automation);
    const claimed = await claim(id);
    for (const _ of ['begin', 'start'])
      expect(await stepAutomationBatch(deps, claimed, clock.now())).to.equal('more');
    await stopAutomation(deps, { accountId, id: automation.id, cancelRuns: true }, clock.now());
    expect(await stepAutomationBatch(deps, claimed, clock.now())).to.equal('done');
    const rest = { done: 1_000, skipped: 1_500, reasons: { disabled: 1_500 } };
    expect(await read(id)).to.deep.equal(completed({ status: 'cancelled', ...rest }));
    const { rows } = await database.pool.query(
      "SELECT id FROM automation_batch_work WHERE automation_id = $1 AND type = 'cancel'",
      [automation.id],
    );
    await handle({ ids: rows.map((row) => row.id) }, deps);
    const cancelled = "status = 'cancelled' AND reason = 'stopped'";
    expect(await countRuns(automation, cancelled)).to.deep.equal({ runs: 1_000, contacts: 1_000 });
  });

  it('starts as many runs as the quota has left, and says so of the others', async () => {
    await createOwner('free');
    await insertContacts(1, 1_300);
    const automation = await automationOf();
    const id = await enroll(automation);
    await handle({ ids: [id] }, deps);
    const counts = { total: 1_300, done: 1_000, skipped: 300, reasons: { quota: 300 } };
    expect(await read(id)).to.deep.equal(completed(counts));
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer AS count FROM received_events
       WHERE account_id = $1 AND name = 'service:enroll' AND outcomes -> 0 ->> 'reason' = 'quota'`,
      [accountId],
    );
    expect(rows).to.deep.equal([{ count: 300 }]);
  });

  it('wait for the time of a schedule that an upgrade has stored without one, and miss one that has passed', async () => {
    const { id: automationId } = await automationOf({ trigger: 'service:schedule' });
    const at = new Date(clock.now().getTime() + 3_600_000);
    const config = JSON.stringify({ at: at.toISOString(), timezone: 'UTC' });
    await database.pool.query('UPDATE automations SET trigger_config = $2 WHERE id = $1', [
      automationId,
      config,
    ]);
    const id = deps.ids.next();
    await database.pool.query(
      `INSERT INTO automation_batch_work (id, account_id, automation_id, type, status, position, next_attempt_at, created_at)
       VALUES ($1, $2, $3, 'schedule', 'pending', $4, $5, $5)`,
      [id, accountId, automationId, NIL_UUID, clock.now()],
    );
    const run = async () => {
      await automationBatchesTable.markDue(database.pool, clock.now(), 100);
      await handle({ ids: [id] }, deps);
      const { rows } = await database.pool.query(
        'SELECT status, taken_at, next_attempt_at, claimed_by FROM automation_batch_work WHERE id = $1',
        [id],
      );
      return rows[0];
    };
    expect(await run()).to.deep.equal({
      status: 'pending',
      taken_at: at,
      next_attempt_at: at,
      claimed_by: null,
    });
    await database.pool.query(
      'UPDATE automation_batch_work SET taken_at = NULL, next_attempt_at = $2 WHERE id = $1',
      [id, clock.now()],
    );
    clock.advance(3_600_000);
    expect(await run()).to.include({ status: 'missed', next_attempt_at: null });
  });

  it('holds up no other batch of the job when one meets a bug', async () => {
    await insertContacts(1, 10);
    const automation = await automationOf();
    const [broken, sound] = [await enroll(automation), await enroll(automation)];
    await database.pool.query('UPDATE automation_batch_work SET selection = NULL WHERE id = $1', [broken]);
    const failure = await handle({ ids: [broken, sound] }, deps).catch((error: Error) => error.message);
    expect(failure).to.include(broken);
    expect(await read(sound)).to.deep.equal(completed({ total: 10, done: 10 }));
    expect(await read(broken)).to.include({ done: 0, total: null });
  });
});
