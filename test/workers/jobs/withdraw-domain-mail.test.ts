// The job that withdraws the scheduled mail of deleted and lost domains: in steps, each of which is recorded in the
// transaction that ends its emails.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { startWithdrawal } from '../../../shared/resources/domains/withdrawals/start.ts';
import { stepWithdrawal } from '../../../shared/resources/domains/withdrawals/step.ts';
import { withdrawalsTable } from '../../../shared/resources/domains/withdrawals/table.ts';
import { queueDueEmails } from '../../../shared/resources/emails/delivery/queue-due.ts';
import { FIND_PENDING } from '../../../shared/resources/emails/withdraw-scheduled.ts';
import { handle } from '../../../workers/jobs/withdraw-domain-mail.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { listenForEvents } from '../../support/announced-events.ts';
import { createTestClock } from '../../support/clock.ts';
import { useDatabase } from '../../support/database.ts';
import { createAccount, createDomain, createEmail, type RecipientFields } from '../../support/factories.ts';
import { SILENT_QUEUES } from '../../support/queues.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../support/worker.ts';

const STEP_EMAILS = 100;
const STEPS_PER_JOB = 10;

describe('the withdrawal of scheduled mail', function () {
  this.timeout(30_000);
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const clock = createTestClock();
  let deps: WorkerDeps;
  let accountId: string;
  let domain: { id: string; name: string };
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { clock });
  });
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
    domain = await createDomain(database.pool, accountId);
  });

  const schedule = async (domainId = domain.id, recipients: RecipientFields[] = [{}]) => {
    const email = await createEmail(database.pool, accountId, { domainId, status: 'pending', recipients });
    const dueAt = new Date(clock.now().getTime() + 60 * MINUTE_MS);
    await database.pool.query('UPDATE emails SET scheduled_at = $2 WHERE id = $1', [email.id, dueAt]);
    await database.pool.query(
      "UPDATE email_recipients SET next_attempt_at = $2 WHERE email_id = $1 AND state = 'pending'",
      [email.id, dueAt],
    );
    return email.id;
  };
  /** Many pending emails with one recipient each. */
  const scheduleMany = (domainId: string, count: number) =>
    database.pool.query(
      `WITH made AS (SELECT uuid_v7(now()) AS id FROM generate_series(1, $3)), stored AS (
         INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                             to_addresses, subject, created_at, scheduled_at)
         SELECT id, $1, $2, id, 'api', 'pending', id::text, 'a@b.dev', 'a@b.dev', '{c@d.dev}', 's', now(), now()
         FROM made)
       INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, next_attempt_at,
                                     updated_at)
       SELECT uuid_v7(now()), id, $1, 'to', 0, 'c@d.dev', 'pending', 'transactional', now() + interval '1 hour', now()
       FROM made`,
      [accountId, domainId, count],
    );
  const remove = () => database.pool.query('DELETE FROM domains WHERE id = $1', [domain.id]);
  const lose = () =>
    database.pool.query("UPDATE domains SET status = 'failed', status_reason = 'claimed' WHERE id = $1", [
      domain.id,
    ]);
  const start = (outcome: 'canceled' | 'failed') =>
    transaction(database.pool, (client) =>
      startWithdrawal(client, SILENT_QUEUES, { domainId: domain.id, accountId, outcome, now: clock.now() }),
    );
  const run = () => handle({ ids: [domain.id] }, deps);
  const wake = () => withdrawalsTable.markDue(database.pool, clock.now(), 10);
  const row = async () =>
    (await database.pool.query('SELECT * FROM domain_withdrawals WHERE id = $1', [domain.id])).rows[0];
  const claim = async () => {
    const lease = { worker: deps.lease.workerId, token: randomUUID() };
    const [claimed] = await withdrawalsTable.claim(database.pool, [domain.id], lease);
    return claimed ?? expect.fail('The withdrawal cannot be claimed.');
  };
  const statusOf = async (id: string) =>
    (await database.pool.query('SELECT status, last_event FROM emails WHERE id = $1', [id])).rows[0];
  const pendingCount = async () => {
    const { rows } = await database.pool.query(
      "SELECT count(*)::integer AS count FROM email_recipients WHERE account_id = $1 AND state = 'pending'",
      [accountId],
    );
    return rows[0].count as number;
  };
  const eventsOf = async (id: string) => {
    const { rows } = await database.pool.query(
      'SELECT recipient, type, data FROM email_events WHERE email_id = $1 ORDER BY id',
      [id],
    );
    return rows;
  };
  const charge = (units: number) =>
    database.pool.query(
      `INSERT INTO email_usage (account_id, period, starts_on, used)
       SELECT $1, period, date_trunc(period, now() AT TIME ZONE 'UTC')::date, $2 FROM unnest(ARRAY['day', 'month']) AS period`,
      [accountId, units],
    );
  const used = async () => {
    const { rows } = await database.pool.query<{ used: number }>(
      'SELECT used FROM email_usage WHERE account_id = $1',
      [accountId],
    );
    return rows.map((usage) => usage.used);
  };

  it('fails the mail of a deleted domain as the send worker would, with event, webhook and refund', async () => {
    const announced = await listenForEvents(database.pool, accountId, ['email.*']);
    const recipients: RecipientFields[] = [
      { address: 'bo@customer.dev' },
      { address: 'cy@customer.dev', kind: 'cc' },
      { address: 'x@example.com', state: 'suppressed' },
    ];
    const id = await schedule(domain.id, recipients);
    await charge(2);
    await remove();
    await start('failed');
    await run();
    expect(await statusOf(id)).to.deep.equal({ status: 'failed', last_event: 'failed' });
    const message = 'The domain of the sender can no longer send.';
    const data = {
      reason: 'domain_not_sendable',
      message,
      smtp_code: null,
      smtp_reply: null,
      server: null,
      failed: { reason: message },
    };
    expect(await eventsOf(id)).to.deep.equal([
      { recipient: 'bo@customer.dev', type: 'failed', data },
      { recipient: 'cy@customer.dev', type: 'failed', data },
    ]);
    const payloads = await announced();
    expect(payloads.map(({ type }) => type)).to.deep.equal(['email.failed', 'email.failed']);
    expect(payloads[0]?.data).to.include({ email_id: id, reason: 'domain_not_sendable' });
    expect(await used()).to.deep.equal([0, 0]);
  });

  it('cancels the mail of a lost domain', async () => {
    const id = await schedule();
    await charge(1);
    await lose();
    await start('canceled');
    await run();
    expect(await statusOf(id)).to.deep.equal({ status: 'canceled', last_event: 'canceled' });
    expect(await eventsOf(id)).to.deep.equal([
      { recipient: 'bo@customer.dev', type: 'canceled', data: null },
    ]);
    expect(await used()).to.deep.equal([0, 0]);
  });

  it('leaves the mail of other domains and of other accounts alone, and what is queued already', async () => {
    const other = await createDomain(database.pool, accountId);
    const kept = await schedule(other.id);
    const due = await schedule();
    await queueDueEmails(
      database.pool,
      'transactional',
      new Date(clock.now().getTime() + 61 * MINUTE_MS),
      100,
    );
    const foreign = await createEmail(database.pool, (await createAccount(database.pool)).id, {
      status: 'pending',
    });
    const late = await schedule(other.id);
    await lose();
    await start('canceled');
    await run();
    expect((await statusOf(kept)).status).to.equal('queued');
    expect((await statusOf(due)).status).to.equal('queued');
    expect((await statusOf(late)).status).to.equal('pending');
    expect((await statusOf(foreign.id)).status).to.equal('pending');
  });

  it('waits for a tick that holds an email, and leaves it to the send worker', async () => {
    const id = await schedule();
    await lose();
    await start('canceled');
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await queueDueEmails(client, 'transactional', new Date(clock.now().getTime() + 61 * MINUTE_MS), 100);
    const running = run();
    await client.query('COMMIT');
    client.release();
    await running;
    expect((await statusOf(id)).status).to.equal('queued');
    expect(await eventsOf(id)).to.deep.equal([]);
  });

  it('does a thousand emails per job and continues where it was', async () => {
    await scheduleMany(domain.id, STEP_EMAILS * STEPS_PER_JOB + 50);
    await remove();
    await start('failed');
    await run();
    expect(await pendingCount()).to.equal(50);
    await wake();
    await run();
    expect(await pendingCount()).to.equal(0);
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer AS count, count(DISTINCT email_id)::integer AS emails FROM email_events
       WHERE account_id = $1 AND type = 'failed'`,
      [accountId],
    );
    const all = STEP_EMAILS * STEPS_PER_JOB + 50;
    expect(rows).to.deep.equal([{ count: all, emails: all }]);
  });

  it('walks a second time a minute later, for requests that were in flight, and then ends', async () => {
    await remove();
    await start('failed');
    await run();
    expect((await row()).next_attempt_at.getTime()).to.equal((await row()).created_at.getTime() + MINUTE_MS);
    const late = await schedule();
    clock.advance(MINUTE_MS);
    await wake();
    await run();
    expect((await statusOf(late)).status).to.equal('failed');
    expect(await row()).to.equal(undefined);
  });

  it('starts again with another outcome, also while a worker holds it', async () => {
    await scheduleMany(domain.id, 2 * STEP_EMAILS);
    await lose();
    await start('canceled');
    const claimed = await claim();
    expect(await stepWithdrawal(deps, claimed, clock.now())).to.equal('more');
    await remove();
    await start('failed');
    expect(await row()).to.deep.include({ outcome: 'failed', claimed_by: deps.lease.workerId });
    while ((await stepWithdrawal(deps, claimed, clock.now())) === 'more');
    const { rows } = await database.pool.query(
      'SELECT status, count(*)::integer AS count FROM emails WHERE account_id = $1 GROUP BY status ORDER BY status',
      [accountId],
    );
    expect(rows).to.deep.equal([
      { status: 'canceled', count: STEP_EMAILS },
      { status: 'failed', count: STEP_EMAILS },
    ]);
  });

  it('ends when the account has its name back: what is scheduled can be sent', async () => {
    const id = await schedule();
    await start('canceled');
    await run();
    expect((await statusOf(id)).status).to.equal('pending');
    expect(await row()).to.equal(undefined);
  });

  it('is not repeated by a worker that lost its claim, and finds a finished one gone', async () => {
    const id = await schedule();
    await lose();
    await start('canceled');
    const claimed = await claim();
    const stale = { ...claimed, token: randomUUID() };
    expect(await stepWithdrawal(deps, stale, clock.now())).to.equal('done');
    expect((await statusOf(id)).status).to.equal('pending');
    await stepWithdrawal(deps, claimed, clock.now());
    expect(await stepWithdrawal(deps, claimed, new Date(clock.now().getTime() + MINUTE_MS))).to.equal('done');
    expect(await stepWithdrawal(deps, claimed, clock.now())).to.equal('done');
    expect(await eventsOf(id)).to.have.length(1);
  });

  it('reads pending emails in the order of an index, however much mail the account has', async () => {
    await scheduleMany(domain.id, 20_000);
    await database.pool.query('ANALYZE email_recipients');
    const client = await database.pool.connect();
    // The statement is prepared, so its plan must be good for every account.
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE find_pending AS ${FIND_PENDING}`);
    const { rows } = await client.query('EXPLAIN EXECUTE find_pending (NULL, NULL, NULL)');
    client.release(true);
    const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).to.match(/Index (?:Only )?Scan using \S+_account_id_state_email_id_idx/);
    expect(plan).not.to.match(/Seq Scan|Sort {2}|Hash/);
  });
});
