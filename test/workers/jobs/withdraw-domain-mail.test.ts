// The job that withdraws the scheduled mail of deleted and lost domains: in steps, each of which is recorded in the
// transaction that ends its emails.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { transaction } from '../../../shared/platform/db/transaction.ts';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { startWithdrawal } from '../../../shared/resources/messaging/domains/withdrawals/start.ts';
import { sendingWork } from '../../../shared/resources/messaging/emails/delivery/work.ts';
import { FIND_PENDING } from '../../../shared/resources/messaging/emails/withdraw-scheduled.ts';
import { withdrawalWalk } from '../../../shared/resources/messaging/withdrawals/step.ts';
import { withdrawalWork } from '../../../shared/resources/messaging/withdrawals/work.ts';
import { listenForEvents } from '../../support/api/announced-events.ts';
import {
  createAccount,
  createDomain,
  createEmail,
  type RecipientFields,
} from '../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { runJob, stoppingAfter } from '../../support/work/run-job.ts';
import { useAccountJob } from '../support/use-job.ts';

const STEP_EMAILS = 100;
const STEPS_OF_JOB = 2;

describe('the withdrawal of scheduled mail', () => {
  const job = useAccountJob();
  const { clock, query } = job;
  let domain: { id: string; name: string };
  beforeEach(async () => {
    domain = await createDomain(job.pool, job.accountId);
  });

  const schedule = async (domainId = domain.id, recipients: RecipientFields[] = [{}]) => {
    const email = await createEmail(job.pool, job.accountId, { domainId, status: 'pending', recipients });
    const dueAt = new Date(clock.now().getTime() + 60 * MINUTE_MS);
    await query('UPDATE emails SET scheduled_at = $2 WHERE id = $1', [email.id, dueAt]);
    await query(
      "UPDATE email_recipients SET next_attempt_at = $2 WHERE email_id = $1 AND state = 'pending'",
      [email.id, dueAt],
    );
    return email.id;
  };
  /** Many pending emails with one recipient each. */
  const scheduleMany = (domainId: string, count: number) =>
    query(
      `WITH made AS (SELECT uuid_v7(now()) AS id FROM generate_series(1, $3)), stored AS (
         INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_address, from_key,
                             to_addresses, subject, created_at, scheduled_at)
         SELECT id, $1, $2, id, 'api', 'pending', id::text, 'a@b.dev', 'a@b.dev', '{c@d.dev}', 's', now(), now()
         FROM made)
       INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, next_attempt_at,
                                     updated_at)
       SELECT uuid_v7(now()), id, $1, 'to', 0, 'c@d.dev', 'pending', 'transactional', now() + interval '1 hour', now()
       FROM made`,
      [job.accountId, domainId, count],
    );
  const start = (outcome: 'canceled' | 'failed') => {
    const { accountId } = job;
    const withdrawn = { domainId: domain.id, accountId, outcome, now: clock.now() };
    return transaction(job.pool, (client) => startWithdrawal(client, SILENT_QUEUES, withdrawn));
  };
  /** Deletes the domain, which fails its mail. */
  const remove = async () => {
    await query('DELETE FROM domains WHERE id = $1', [domain.id]);
    await start('failed');
  };
  /** Takes the domain from the account, which cancels its mail. */
  const lose = async () => {
    await query("UPDATE domains SET status = 'failed', status_reason = 'claimed' WHERE id = $1", [domain.id]);
    await start('canceled');
  };
  const run = () => runJob(withdrawalWork, [domain.id], job.deps);
  const wake = () => withdrawalWork.table.markDue(job.pool, clock.now(), 10);
  const withdrawal = () => job.row('SELECT * FROM domain_withdrawals WHERE id = $1', [domain.id]);
  const claim = async () => {
    const lease = { worker: job.deps.lease.workerId, token: randomUUID() };
    const [claimed] = await withdrawalWork.table.claim(job.pool, [domain.id], lease);
    return claimed ?? expect.fail('The withdrawal cannot be claimed.');
  };
  const statusOf = (id: string) => job.row('SELECT status, last_event FROM emails WHERE id = $1', [id]);
  const pendingCount = async () =>
    (await query("SELECT FROM email_recipients WHERE account_id = $1 AND state = 'pending'", [job.accountId]))
      .length;
  const eventsOf = (id: string) =>
    query('SELECT recipient, type, data FROM email_events WHERE email_id = $1 ORDER BY id', [id]);
  const charge = (units: number) =>
    query(
      `INSERT INTO email_usage (account_id, period, starts_on, used)
       SELECT $1, period, date_trunc(period, now() AT TIME ZONE 'UTC')::date, $2 FROM unnest(ARRAY['day', 'month']) AS period`,
      [job.accountId, units],
    );
  const used = async () => {
    const rows = await query('SELECT used FROM email_usage WHERE account_id = $1', [job.accountId]);
    return rows.map((usage) => usage.used);
  };

  it('fails the mail of a deleted domain as the send worker would, with event, webhook and refund', async () => {
    const announced = await listenForEvents(job.pool, job.accountId, ['email.*']);
    const recipients: RecipientFields[] = [
      { address: 'bo@customer.dev' },
      { address: 'cy@customer.dev', kind: 'cc' },
      { address: 'x@example.com', state: 'suppressed' },
    ];
    const id = await schedule(domain.id, recipients);
    await charge(2);
    await remove();
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
    await run();
    expect(await statusOf(id)).to.deep.equal({ status: 'canceled', last_event: 'canceled' });
    expect(await eventsOf(id)).to.deep.equal([
      { recipient: 'bo@customer.dev', type: 'canceled', data: null },
    ]);
    expect(await used()).to.deep.equal([0, 0]);
  });

  it('leaves the mail of other domains and of other accounts alone, and what is queued already', async () => {
    const other = await createDomain(job.pool, job.accountId);
    const kept = await schedule(other.id);
    const due = await schedule();
    await sendingWork.table.markDue(job.pool, new Date(clock.now().getTime() + 61 * MINUTE_MS), 100);
    const foreign = await createEmail(job.pool, (await createAccount(job.pool)).id, { status: 'pending' });
    const late = await schedule(other.id);
    await lose();
    await run();
    expect((await statusOf(kept)).status).to.equal('queued');
    expect((await statusOf(due)).status).to.equal('queued');
    expect((await statusOf(late)).status).to.equal('pending');
    expect((await statusOf(foreign.id)).status).to.equal('pending');
  });

  it('waits for a tick that holds an email, and leaves it to the send worker', async () => {
    const id = await schedule();
    await lose();
    const client = await job.pool.connect();
    await client.query('BEGIN');
    await sendingWork.table.markDue(client, new Date(clock.now().getTime() + 61 * MINUTE_MS), 100);
    const running = run();
    await client.query('COMMIT');
    client.release();
    await running;
    expect((await statusOf(id)).status).to.equal('queued');
    expect(await eventsOf(id)).to.deep.equal([]);
  });

  it('continues in further jobs where it was', async () => {
    await scheduleMany(domain.id, STEP_EMAILS * STEPS_OF_JOB + 50);
    await remove();
    await runJob(withdrawalWork, [domain.id], stoppingAfter(STEPS_OF_JOB, job.deps));
    expect(await pendingCount()).to.equal(50);
    await run();
    expect(await pendingCount()).to.equal(0);
    const rows = await query(
      `SELECT count(*)::integer AS count, count(DISTINCT email_id)::integer AS emails FROM email_events
       WHERE account_id = $1 AND type = 'failed'`,
      [job.accountId],
    );
    const all = STEP_EMAILS * STEPS_OF_JOB + 50;
    expect(rows).to.deep.equal([{ count: all, emails: all }]);
  });

  it('walks a second time a minute later, for requests that were in flight, and then ends', async () => {
    await remove();
    await run();
    expect((await withdrawal()).next_attempt_at.getTime()).to.equal(
      (await withdrawal()).created_at.getTime() + MINUTE_MS,
    );
    const late = await schedule();
    clock.advance(MINUTE_MS);
    await wake();
    await run();
    expect((await statusOf(late)).status).to.equal('failed');
    expect(await withdrawal()).to.equal(undefined);
  });

  it('starts again with another outcome, also while a worker holds it', async () => {
    await scheduleMany(domain.id, 2 * STEP_EMAILS);
    await lose();
    const claimed = await claim();
    expect(await withdrawalWalk.step(job.deps, claimed, clock.now())).to.equal('more');
    await remove();
    expect(await withdrawal()).to.deep.include({ outcome: 'failed', claimed_by: job.deps.lease.workerId });
    while ((await withdrawalWalk.step(job.deps, claimed, clock.now())) === 'more');
    const rows = await query(
      'SELECT status, count(*)::integer AS count FROM emails WHERE account_id = $1 GROUP BY status ORDER BY status',
      [job.accountId],
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
    expect(await withdrawal()).to.equal(undefined);
  });

  it('is not repeated by a worker that lost its claim, and finds a finished one gone', async () => {
    const id = await schedule();
    await lose();
    const claimed = await claim();
    const stale = { ...claimed, token: randomUUID() };
    expect(await withdrawalWalk.step(job.deps, stale, clock.now())).to.equal('done');
    expect((await statusOf(id)).status).to.equal('pending');
    await withdrawalWalk.step(job.deps, claimed, clock.now());
    expect(
      await withdrawalWalk.step(job.deps, claimed, new Date(clock.now().getTime() + MINUTE_MS)),
    ).to.equal('done');
    expect(await withdrawalWalk.step(job.deps, claimed, clock.now())).to.equal('done');
    expect(await eventsOf(id)).to.have.length(1);
  });

  it('reads pending emails in the order of an index, however much mail the account has', async () => {
    await scheduleMany(domain.id, 20_000);
    await query('ANALYZE email_recipients');
    const client = await job.pool.connect();
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
