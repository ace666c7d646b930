// The recorder keeps outcomes until they are written: in groups while Postgres answers, in memory while it does not. An
// outcome that cannot be written does not delay the others.
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { RESULT_GROUP_MAX, WrittenOutcomes } from '../../../workers/runtime/outcomes/written-outcomes.ts';
import { createSendRecorder } from '../../../workers/send/recorder.ts';
import {
  claimEmail,
  createClaimedEmail,
  outcomeOf,
  readEvents,
  readRecipient,
} from '../../shared/resources/messaging/emails/delivery/outcomes.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { createTcpGate, type TcpGate } from '../../support/net/tcp-gate.ts';
import { eventually } from '../../support/time/eventually.ts';

const LOST = 'an outcome is lost: it could not be written before the stop';

describe('The recorder', () => {
  after(async () => {
    await worker.end();
    await gate.close();
  });
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  const logLines: { msg: string; outcome?: { recipientId: string } }[] = [];
  const destination = { write: (line: string) => void logLines.push(JSON.parse(line)) };
  const log = createLog({ level: 'error', process: 'test', destination });
  let gate: TcpGate;
  /** The worker's database connections, which a test may break. */
  let worker: Database;
  let accountId: string;

  before(async () => {
    accountId = (await createAccount(database.pool)).id;
    gate = await createTcpGate(database.url);
    gate.open();
    worker = connectDatabase({ connectionString: gate.url, poolSize: 2, applicationName: 'recorder', log });
  });
  afterEach(async () => {
    gate.open();
    await database.pool.query('DROP TRIGGER IF EXISTS refuse ON email_recipients');
  });

  const recorder = (options?: { bugRetryMs: number }) =>
    createSendRecorder(
      {
        writtenOutcomes: new WrittenOutcomes({
          database: worker,
          ids,
          queues: { wake: () => {} } as never,
          log,
        }),
        log,
      },
      options,
    );
  const claimedEmails = (count: number) =>
    Promise.all(Array.from({ length: count }, () => createClaimedEmail(database.pool, accountId)));
  const stateOf = async (email: { recipients: { id: string }[] }) =>
    (await readRecipient(database.pool, email.recipients[0]?.id ?? '')).state;
  const statesOf = (emails: Awaited<ReturnType<typeof claimedEmails>>) => Promise.all(emails.map(stateOf));

  /** Number of transactions that the work took. */
  async function transactionsOf(work: () => Promise<unknown>): Promise<number> {
    const { connect } = worker;
    let count = 0;
    const countAndConnect = () => {
      count += 1;
      return (connect as () => Promise<unknown>).call(worker);
    };
    Object.assign(worker, { connect: countAndConnect });
    await work();
    Object.assign(worker, { connect });
    return count;
  }

  /** Makes Postgres refuse this reply until the trigger is removed. */
  const refuseReply = (text: string) =>
    database.pool.query(`
      CREATE OR REPLACE FUNCTION refuse_reply() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'check_violation'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON email_recipients FOR EACH ROW
      WHEN (NEW.smtp_reply = '${text}') EXECUTE FUNCTION refuse_reply()`);

  it('resolves when the outcome is in the database', async () => {
    const [email] = await claimedEmails(1);
    if (!email) return expect.fail();
    await recorder().record(outcomeOf(email));
    expect(await stateOf(email)).to.equal('delivered');
    expect(await readEvents(database.pool, email.id)).to.deep.equal([
      'sent bo@customer.dev',
      'delivered bo@customer.dev',
    ]);
  });

  it('writes outcomes that arrive together as one group, of at most a hundred', async () => {
    const emails = await claimedEmails(RESULT_GROUP_MAX + 20);
    const { record } = recorder();
    const transactions = await transactionsOf(() =>
      Promise.all(emails.map((email) => record(outcomeOf(email)))),
    );
    expect(transactions).to.equal(2);
    expect(new Set(await statesOf(emails))).to.deep.equal(new Set(['delivered']));
  });

  it('keeps outcomes while a lock delays them and their connection breaks, and writes each once', async () => {
    const emails = await claimedEmails(5);
    const blocker = await database.pool.connect();
    const { record } = recorder();
    let recorded = 0;
    let work: Promise<void>[] = [];
    try {
      await blocker.query('BEGIN; LOCK TABLE emails IN ACCESS EXCLUSIVE MODE');
      work = emails.map(async (email) => {
        await record(outcomeOf(email));
        recorded += 1;
      });
      for (let cut = 0; cut < 3; cut += 1) {
        await eventually('a write waits for the lock and is cut off', async () => {
          // Not by the blocker: within a transaction pg_stat_activity does not change.
          const { rowCount } = await database.pool.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'recorder' AND wait_event_type = 'Lock'`,
          );
          return rowCount === 1;
        });
      }
      expect(recorded).to.equal(0);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    await Promise.all(work);
    for (const email of emails) expect(await readEvents(database.pool, email.id)).to.have.length(2);
  });

  it('keeps outcomes while Postgres refuses connections, and writes them when it is back', async () => {
    const emails = await claimedEmails(3);
    gate.shut();
    const refused = gate.connections;
    const { record } = recorder();
    const work = Promise.all(emails.map((email) => record(outcomeOf(email))));
    await eventually('it was tried and refused', () => gate.connections > refused + 1);
    expect(await statesOf(emails)).to.deep.equal(['sending', 'sending', 'sending']);
    gate.open();
    await work;
    expect(await statesOf(emails)).to.deep.equal(['delivered', 'delivered', 'delivered']);
  });

  it('writes the others at once when one cannot be written, and also later ones', async () => {
    const [first, bad, good, later] = await claimedEmails(4);
    if (!first || !bad || !good || !later) return expect.fail();
    await refuseReply('bad');
    const { record } = recorder({ bugRetryMs: 100 });
    const recorded = { bad: false };
    const writing = record(outcomeOf(first));
    const badWork = record(outcomeOf(bad, { reply: { code: 250, text: 'bad' } })).then(() => {
      recorded.bad = true;
    });
    await Promise.all([writing, record(outcomeOf(good))]);
    await record(outcomeOf(later));
    expect(await statesOf([first, good, later])).to.deep.equal(['delivered', 'delivered', 'delivered']);
    expect([recorded.bad, await stateOf(bad)]).to.deep.equal([false, 'sending']);
    await database.pool.query('DROP TRIGGER refuse ON email_recipients');
    await badWork;
    expect(await stateOf(bad)).to.equal('delivered');
  });

  it('tries an outcome that cannot be written once more at a stop, then gives it up and logs it', async () => {
    const [repaired, broken] = await claimedEmails(2);
    if (!repaired || !broken) return expect.fail();
    for (const [email, isRepaired] of [
      [repaired, true],
      [broken, false],
    ] as const) {
      await refuseReply('bad');
      logLines.length = 0;
      const { record, stop } = recorder({ bugRetryMs: 60_000 });
      const work = record(outcomeOf(email, { reply: { code: 250, text: 'bad' } }));
      await eventually('it cannot be written', () => logLines.length === 1);
      if (isRepaired) await database.pool.query('DROP TRIGGER refuse ON email_recipients');
      stop();
      await work;
      const lost = logLines.filter(({ msg }) => msg === LOST);
      expect(lost.map(({ outcome }) => outcome?.recipientId)).to.deep.equal(
        isRepaired ? [] : [email.recipients[0]?.id],
      );
      await database.pool.query('DROP TRIGGER IF EXISTS refuse ON email_recipients');
    }
    expect(await statesOf([repaired, broken])).to.deep.equal(['delivered', 'sending']);
  });

  it('records a success, but no failure, when the recipient was claimed again in the meantime', async () => {
    const [sent, failed] = await claimedEmails(2);
    if (!sent || !failed) return expect.fail();
    const { record } = recorder();
    for (const email of [sent, failed]) {
      await database.pool.query(
        'UPDATE email_recipients SET claimed_by = NULL, claim_token = NULL, woken_at = now() WHERE email_id = $1',
        [email.id],
      );
      await claimEmail(database.pool, email);
    }
    await record(outcomeOf(sent));
    await record(outcomeOf(failed, { result: 'failed' }));
    expect(await statesOf([sent, failed])).to.deep.equal(['delivered', 'sending']);
  });
});
