// What clients are answered while the synchronous standby of the database is silent: a COMMIT is written and not confirmed,
// and a session that ends while it waits leaves rows that a failover would lose
// (docs/architecture/guarantees.md#accept).
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { createMessageParser } from '../../shared/mail/parse/message-parser.ts';
import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { readConfirmed } from '../../shared/platform/db/group-store/find-committed.ts';
import { type Transaction, transaction } from '../../shared/platform/db/transaction.ts';
import { isDatabaseUnavailable, NoAnswerError } from '../../shared/platform/failures/unavailable.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { LEASE_MS, type Reservation } from '../../shared/resources/foundation/idempotency/keys.ts';
import { KeysInProgress } from '../../shared/resources/foundation/idempotency/keys-in-progress.ts';
import {
  type GivenFeedback,
  insertFeedback,
} from '../../shared/resources/messaging/provider-feedback/insert.ts';
import type {
  InboundRecipient,
  Reception,
} from '../../shared/resources/messaging/receiving/inbound/inbound-message.ts';
import { createReception } from '../../shared/resources/messaging/receiving/inbound/reception.ts';
import { createSubmitter } from '../../shared/resources/messaging/submitting/submitter.ts';
import { useSender } from '../api/emails/sender.ts';
import { createEventOwner, type EventOwner } from '../api/events/owner.ts';
import { inboundMessage } from '../shared/resources/messaging/receiving/use-reception.ts';
import { useApp } from '../support/api/app.ts';
import { expectError } from '../support/api/error-body.ts';
import { type ServerWithStandby, startServerWithStandby } from '../support/database/silent-standby.ts';
import { createEmail } from '../support/factories/factories.ts';
import { failureOf } from '../support/failure-of.ts';
import { SILENT_QUEUES } from '../support/queues/queues.ts';
import { eventually } from '../support/time/eventually.ts';
import { hurryLimits } from '../support/time/hurry.ts';
import { moveTime } from '../support/time/moved-time.ts';

