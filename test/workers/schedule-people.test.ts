// The recurring tasks of people: each is in the schedule, removes what is old enough and keeps the rest.
import { expect } from 'chai';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/platform/time/durations.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { planRecurringWork } from '../../shared/platform/work/recurring/plan.ts';
import { recurringWork } from '../../shared/platform/work/recurring/work.ts';
import { recordAuditEvent } from '../../shared/resources/foundation/audit-events/record.ts';
import { createMailedLink, createShownLink } from '../../shared/resources/people/one-time-links/create.ts';
import { handle } from '../../workers/jobs/run-recurring-work.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { factoryIds } from '../support/factories/factory-ids.ts';
import { createMember, createPerson, signIn } from '../support/factories/people-factories.ts';
import { useJob } from './support/use-job.ts';

describe('The recurring task', () => {
  const job = useJob();
  const { clock, query } = job;
  let accountId: string;
  before(async () => {
    accountId = (await createAccount(job.pool)).id;
    await createDomain(job.pool, accountId);
  });
  const ago = (milliseconds: number) => new Date(clock.now().getTime() - milliseconds);
  const count = async (table: string) => (await query(`SELECT FROM ${table}`)).length;

  it('remove-old-rows removes sessions that have not been used for 14 days', async () => {
    await signIn(job.pool, { now: ago(14 * DAY_MS + 1) });
    const { sessionId } = await signIn(job.pool, { now: ago(14 * DAY_MS) });
    await run('remove-old-rows');
    const rows = await query('SELECT id FROM sessions');
    expect(rows).to.deep.equal([{ id: sessionId }]);
  });

  it('remove-old-rows removes challenges that have expired', async () => {
    const { id } = await createPerson(job.pool);
    await query(
      `INSERT INTO sign_in_challenges (token_hash, person_id, expires_at)
       SELECT sha256(convert_to(n::text, 'UTF8')), $1, $2::timestamptz + n * interval '1 millisecond'
       FROM generate_series(-1500, 0) AS n`,
      [id, clock.now()],
    );
    await run('remove-old-rows');
    expect(await count('sign_in_challenges')).to.equal(1);
  });

  it('remove-old-rows removes links that have expired, also those that were never mailed', async () => {
    const link = { purpose: 'password_reset', email: 'bo@customer.dev' } as const;
    await createShownLink(job.pool, factoryIds, { ...link, now: ago(HOUR_MS + 1) });
    await createMailedLink(job.pool, factoryIds, { ...link, now: ago(HOUR_MS + 1) });
    const kept = await createMailedLink(job.pool, factoryIds, { ...link, now: ago(HOUR_MS) });
    await run('remove-old-rows');
    const rows = await query('SELECT id FROM one_time_links');
    expect(rows).to.deep.equal([{ id: kept }]);
    await query('DELETE FROM one_time_links');
  });

  it('remove-old-rows removes invitations 30 days after they have expired, with their links', async () => {
    const invite = async (email: string, expiresAt: Date) => {
      const invitationId = factoryIds.next();
      await query(
        `INSERT INTO invitations (id, account_id, email, role, created_at, expires_at) VALUES ($1, $2, $3, 'viewer', $4, $4)`,
        [invitationId, accountId, email, expiresAt],
      );
      const now = clock.now();
      await createShownLink(job.pool, factoryIds, { purpose: 'invitation', email, invitationId, now });
    };
    await invite('old@customer.dev', ago(30 * DAY_MS + 1));
    await invite('kept@customer.dev', ago(30 * DAY_MS));
    await run('remove-old-rows');
    for (const table of ['invitations', 'one_time_links']) {
      const rows = await query(`SELECT email FROM ${table}`);
      expect(rows, table).to.deep.equal([{ email: 'kept@customer.dev' }]);
    }
    await query('DELETE FROM invitations');
  });

  it('remove-old-rows removes events after 365 days, however many there are', async () => {
    const record = async (now: Date) =>
      recordAuditEvent(job.pool, createIds({ now: () => now }), {
        accountId,
        actor: { type: 'operator' },
        operation: `at ${now.toISOString()}`,
        now,
      });
    const last = ago(365 * DAY_MS);
    await query(
      `INSERT INTO audit_events (id, account_id, actor_type, operation, outcome, created_at)
       SELECT uuid_v7($2::timestamptz - n * interval '1 minute'), $1, 'operator', 'old', 'succeeded', now()
       FROM generate_series(1, 12000) AS n`,
      [accountId, last],
    );
    await record(new Date(last.getTime() - 1));
    await record(last);
    await record(clock.now());
    await run('remove-old-rows');
    const rows = await query('SELECT operation FROM audit_events ORDER BY id');
    expect(rows.map(({ operation }) => operation)).to.deep.equal(
      [last, clock.now()].map((at) => `at ${at.toISOString()}`),
    );
  });

  it('mail-links mails links that were left', async () => {
    const { email } = await createMember(job.pool);
    const link = { purpose: 'password_reset', email, now: ago(MINUTE_MS) } as const;
    await createMailedLink(job.pool, factoryIds, link);
    await run('mail-links');
    const rows = await query('SELECT to_addresses FROM emails');
    expect(rows).to.deep.equal([{ to_addresses: [email] }]);
  });

  async function run(task: string): Promise<void> {
    await query('DELETE FROM recurring_work');
    await planRecurringWork(job.pool, [task], clock.now());
    const ids = await recurringWork.table.markDue(job.pool, clock.now(), 100);
    await handle({ ids }, job.deps);
    const rows = await query('SELECT last_error FROM recurring_work');
    expect(rows).to.deep.equal([{ last_error: null }]);
  }
});
