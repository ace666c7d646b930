// Deadlock retry: when Postgres ends our transaction for a deadlock, it is repeated under the same ids, and nothing is
// stored twice (docs/architecture/guarantees.md#lock-order).
import { expect } from 'chai';
import type pg from 'pg';
import { connectDatabase, type Database } from '../../../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../../../shared/platform/log/log.ts';
import type { Acceptor } from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { eventually } from '../../../../../support/time/eventually.ts';
import { mailboxes } from './new-email.ts';
import { useAcceptor } from './use-acceptor.ts';

describe('accepting emails during a deadlock', () => {
  const test = useAcceptor();
  const { email, storedIds } = test;
  let database: Database;
  let acceptor: Acceptor;
  before(async () => {
    // Shorter than the lock timeout of a group (500 ms), so that Postgres detects the deadlock first.
    await test.database.pool.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = 250', current_database()); END $$`,
    );
    const log = createLog({ level: 'silent', process: 'test' });
    const { url: connectionString } = test.database;
    database = connectDatabase({ connectionString, poolSize: 5, applicationName: 'accepting', log });
  });
  after(() => database.end());
  beforeEach(async () => {
    await test.database.pool.query('TRUNCATE email_usage');
    acceptor = test.create(database);
  });
  afterEach(() => acceptor.drain());

  /** The values of the quota counters, and the number of events. */
  const counted = async () => {
    const { rows } = await test.database.pool.query<{ used: number[]; events: number }>(
      `SELECT array(SELECT used FROM email_usage ORDER BY period) AS used,
              (SELECT count(*)::integer FROM email_events) AS events`,
    );
    return rows[0];
  };

  describe('with real locks', () => {
    let rival: pg.PoolClient;
    beforeEach(async () => {
      rival = await test.database.pool.connect();
      await rival.query('BEGIN');
      await rival.query("SET LOCAL deadlock_timeout = '1min'");
    });
    afterEach(async () => {
      await rival.query('ROLLBACK');
      rival.release();
    });
    const lockCounter = (period: 'day' | 'month') =>
      rival.query('UPDATE email_usage SET used = used WHERE period = $1', [period]);

    it('stores the email whose transaction was ended, once and under its id', async () => {
      const first = await acceptor.accept(email());
      await lockCounter('month');
      const asked = email();
      const accepting = acceptor.accept(asked);
      await eventually('the day is locked, and the month is waited for', async () => {
        const { rowCount } = await test.database.pool.query(
          `SELECT FROM pg_stat_activity WHERE application_name = 'accepting' AND wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      await lockCounter('day');
      await rival.query('COMMIT');
      expect(await accepting).to.equal(asked.id);
      expect(await storedIds()).to.deep.equal([first, asked.id]);
      expect(await counted()).to.deep.equal({ used: [2, 2], events: 0 });
    });
  });

  describe('simulated by a trigger', () => {
    // A sequence is not rolled back with its transaction.
    const deadlocks = (times: number) =>
      test.database.pool.query(`
        CREATE SEQUENCE tries;
        CREATE FUNCTION deadlock() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF nextval('tries') <= ${times} THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;
            RETURN NULL;
          END $$;
        CREATE TRIGGER deadlock BEFORE INSERT ON email_usage EXECUTE FUNCTION deadlock()`);
    const tries = async () => {
      const { rows } = await test.database.pool.query('SELECT last_value::integer AS tries FROM tries');
      return rows[0]?.tries;
    };
    afterEach(() => test.database.pool.query('DROP FUNCTION deadlock() CASCADE; DROP SEQUENCE tries'));

    it('stores the whole group with its events and its charge, and wakes each recipient once', async () => {
      await deadlocks(2);
      const emails = [1, 2, 3].map(() => email({ to: mailboxes('bo@customer.dev', 'x@example.com') }));
      const answered = await Promise.all(emails.map((each) => acceptor.accept(each)));
      expect(answered).to.deep.equal(emails.map(({ id }) => id));
      expect(await storedIds()).to.deep.equal([...answered].sort());
      expect(await counted()).to.deep.equal({ used: [3, 3], events: 3 });
      const { rows } = await test.database.pool.query(
        "SELECT id FROM email_recipients WHERE state = 'queued' ORDER BY id",
      );
      const woken = test.passed.filter((entry) => !entry.startsWith('accept-'));
      expect(woken.sort()).to.deep.equal(rows.map(({ id }) => id));
    });

    it('gives up after the third deadlock, with nothing stored', async () => {
      await deadlocks(100);
      expect((await failureOf(acceptor.accept(email()))).code).to.equal('40P01');
      expect(await tries()).to.equal(3);
      expect(await storedIds()).to.deep.equal([]);
      expect(await storedIds('email_recipients')).to.deep.equal([]);
      expect(test.passed).to.deep.equal([]);
    });
  });
});