describe('While the standby of the database is silent', () => {
  let server: ServerWithStandby;
  let endHurry: () => void = () => {};
  before(async () => {
    server = await startServerWithStandby();
  });
  const app = useApp({ createDatabase: () => server.createDatabase() });
  const sender = useSender(app);
  const parser = createMessageParser({ dns: null });
  // After those of the application.
  after(async () => {
    await parser.close();
    await server.stop();
  });
  afterEach(async () => {
    endHurry();
    await server.wake();
  });

  const silence = async () => {
    await server.silence();
    endHurry = hurryLimits();
  };
  const wake = async () => {
    endHurry();
    await server.wake();
  };
  const underKey = () =>
    sender
      .send()
      .set('Idempotency-Key', 'a')
      .then((answer) => answer);

  it('Answers application_error 500 when the database has not confirmed an email within 25 seconds; its Idempotency-Key gets 409 until it has, and then the answer.', async () => {
    const before = await stored();
    await silence();
    const first = await underKey();
    expectError(first, 500, 'application_error');
    expect(first.headers).to.include({ 'retry-after': '5' });
    const early = await underKey();
    expectError(early, 409, 'concurrent_idempotent_requests');
    expect(early.headers).to.include({ 'retry-after': '1' });
    await wake();
    const answer = await eventually('the transaction ends', async () => {
      const again = await underKey();
      return again.status === 200 && again;
    });
    expect(answer.headers).to.include({ 'idempotent-replayed': 'true' });
    expect(await stored()).to.equal(before + 1);
  });

  /** Ways in; each is tried again as a client does that got no answer. True: it is answered as stored. */
  const ways: [what: string, take: () => Promise<boolean>][] = [
    ['an email', async () => (await underKey()).status === 200],
    ['an event', async () => (await owner.send('e').set('Idempotency-Key', 'e')).status === 202],
    [
      'an event about an address that is no contact',
      async () =>
        (await owner.send('e', { email: 'new@customer.dev' }).set('Idempotency-Key', 'n')).status === 202,
    ],
    ['a submitted message', () => succeeds(submit())],
    ['a message that came in', () => succeeds(reception.store(inboundMessage([receiver], 'Hello')))],
    [
      'what a provider says',
      () => succeeds(insertFeedback(app.deps, [feedback]).then((unknown) => expect(unknown).to.be.empty)),
    ],
  ];
  const succeeds = (work: Promise<unknown>) =>
    work.then(
      () => true,
      (error: unknown) => {
        expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
        return false;
      },
    );
  let owner: EventOwner;
  let feedback: GivenFeedback;
  let receiver: InboundRecipient;
  let reception: Reception;
  let submit: () => Promise<string>;
  beforeEach(async () => {
    const { deps } = app;
    const clock = createSystemClock();
    const queues = SILENT_QUEUES;
    owner = await createEventOwner(app);
    const { accountId, domain } = sender;
    const { recipients } = await createEmail(app.pool, accountId);
    feedback = {
      provider: 'x',
      recipientId: recipients[0]?.id ?? '',
      receivedAt: new Date(),
      key: accountId,
      token: undefined,
      type: 'x',
      at: undefined,
      says: { result: 'delivered' },
    };
    await app.pool.query('UPDATE domains SET receiving_enabled = true WHERE id = $1', [domain.id]);
    receiver = { accountId, domainId: domain.id, address: `ana@${domain.name}` };
    reception = createReception({
      database: deps.database,
      clock,
      ids: deps.ids,
      queues,
      mailHostname: deps.config.mailHostname,
      passCrashPoint: () => {},
    });
    const submitter = createSubmitter({ ...deps, parser, uploads: deps.attachments });
    const mailbox = { name: undefined, address: 'bo@customer.dev', domain: 'customer.dev' };
    const content = Buffer.from(`From: ana@${domain.name}\r\nMessage-ID: <a@b.test>\r\n\r\nHello\r\n`);
    submit = () =>
      submitter.submit({
        key: { keyId: accountId, accountId, domainId: null },
        recipients: [{ text: mailbox.address, mailbox }],
        content,
        digest: createHash('sha256').update(content).digest(),
        takeMemory: () => {},
      });
  });
  const stored = async () => {
    const { rows } = await app.pool.query(
      `SELECT (SELECT count(*) FROM emails) + (SELECT count(*) FROM received_events)
            + (SELECT count(*) FROM received_emails) + (SELECT count(*) FROM provider_feedback) AS count`,
    );
    return Number(rows[0].count);
  };

  for (const [what, take] of ways)
    it(`${what} is not answered as stored when the session of its COMMIT has ended, nor when it comes again, and is stored once`, async () => {
      const before = await stored();
      await server.silence();
      const first = take();
      await eventually('its COMMIT waits', async () => (await server.waiting('COMMIT')) > 0);
      endHurry = hurryLimits();
      await server.terminateWaiting('COMMIT');
      expect(await first, 'the first').to.equal(false);
      expect(await stored(), 'it can be seen').to.equal(before + 1);
      expect(await take(), 'the second').to.equal(false);
      await wake();
      await eventually('it is answered as stored', take);
      expect(await stored()).to.equal(before + 1);
    });

  it('what a provider says is not answered as stored when an operator cancels its wait', async () => {
    await server.silence();
    const failing = succeeds(insertFeedback(app.deps, [feedback]));
    await server.cancelWaiting('');
    expect(await failing).to.equal(false);
  });

  it('the key of a request that runs is renewed', async () => {
    const time = moveTime();
    try {
      const { log, database } = app.deps;
      const keys = new KeysInProgress({ database, log });
      const { accountId } = sender;
      await server.silence();
      const request = { accountId, key: 'held', fingerprint: Buffer.alloc(32) };
      const reserved = (await keys.reserve(request, new Date())) as Reservation;
      const leaseUntil = async () =>
        (await app.pool.query(`SELECT lease_until::text FROM idempotency_keys WHERE key = 'held'`)).rows[0];
      const before = await leaseUntil();
      await keys.during(reserved, async () => {
        time.pass(LEASE_MS / 4);
        const isRenewed = async () => (await leaseUntil()).lease_until !== before.lease_until;
        await eventually('the key is renewed', isRenewed);
      });
    } finally {
      time.end();
    }
  });

  describe('a commit is not taken for confirmed', () => {
    let pool: Database;
    beforeEach(() => {
      const { log, config } = app.deps;
      const options = { connectionString: config.databaseUrl, poolSize: 2, applicationName: 'one', log };
      pool = connectDatabase(options);
    });
    afterEach(async () => {
      await wake();
      await pool.end();
    });

    const confirming = (sql = 'SELECT 1') =>
      failureOf(
        readConfirmed(
          pool,
          (connection) => connection.query(sql),
          () => true,
        ),
      );
    const write = (client: Transaction) => client.query("SELECT pg_logical_emit_message(true, 'test', '')");
    const expectNoAnswer = async (failing: Promise<unknown>) => {
      expect(await failing).to.be.instanceOf(NoAnswerError);
    };
    const hasNoConnection = () => eventually('its connection is closed', () => pool.totalCount === 0);

    it('in ten seconds, nor at the end of statement_timeout', async () => {
      await silence();
      await expectNoAnswer(confirming("SET statement_timeout = '20 ms'"));
      expect(pool.totalCount, 'the session that waits is counted').to.equal(1);
      await expectNoAnswer(confirming());
      expect(pool.totalCount, 'no further one waits').to.equal(1);
      await wake();
      await hasNoConnection();
      await readConfirmed(
        pool,
        async () => 1,
        () => true,
      );
    });

    it('when an operator cancels its wait', async () => {
      await server.silence();
      for (const [statement, work] of [
        ['SELECT pg_logical', () => confirming()],
        ['COMMIT', () => failureOf(transaction(pool, write))],
      ] as const) {
        const failing = work();
        await server.cancelWaiting(statement);
        await expectNoAnswer(failing);
        await hasNoConnection();
      }
    });

    it('by a standby', async () => {
      const standby = new pg.Pool({ connectionString: server.onStandby(app.deps.config.databaseUrl) });
      const reading = readConfirmed(
        standby,
        async () => 1,
        () => true,
      );
      expect(await failureOf(reading)).to.be.instanceOf(NoAnswerError);
      await standby.end();
    });

    it('unless something was found: then nothing waits for it', async () => {
      expect(
        await readConfirmed(
          pool,
          async () => 1,
          () => true,
        ),
      ).to.equal(1);
      await silence();
      expect(
        await readConfirmed(
          pool,
          async () => 1,
          () => false,
        ),
      ).to.equal(1);
    });
  });
});
