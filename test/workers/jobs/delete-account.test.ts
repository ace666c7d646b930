// The deletion of an account (docs/architecture/account-deletion.md): what goes, what stays, and that all tables are known.
import { expect } from 'chai';
import { ACCOUNT_TABLES, STAYING_TABLES } from '../../../shared/resources/account-tables.ts';
import { requestDeletionAsOperator } from '../../../shared/resources/flows/account-deletions/request.ts';
import { MEMBERS, OF_PERSON } from '../../../shared/resources/flows/account-deletions/tables.ts';
import { deletionWork } from '../../../shared/resources/flows/account-deletions/work.ts';
import { recordAttempts } from '../../../shared/resources/foundation/webhooks/delivery/record-attempts.ts';
import {
  type RecipientOutcome,
  recordOutcomes,
} from '../../../shared/resources/messaging/emails/delivery/record.ts';
import { readAllRows, type StoredRow } from '../../flows/support/stored-texts.ts';
import { fillAccount, listTables } from '../../support/database/fill-account.ts';
import {
  createAccount,
  createEmail,
  createWebhook,
  createWebhookMessages,
} from '../../support/factories/factories.ts';
import { createMember } from '../../support/factories/people-factories.ts';
import { runJob, stoppingAfter } from '../../support/work/run-job.ts';
import { useJob } from '../support/use-job.ts';

const { inOrder: REMOVED, claimed: CLAIMED } = ACCOUNT_TABLES;
const DEPENDENTS = REMOVED.flatMap(({ dependents = [] }) => dependents);
const KNOWN = new Set([
  ...[...REMOVED, ...OF_PERSON, MEMBERS, ...DEPENDENTS].map(({ table }) => table),
  ...DEPENDENTS.flatMap(({ content, chunks = 'attachment_chunks' }) =>
    content === undefined ? [] : [chunks],
  ),
  ...Object.keys(STAYING_TABLES),
]);

