// Decisions of persons against other transactions (docs/architecture/unsubscribes.md#a-decision).
import { expect } from 'chai';
import type { Database } from '../../../../../shared/platform/db/connect.ts';
import { decidePreferences } from '../../../../../shared/resources/messaging/preferences/decide.ts';
import { useApp } from '../../../../support/api/app.ts';
import { createTopic } from '../../../../support/factories/contact-factories.ts';
import { createAccount, createEmail } from '../../../../support/factories/factories.ts';
import { eventually } from '../../../../support/time/eventually.ts';

describe('A decision of a person', () => {
  const app = useApp();

  it('is run again when Postgres ends its transaction for a deadlock, and counts once', async () => {
    const { pool, deps } = app;
    const { id: accountId } = await createAccount(pool);
    const { id: topicId } = await createTopic(pool, accountId);
    const { id: emailId } = await createEmail(pool, accountId, { recipients: [{ address: 'bo@x.dev' }] });
    const target = { accountId, address: 'bo@x.dev', topicId, emailId };
    let tries = 0;
    const connect = () => {
      tries += 1;
      return pool.connect();
    };
    const database: Database = Object.assign(Object.create(pool), { connect });
    const other = await pool.connect();
    try {
      // So Postgres ends the transaction of the decision, whose time-out is 1 s.
      await other.query(`BEGIN; SET LOCAL deadlock_timeout = '1min'`);
      await other.query(`INSERT INTO topic_choices VALUES ($1, 'bo@x.dev', $2, 'opt_in', 'account', now())`, [
        accountId,
        topicId,
      ]);
      const deciding = decidePreferences({ ...deps, database }, target, { oneClick: true }, app.clock.now());
      await eventually('the decision waits for the choice', async () => {
        const { rowCount } = await pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      await other.query('UPDATE email_recipients SET updated_at = now() WHERE email_id = $1', [emailId]);
      await other.query('COMMIT');
      const decided = await deciding;
      // The next try may be faster than the other transaction, and ended again.
      expect(tries).to.be.above(1);
      expect(decided?.after.topic?.subscription).to.equal('opt_out');
    } finally {
      other.release();
    }
    const { rows } = await pool.query(
      'SELECT sum(count)::integer AS count FROM email_metrics WHERE account_id = $1',
      [accountId],
    );
    expect(rows).to.deep.equal([{ count: 1 }]);
  });
});
