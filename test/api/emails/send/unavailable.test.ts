// POST /emails while the service cannot accept an email: the mail provider refuses the service, operators have paused
// sending, too many emails wait to be stored (back-pressure), or Postgres is unreachable. Nothing is sent, and the
// answer says whether and when the client may try again.
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { ErrorName } from '../../../../shared/contract/errors.ts';
import { connectDatabase, type Database } from '../../../../shared/platform/db/connect.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../../../shared/resources/foundation/providers/switch.ts';
import { pauseSending, resumeSending } from '../../../../shared/resources/foundation/sending/pause.ts';
import {
  type Acceptor,
  createAcceptor,
} from '../../../../shared/resources/messaging/emails/accept/accept.ts';
import { newEmail } from '../../../shared/resources/messaging/emails/accept/new-email.ts';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createTcpGate, type TcpGate } from '../../../support/net/tcp-gate.ts';
import { createSender, useSender } from '../sender.ts';

describe('POST /emails while all sending is stopped', () => {
  const app = useApp();
  const sender = useSender(app);
  const resume = async () => {
    await resumeSending(app.pool);
    await clearProviderSwitch(app.pool);
  };
  afterEach(resume);
  /** A send and batches are refused, and accepted later. */
  const expectRefused = async (name: ErrorName, retryAfter: string, hidden: string) => {
    for (const answer of [
      await sender.send(),
      await sender.batch([sender.body()]),
      await sender.batch([sender.body()], { 'Idempotency-Key': 'a' }),
    ]) {
      expect(expectError(answer, 503, name)).not.to.include(hidden);
      expect(answer.headers).to.include({ 'retry-after': retryAfter, 'x-service-monthly-quota': '0' });
    }
    expect(await sender.count('emails')).to.equal(0);
    await resume();
    expect((await sender.send()).status).to.equal(200);
  };

  it('Answers sending_configuration_unavailable 503 with Retry-After while the mail provider refuses the service, and stores and charges nothing.', async () => {
    await tripProviderSwitch(app.pool, '535 login refused');
    await expectRefused('sending_configuration_unavailable', '30', '535');
  });

  it('Answers sending_service_unavailable 503 with Retry-After while operators have paused all sending, and stores and charges nothing.', async () => {
    await pauseSending(app.pool, 'a court order');
    await expectRefused('sending_service_unavailable', '60', 'court');
  });
});

describe('POST /emails while too many emails wait to be stored', () => {
  const app = useApp();
  /**
   * Three quarters of 5,000 emails wait after those that are being written: the rest is reserved for other accounts.
   */
  const WAITING = 3_750;

  it('Answers sending_service_unavailable 503 with Retry-After while too many emails of the account wait to be stored, and stores those.', async () => {
    const sender = await createSender(app);
    const { acceptor, ids } = app.deps;
    const other = await createSender(app);
    let ofOther: Promise<number> | undefined;
    const taken: Promise<string>[] = [];
    const blocker = await app.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE emails IN SHARE MODE');
      taken.push(acceptor.accept(newEmail(ids, sender)));
      // At the end of this turn it is written, as a group of its own because nothing else has come.
      await setImmediate();
      for (let count = 0; count < WAITING; count += 1) taken.push(acceptor.accept(newEmail(ids, sender)));
      const answer = await sender.send();
      expectError(answer, 503, 'sending_service_unavailable');
      expect(answer.headers['retry-after']).to.equal('2');
      // Fields are checked before, the From domain only when the email is stored.
      expectError(await sender.send({ to: 'bo' }), 422, 'invalid_to_address');
      expectError(await sender.send({ from: 'ana@unknown.dev' }), 503, 'sending_service_unavailable');
      ofOther = other.send().then(({ status }) => status);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
      // Also after a failure: the database of the file must not be dropped beneath them.
      await Promise.allSettled(taken);
    }
    expect(await ofOther, 'another account').to.equal(200);
    const stored = new Set(await Promise.all(taken));
    const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM emails');
    expect(rows.map(({ id }) => id).filter((id) => stored.has(id))).to.have.length(1 + WAITING);
    expect(rows).to.have.length(1 + WAITING + 1);
    expect((await sender.send()).status).to.equal(200);
  });
});

describe('POST /emails while Postgres is unreachable', () => {
  let gate: TcpGate;
  let database: Database;
  let acceptor: Acceptor;
  // Only the acceptor loses its connection: the API key is still found, so that the answer comes from this operation.
  after(async () => {
    await acceptor.drain();
    await database.end();
    await gate.close();
  });
  const app = useApp({
    deps: {
      acceptor: {
        submit: (submission) => acceptor.submit(submission),
        accept: (email) => acceptor.accept(email),
        drain: () => acceptor.drain(),
      },
    },
  });
  before(async () => {
    const { config, ids, queues, log } = app.deps;
    gate = await createTcpGate(config.databaseUrl);
    database = connectDatabase({ connectionString: gate.url, poolSize: 5, applicationName: 'test', log });
    acceptor = createAcceptor({
      database,
      ids,
      queues,
      simulatorDomains: config.simulatorDomains,
      passCrashPoint: () => {},
    });
  });

  it('Answers application_error 500 while the database is unreachable; a repetition with the same Idempotency-Key sends the email once.', async () => {
    const { send } = await createSender(app);
    const underKey = () => send().set('Idempotency-Key', 'a');
    const answer = await underKey();
    expect(expectError(answer, 500, 'application_error')).to.include(answer.headers['x-request-id']);
    gate.open();
    const { status, body } = await underKey();
    expect(status).to.equal(200);
    gate.shut();
    // The stored answer is replayed; a new email cannot be stored.
    expect((await underKey()).body).to.deep.equal(body);
    expectError(await send(), 500, 'application_error');
    const { rowCount } = await app.pool.query('SELECT FROM emails');
    expect(rowCount).to.equal(1);
  });
});
