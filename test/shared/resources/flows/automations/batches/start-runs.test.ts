// Batches that start runs: which contacts they start, a thousand a step, and that their counts add up whatever happens
// at the same time.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { NIL_UUID } from '../../../../../../shared/platform/time/ids.ts';
import { batchWalk } from '../../../../../../shared/resources/flows/automations/batches/step.ts';
import { automationBatchWork } from '../../../../../../shared/resources/flows/automations/batches/work.ts';
import { stopAutomation } from '../../../../../../shared/resources/flows/automations/stop.ts';
import { createSegment } from '../../../../../support/factories/contact-factories.ts';
import { runJob } from '../../../../../support/work/run-job.ts';
import { type BatchCounts, useManyContacts } from './use-many-contacts.ts';

/** More than a step starts. */
const CONTACTS = 2_500;

describe('starting runs of many contacts', () => {
  const test = useManyContacts();
  const { database, clock, createOwner, insertContacts, automationOf, enroll, read, claim, countRuns } = test;
  let deps: ReturnType<typeof test.deps>;
  let accountId: string;
  before(() => {
    deps = test.deps();
  });
  beforeEach(() => {
    accountId = test.accountId();
  });
  const completed = (counts: Partial<BatchCounts>) => ({
    status: 'completed',
    total: CONTACTS,
    done: CONTACTS,
    skipped: 0,
    failed: 0,
    reasons: {},
    ...counts,
  });

  it('starts each contact once, asleep in the bulk lane, and counts them', async () => {
    await insertContacts(1, CONTACTS);
    const automation = await automationOf();
    const id = await enroll(automation);
    await runJob(automationBatchWork, [id], deps);
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
      for (let jobs = 0; jobs < 4; jobs += 1) await runJob(automationBatchWork, [id], deps);
      expect(await read(id)).to.deep.equal(completed({ total: count, done: count }));
      expect(await countRuns(automation)).to.deep.equal({ runs: count, contacts: count });
    }
  });

  it('counts who was deleted before their turn as skipped, and who came to a segment as more', async () => {
    await insertContacts(1, CONTACTS);
    const { id: segmentId } = await createSegment(database.pool, accountId);
    const automation = await automationOf();
    const everybody = await enroll(automation);
    const members = await enroll(automation, { segmentId });
    const claims = [await claim(everybody), await claim(members)];
    for (const each of [...claims, ...claims])
      expect(await batchWalk.step(deps, each, clock.now())).to.equal('more');
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
    for (const each of claims) while ((await batchWalk.step(deps, each, clock.now())) === 'more');
    const left = { done: CONTACTS - 7, skipped: 7, reasons: { left: 7 } };
    expect(await read(everybody)).to.deep.equal(completed(left));
    expect(await read(members)).to.deep.equal(completed({ total: 3, done: 3 }));
  });

  it('starts all others when some of the next contacts are deleted, and new ones come, before the step', async () => {
    await insertContacts(1, 1_500);
    const automation = await automationOf();
    const id = await enroll(automation);
    const claimed = await claim(id);
    for (const _ of ['begins', 'counts']) await batchWalk.step(deps, claimed, clock.now());
    await database.pool.query(
      'DELETE FROM contacts WHERE id = ANY(ARRAY(SELECT id FROM contacts WHERE account_id = $1 ORDER BY id LIMIT 300))',
      [accountId],
    );
    await batchWalk.step(deps, claimed, clock.now());
    expect(await countRuns(automation)).to.deep.equal({ runs: 1_000, contacts: 1_000 });
    clock.advance(1);
    await insertContacts(1_501, 1_600);
    while ((await batchWalk.step(deps, claimed, clock.now())) === 'more');
    expect(await read(id)).to.deep.equal(
      completed({ total: 1_500, done: 1_200, skipped: 300, reasons: { left: 300 } }),
    );
    expect(await countRuns(automation)).to.deep.equal({ runs: 1_200, contacts: 1_200 });
  });

  it('starts no contact of a deleted segment, and no deleted contact', async () => {
    const automation = await automationOf();
    const gone = await enroll(automation, { segmentId: randomUUID() });
    const contact = await enroll(automation, { contactId: randomUUID() });
    await runJob(automationBatchWork, [gone, contact], deps);
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
    for (const step of ['begins', 'counts', 'starts a thousand'])
      expect(await batchWalk.step(deps, lost, clock.now()), step).to.equal('more');
    await automationBatchWork.table.reclaim(database.pool, [lost], clock.now());
    expect(await batchWalk.step(deps, lost, clock.now())).to.equal('done');
    expect(await countRuns(automation)).to.deep.equal({ runs: 1_000, contacts: 1_000 });
    await automationBatchWork.table.markDue(database.pool, clock.now(), 10);
    await runJob(automationBatchWork, [id], deps);
    expect(await read(id)).to.deep.equal(completed({}));
    expect(await countRuns(automation)).to.deep.equal({ runs: CONTACTS, contacts: CONTACTS });
  });

  it('counts at the end when the worker that was to count has died', async () => {
    await insertContacts(1, CONTACTS);
    const id = await enroll(await automationOf());
    const claimed = await claim(id);
    for (const _ of ['begins', 'counts']) await batchWalk.step(deps, claimed, clock.now());
    await database.pool.query('UPDATE automation_batch_work SET total = NULL WHERE id = $1', [id]);
    while ((await batchWalk.step(deps, claimed, clock.now())) === 'more');
    expect(await read(id)).to.deep.equal(completed({}));
  });

  it('ends at the next step after a stop, and what it had started is cancelled', async () => {
    await insertContacts(1, CONTACTS);
    const automation = await automationOf();
    const id = await enroll(automation);
    const claimed = await claim(id);
    for (const _ of ['begin', 'count', 'start'])
      expect(await batchWalk.step(deps, claimed, clock.now())).to.equal('more');
    await stopAutomation(deps, { accountId, id: automation.id, cancelRuns: true }, clock.now());
    expect(await batchWalk.step(deps, claimed, clock.now())).to.equal('done');
    const rest = { done: 1_000, skipped: 1_500, reasons: { disabled: 1_500 } };
    expect(await read(id)).to.deep.equal(completed({ status: 'cancelled', ...rest }));
    const { rows } = await database.pool.query(
      "SELECT id FROM automation_batch_work WHERE automation_id = $1 AND type = 'cancel'",
      [automation.id],
    );
    await runJob(
      automationBatchWork,
      rows.map((row) => row.id),
      deps,
    );
    const cancelled = "status = 'cancelled' AND reason = 'stopped'";
    expect(await countRuns(automation, cancelled)).to.deep.equal({ runs: 1_000, contacts: 1_000 });
  });

  it('starts as many runs as the quota has left, and says so of the others', async () => {
    await createOwner('free');
    accountId = test.accountId();
    await insertContacts(1, 1_300);
    const automation = await automationOf();
    const id = await enroll(automation);
    await runJob(automationBatchWork, [id], deps);
    const counts = { total: 1_300, done: 1_000, skipped: 300, reasons: { quota: 300 } };
    expect(await read(id)).to.deep.equal(completed(counts));
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer AS count FROM received_events
       WHERE account_id = $1 AND name = 'service:enroll' AND outcomes -> 0 ->> 'reason' = 'quota'`,
      [accountId],
    );
    expect(rows).to.deep.equal([{ count: 300 }]);
  });

  describe('a schedule that an upgrade has stored without its time', () => {
    const store = async (atMs: number) => {
      const { id: automationId } = await automationOf({ trigger: 'service:schedule' });
      const at = new Date(clock.now().getTime() + atMs);
      await database.pool.query('UPDATE automations SET trigger_config = $2 WHERE id = $1', [
        automationId,
        JSON.stringify({ at: at.toISOString(), timezone: 'UTC' }),
      ]);
      const id = deps.ids.next();
      await database.pool.query(
        `INSERT INTO automation_batch_work (id, account_id, automation_id, type, status, position, next_attempt_at, created_at)
         VALUES ($1, $2, $3, 'schedule', 'pending', $4, $5, $5)`,
        [id, accountId, automationId, NIL_UUID, clock.now()],
      );
      return { id, at };
    };
    const run = async ({ id }: { id: string }) => {
      expect(await test.run(id)).to.equal(undefined);
      const { rows } = await database.pool.query(
        'SELECT status, taken_at, next_attempt_at, claimed_by, done, attempts FROM automation_batch_work WHERE id = $1',
        [id],
      );
      return rows[0];
    };

    it('waits for it', async () => {
      const schedule = await store(3_600_000);
      const { at } = schedule;
      const waiting = { status: 'pending', taken_at: at, next_attempt_at: at, claimed_by: null };
      expect(await run(schedule)).to.deep.equal({ ...waiting, done: 0, attempts: 0 });
      await insertContacts(1, 10);
      clock.advance(3_600_000);
      expect(await run(schedule)).to.deep.include({ status: 'completed', taken_at: at, done: 10 });
    });

    it('begins late when the upgrade has taken longer', async () => {
      await insertContacts(1, 10);
      const schedule = await store(1_000);
      clock.advance(3_600_000);
      expect(await run(schedule)).to.deep.include({ status: 'completed', taken_at: schedule.at, done: 10 });
    });

    it('was missed when it had passed before', async () => {
      await insertContacts(1, 10);
      const schedule = await store(0);
      clock.advance(3_600_000);
      expect(await run(schedule)).to.include({ status: 'missed', next_attempt_at: null, done: 0 });
    });
  });
});