describe('the deletion of an account', () => {
  const job = useJob();
  const { clock, query, ids } = job;
  const operator = () =>
    ({ actor: { type: 'operator' }, operation: 'ops delete-account', now: clock.now() }) as const;
  const ask = (accountId: string) =>
    requestDeletionAsOperator({ database: job.pool, ids }, { ...operator(), accountId }, { isNow: true });
  /** Runs one job of the deletion, after the time that it waits. @returns its phase; undefined: it has ended */
  const goOn = async (steps: number): Promise<string | undefined> => {
    const [row] = await query('SELECT id, next_attempt_at AS "dueAt" FROM account_deletions');
    if (row.dueAt > clock.now()) clock.set(row.dueAt);
    await deletionWork.table.markDue(job.pool, clock.now(), 10);
    await runJob(deletionWork, [row.id], stoppingAfter(steps, job.deps));
    return (await job.row('SELECT phase FROM account_deletions'))?.phase;
  };
  /** Runs a deletion to its end: jobs that end after three steps. */
  const remove = async (accountId: string) => {
    await ask(accountId);
    while (await goOn(3));
  };

  before(async () => {
    // The account of the operator is the oldest.
    await createAccount(job.pool);
  });

  it('knows every table of the database', async () => {
    const tables = await listTables(job.pool);
    expect(
      tables.filter((table) => !KNOWN.has(table)),
      'add them to the manifest of their resource',
    ).to.deep.equal([]);
    expect([...KNOWN].filter((table) => !tables.includes(table))).to.deep.equal([]);
  });

  it('leaves nothing of the account in any table, and changes nothing of another one', async () => {
    const other = await createAccount(job.pool);
    await fillAccount(job.pool, other.id);
    const [{ person_id: personId }] = await query('SELECT person_id FROM members WHERE account_id = $1', [
      other.id,
    ]);
    const before = await readAllRows(job.pool, []);
    const { id: accountId } = await createAccount(job.pool);
    await fillAccount(job.pool, accountId);
    await createMember(job.pool, { accountId, personId });
    await remove(accountId);
    const after = await readAllRows(job.pool, ['worker_processes']);
    const texts = (rows: readonly StoredRow[]) => new Set(rows.map((row) => JSON.stringify(row)));
    const had = texts(before);
    const has = texts(after);
    const lost = before.filter(({ table }) => table !== 'worker_processes');
    expect(lost.filter((row) => !has.has(JSON.stringify(row)))).to.deep.equal([]);
    const more = after.filter((row) => !had.has(JSON.stringify(row)));
    // A person whom the objects of the tests made, who never was a member of it, has nothing to do with it.
    const left = more.filter(({ table }) => table !== 'people');
    expect(new Set(left.map(({ table }) => table))).to.deep.equal(new Set(['audit_events']));
    for (const { row } of left) {
      const { account_id, actor_email, actor_name, address, user_agent } = row;
      expect({ account_id, actor_email, actor_name, address, user_agent }).to.deep.equal({
        account_id: null,
        actor_email: null,
        actor_name: null,
        address: null,
        user_agent: null,
      });
      expect(String(row['target_id'])).not.to.include('@');
    }
    const [last] = left.filter(({ row }) => row['operation'] === 'account.deleted');
    expect(last?.row['target_id']).to.match(new RegExp(`^${accountId}: \\d{2,} rows$`));
    const [person] = await query('SELECT FROM people WHERE id = $1', [personId]);
    expect(person, 'a member of another account').to.be.an('object');
  });

  it('lets what was at DATA or in a request end after its rows are gone, and stores nothing of it', async () => {
    const { id: accountId } = await createAccount(job.pool);
    const email = await createEmail(job.pool, accountId, { recipients: [{ address: 'bo@customer.dev' }] });
    const hook = await createWebhook(job.pool, accountId, { events: ['*'] });
    const [messageId = ''] = await createWebhookMessages(job.pool, hook, 1);
    const [recipient] = email.recipients;
    await remove(accountId);
    const outcome: RecipientOutcome = {
      recipientId: recipient?.id ?? '',
      token: ids.next(),
      emailId: email.id,
      accountId,
      address: 'bo@customer.dev',
      result: 'delivered',
      reply: { code: 250, text: 'ok' },
      cause: null,
      at: clock.now(),
      isSimulated: false,
      nextAttemptAt: null,
      refundOf: clock.now(),
    };
    const attempt = {
      messageId,
      token: ids.next(),
      attemptId: ids.next(),
      accountId,
      webhookId: hook.id,
      at: clock.now(),
      isDelivered: true,
      statusCode: 200,
      error: null,
      durationMs: 1,
      nextAttemptAt: null,
      responseHeaders: null,
      responseBody: null,
    };
    const before = await readAllRows(job.pool, ['worker_processes']);
    await recordOutcomes(job.deps, [outcome]);
    await recordAttempts(job.pool, [attempt]);
    expect(await readAllRows(job.pool, ['worker_processes'])).to.deep.equal(before);
  });

  it('removes what comes into a table whose rows are gone', async () => {
    const { id: accountId } = await createAccount(job.pool);
    const { domainId } = await createEmail(job.pool, accountId);
    const count = async (table: string) =>
      (await query(`SELECT FROM ${table} WHERE account_id = $1`, [accountId])).length;
    await ask(accountId);
    // Audiences go after emails.
    while ((await count('audiences')) > 0) await goOn(1);
    await createEmail(job.pool, accountId, { domainId });
    while (await goOn(1));
    expect(await count('emails')).to.equal(0);
  });

  it('removes nothing while a worker has a row of the account', async () => {
    const { id: accountId } = await createAccount(job.pool);
    const email = await createEmail(job.pool, accountId, { recipients: [{ address: 'bo@customer.dev' }] });
    const recipientId = email.recipients[0]?.id;
    await ask(accountId);
    expect(await goOn(1)).to.equal('settling');
    const claim = `UPDATE email_recipients SET state = 'sending', claimed_by = $2, claim_token = $2 WHERE id = $1`;
    await query(claim, [recipientId, ids.next()]);
    for (const _ of [1, 2]) expect(await goOn(1)).to.equal('settling');
    await query(
      `UPDATE email_recipients SET state = 'queued', claimed_by = NULL, claim_token = NULL WHERE id = $1`,
      [recipientId],
    );
    expect(await goOn(1)).to.equal('removing');
    while (await goOn(3));
  });

  it('knows every table whose rows are claimed', async () => {
    const claimable = await query(
      `SELECT DISTINCT claimed.relname AS table FROM pg_attribute AS claim
       JOIN pg_class AS claimed ON claimed.oid = claim.attrelid AND NOT relispartition AND relkind IN ('r', 'p')
       JOIN pg_attribute AS account ON account.attrelid = claimed.oid AND account.attname = 'account_id'
       WHERE claim.attname = 'claimed_by'`,
    );
    const unclaimed = claimable.map(({ table }) => table).filter((table) => !CLAIMED.includes(table));
    // They go at once, or their workers change nothing any more once the row is gone.
    expect(unclaimed.sort()).to.deep.equal([
      'account_deletions',
      'audience_removals',
      // No worker of this release claims them, so no sweeper would free one of before.
      'automation_batches',
      'contact_erasures',
      'domain_checks',
      'domain_withdrawals',
      'tracking_hits',
    ]);
  });
});
