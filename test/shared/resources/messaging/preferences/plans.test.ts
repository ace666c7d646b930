// How Postgres executes the statements of the unsubscribe pages, in accounts with many emails and decisions: by key.
import { expect } from 'chai';
import { countUnsubscribe } from '../../../../../shared/resources/messaging/emails/metrics/count-unsubscribe.ts';
import { findPreferences } from '../../../../../shared/resources/messaging/preferences/find.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { analyze, rowsRead } from '../../../../support/database/plans.ts';
import { createTopic } from '../../../../support/factories/contact-factories.ts';
import { createAccount, createEmail } from '../../../../support/factories/factories.ts';

const ROWS = 20_000;

describe('The statements of the unsubscribe pages', () => {
  const database = useDatabase();

  it('find the address, its choices and the recipient by their keys', async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id: topicId } = await createTopic(pool, accountId);
    const { id: emailId } = await createEmail(pool, accountId);
    await pool.query(
      `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at)
       SELECT uuid_v7(now()), uuid_v7(now()), $1, 'to', 0, 'a' || number || '@x.dev', 'sent', 'transactional', now()
       FROM generate_series(1, $2::integer) AS number`,
      [accountId, ROWS],
    );
    await pool.query(
      `INSERT INTO unsubscribes SELECT $1, 'a' || number || '@x.dev', 'person', now() FROM generate_series(1, $2::integer) AS number`,
      [accountId, ROWS],
    );
    await pool.query('INSERT INTO tracking_refusals SELECT * FROM unsubscribes');
    await pool.query(
      `INSERT INTO topic_choices SELECT $1, 'a' || number || '@x.dev', $3, 'opt_out', 'person', now()
       FROM generate_series(1, $2::integer) AS number`,
      [accountId, ROWS, topicId],
    );
    await pool.query('ANALYZE');
    const target = { accountId, address: 'bo@customer.dev', topicId, emailId };
    const plans = [
      ...(await analyze(pool, (explaining) => findPreferences(explaining, target))),
      ...(await analyze(pool, (explaining) => countUnsubscribe(explaining as never, target, new Date()))),
    ];
    const indexes = [...new Set(plans.map((node) => node['Index Name'] ?? ''))];
    expect(indexes).to.include.members(['unsubscribes_pkey', 'tracking_refusals_pkey']);
    expect(indexes.some((name) => /^email_recipients_.*email_id_idx$/.test(name))).to.equal(true);
    // Partitions without rows are read as a whole.
    for (const node of plans) expect(rowsRead(node), JSON.stringify(node)).to.be.below(10);
  });
});
