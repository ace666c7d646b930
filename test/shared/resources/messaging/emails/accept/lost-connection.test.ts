// A client that gets an id can read the email, and a client that gets an error finds none, even if the connection dies
// before the answer to COMMIT (docs/architecture/guarantees.md#accept).
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../../../../shared/platform/db/connect.ts';
import { findCommitted } from '../../../../../../shared/platform/db/group-store/find-committed.ts';
import { isDatabaseUnavailable } from '../../../../../../shared/platform/failures/unavailable.ts';
import { createLog } from '../../../../../../shared/platform/log/log.ts';
import type { Acceptor } from '../../../../../../shared/resources/messaging/emails/accept/accept.ts';
import { pollDefinition } from '../../../../../support/factories/poll-factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { createTcpGate, type TcpGate } from '../../../../../support/net/tcp-gate.ts';
import { eventually } from '../../../../../support/time/eventually.ts';
import { useAcceptor } from './use-acceptor.ts';

describe('accepting an email when the connection dies', () => {
  const test = useAcceptor();
  const { email, storedIds } = test;
  let gate: TcpGate;
  let database: Database;
  let gated: Acceptor;
  beforeEach(async () => {
    gate = await createTcpGate(test.database.url);
    gate.open();
    const log = createLog({ level: 'silent', process: 'test' });
    database = connectDatabase({ connectionString: gate.url, poolSize: 5, applicationName: 'gated', log });
    gated = test.create(database);
  });
  afterEach(async () => {
    await gated.drain();
    await database.end();
    await gate.close();
    await test.database.pool.query('DROP FUNCTION IF EXISTS take_time() CASCADE');
  });

  /** Makes a COMMIT that inserts emails take this long. */
  const slowDownCommit = (seconds: number) =>
    test.database.pool.query(`
      CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON email_recipients DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION take_time()`);
  const committing = () =>
    eventually('the COMMIT runs', async () => {
      const { rows } = await test.database.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity
         WHERE application_name = 'gated' AND state = 'active' AND query = 'COMMIT' AND datname = current_database()`,
      );
      return rows[0]?.pid;
    });
  /**
   * Runs `work` when COMMIT has been sent and its answer is outstanding.
   * @returns a promise that resolves when `work` is done
   */
  const whileCommitting = (work: () => Promise<unknown>) =>
    new Promise<void>((resolve, reject) => {
      test.onCrashPoint = (point) => {
        if (point !== 'accept-commit-sent') return;
        test.onCrashPoint = () => {};
        work().then(() => resolve(), reject);
      };
    });

  it('and the COMMIT was not executed, answers with the error and stores nothing', async () => {
    await slowDownCommit(20);
    const killed = whileCommitting(async () => {
      await test.database.pool.query('SELECT pg_terminate_backend($1)', [await committing()]);
    });
    const error = await failureOf(gated.accept(email()));
    await killed;
    expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
    expect(await storedIds()).to.deep.equal([]);
    expect(test.passed).to.deep.equal(['accept-commit-sent']);
  });

  it('and the COMMIT was executed, answers with the same id and wakes the recipients', async () => {
    const asked = email();
    await slowDownCommit(0.3);
    const lost = whileCommitting(async () => {
      await committing();
      gate.shut();
      await eventually('it is committed', async () => (await storedIds()).length === 1);
      gate.open();
    });
    expect(await gated.accept(asked)).to.equal(asked.id);
    await lost;
    expect(await storedIds()).to.deep.equal([asked.id]);
    expect(test.passed).to.deep.equal([
      'accept-commit-sent',
      'accept-committed',
      ...(await storedIds('email_recipients')),
    ]);
  });

  it('and the COMMIT is still running, waits for its end before it answers', async () => {
    const asked = email();
    await slowDownCommit(1);
    const lost = whileCommitting(async () => {
      await committing();
      gate.shut();
      gate.open();
    });
    expect(await gated.accept(asked)).to.equal(asked.id);
    await lost;
    expect(await storedIds()).to.deep.equal([asked.id]);
  });

  it('and the server has crashed and does not know the transaction, answers by the stored rows', async () => {
    const asked = email();
    await gated.accept(asked);
    const { rows } = await test.database.pool.query<{ id: string }>(
      `SELECT (pg_current_xact_id()::text::bigint + 100000)::text AS id`,
    );
    const sent = { transactionId: rows[0]?.id ?? '', sentAtMs: performance.now() };
    const found = await findCommitted(database, sent, async () => new Set(await storedIds()));
    expect([...found]).to.deep.equal([asked.id]);
  });

  it('before COMMIT was sent, answers with the error at once', async () => {
    const blocker = await test.database.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE emails IN SHARE MODE');
      const failing = failureOf(gated.accept(email()));
      await eventually('the insert waits', async () => {
        const { rows } = await test.database.pool.query(
          `SELECT FROM pg_stat_activity WHERE application_name = 'gated' AND wait_event_type = 'Lock'`,
        );
        return rows.length === 1;
      });
      gate.shut();
      expect(isDatabaseUnavailable(await failing)).to.equal(true);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    expect(test.passed).to.deep.equal([]);
  });

  it('while Postgres is unavailable, fails, and accepts again afterwards', async () => {
    gate.shut();
    // A poll asks the database more: nothing of that may end the process.
    for (const poll of [null, pollDefinition()])
      expect(isDatabaseUnavailable(await failureOf(gated.accept(email({ poll }))))).to.equal(true);
    gate.open();
    const asked = email();
    expect(await gated.accept(asked)).to.equal(asked.id);
  });
});
