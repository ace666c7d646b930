// The stored mail of the benchmark must look like mail that the product leaves: rows that belong together, each with
// its own id, time and address.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { readStoredMail, storeMails } from '../../bench/posthorn/stored-mail.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { insertLogs } from '../../shared/resources/foundation/logs/insert.ts';
import type { NewLog } from '../../shared/resources/foundation/logs/log.ts';
import { recordOutcomes } from '../../shared/resources/messaging/emails/delivery/record.ts';
import {
  createClaimedEmail,
  type MadeEmail,
  outcomeOf,
} from '../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount } from '../support/factories/factories.ts';
import { SILENT_QUEUES } from '../support/queues/queues.ts';

const MAILS = 60;
const MAIL_TABLES =
  'emails, email_recipients, email_events, email_contents, email_metrics, email_usage, logs';

/** The log of the request that sent the email. */
function logOf({ id, recipients }: MadeEmail, accountId: string): NewLog {
  return {
    accountId,
    apiKeyId: randomUUID(),
    requestId: 'req_1',
    method: 'POST',
    endpoint: '/emails',
    status: 200,
    durationMs: 5,
    userAgent: 'test/1.0',
    requestBody: JSON.stringify({ to: recipients[0]?.address, html: true }),
    errorName: null,
    responseBody: JSON.stringify({ id }),
    contentId: id,
    ignoredParameters: null,
    createdAt: new Date(Date.now() - 1_000),
  };
}

describe('The stored mail of the benchmark', () => {
  const database = useDatabase();
  let accountId: string;

  before(async () => {
    accountId = (await createAccount(database.pool)).id;
    const email = await createClaimedEmail(database.pool, accountId);
    await recordOutcomes(
      { database: database.pool, ids: createIds(createSystemClock()), queues: SILENT_QUEUES },
      [outcomeOf(email)],
    );
    await insertLogs(database.pool, [logOf(email, accountId)]);
    const stored = await readStoredMail(database.pool);
    await database.pool.query(`TRUNCATE ${MAIL_TABLES}`);
    await storeMails(database.pool, stored, MAILS);
  });

  const queryRow = async (sql: string, values: unknown[] = []) =>
    (await database.pool.query(sql, values)).rows[0];

  it('copies the rows of a delivered mail in every table', async () => {
    const row = await queryRow(`
      SELECT count(DISTINCT emails.id)::integer AS emails, count(DISTINCT recipient.id)::integer AS recipients,
             count(DISTINCT event.id)::integer AS events, count(DISTINCT recipient.address)::integer AS addresses
      FROM emails
      JOIN email_contents AS content ON content.id = emails.content_id AND content.html <> ''
      JOIN email_recipients AS recipient ON recipient.email_id = emails.id AND recipient.state = 'delivered'
      JOIN email_events AS event ON event.email_id = emails.id AND event.recipient = recipient.address
      WHERE emails.status = 'delivered' AND emails.message_id LIKE '%' || emails.id || '%'
        AND emails.to_addresses = ARRAY[recipient.address]
        AND emails.account_id = ALL (ARRAY[content.account_id, recipient.account_id, event.account_id])
        AND EXISTS (SELECT FROM domains WHERE id = emails.domain_id AND account_id = emails.account_id)`);
    expect(row).to.deep.equal({ emails: MAILS, recipients: MAILS, events: 2 * MAILS, addresses: MAILS });
  });

  it('spreads the mails from the start of last month until now, with ids of their times', async () => {
    const row = await queryRow(`
      SELECT min(created_at) = date_trunc('month', now() - interval '1 month') + interval '1 minute' AS begins,
             max(created_at) BETWEEN now() - interval '2 days' AND now() AS ends,
             bool_and(abs(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint
                          - extract(epoch FROM created_at) * 1000) <= 1) AS ids_agree
      FROM emails`);
    expect(row).to.deep.equal({ begins: true, ends: true, ids_agree: true });
  });

  it('gives half of them to the first account and some to each of many others', async () => {
    const row = await queryRow(
      `SELECT count(DISTINCT account_id)::integer AS accounts,
              (count(*) FILTER (WHERE account_id = $1))::integer AS own FROM emails`,
      [accountId],
    );
    expect(row).to.deep.equal({ accounts: 20, own: MAILS / 2 });
  });

  it('copies the log of the request, with an id of its time', async () => {
    const row = await queryRow(`
      SELECT count(DISTINCT logs.id)::integer AS logs,
             bool_and(abs(logs.id / 1048576 - extract(epoch FROM logs.created_at) * 1000) <= 1) AS ids_agree
      FROM logs
      JOIN emails ON logs.response_body LIKE '%' || emails.id || '%' AND logs.content_id = emails.content_id
      WHERE logs.account_id = emails.account_id
        AND logs.request_body LIKE '%"' || emails.to_addresses[1] || '"%'`);
    expect(row).to.deep.equal({ logs: MAILS, ids_agree: true });
  });

  it('counts them in metrics and usage', async () => {
    const metrics = await queryRow(
      `SELECT sum(count)::integer AS sum FROM email_metrics WHERE metric = 'delivered'`,
    );
    const usage = await queryRow(`SELECT sum(used)::integer AS sum FROM email_usage WHERE period = 'day'`);
    expect([metrics.sum, usage.sum]).to.deep.equal([MAILS, MAILS]);
  });

  it('leaves no work to do', async () => {
    const row = await queryRow(`
      SELECT count(*)::integer AS count FROM email_recipients
      WHERE next_attempt_at IS NOT NULL OR woken_at IS NOT NULL OR claimed_by IS NOT NULL`);
    expect(row.count).to.equal(0);
  });
});
