// `send-test`: a mail through the real queue and a real worker to a real SMTP server, and why one does not come through.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { createWorkerDeps } from '../support/work/worker.ts';
import { sendEntry } from '../workers/send/support/use-sending.ts';
import { type StartedWorker, startWorker, workerConfig } from '../workers/support/started-worker.ts';
import { expectDone, expectRefused, type OpsResult } from './run-ops.ts';

interface PrintedTest {
  id: string;
  message_id: string;
  status: string;
  smtp_code: number | null;
  smtp_reply: string | null;
  attempts: number;
  why: string | null;
  steps: { status: string; after_ms: number }[];
  events: Record<string, unknown>[];
}

/** Expects the mail with the exit code of one that did not come through. */
function expectNotSent({ code, stdout, stderr }: OpsResult): PrintedTest {
  expect({ code, stderr }).to.deep.equal({ code: 1, stderr: '' });
  return JSON.parse(stdout);
}

describe('ops send-test', () => {
  let worker: StartedWorker;
  let sink: SmtpSink;
  after(async () => {
    await worker.stop();
    await sink.stop();
  });
  const database = useDatabase();
  let accountId: string;
  const sendTest = (...args: string[]) =>
    runCommand(['send-test', ...args], {
      DATABASE_URL: database.url,
      DATA_DIR: '/nonexistent',
      PUBLIC_URL: 'https://posthorn.dev',
      SIMULATOR_DOMAIN: 'simulator.test,try.test',
    });
  const countEmails = async () => (await database.pool.query('SELECT FROM emails')).rowCount;

  before(async () => {
    ({ id: accountId } = await createAccount(database.pool, { productionAccess: false }));
    await createDomain(database.pool, accountId, { name: 'posthorn.dev', isDefault: true });
    await createDomain(database.pool, accountId, { name: 'second.dev' });
    sink = await startSmtpSink();
    const servers = { databaseUrl: database.url, redisUrl: undefined };
    const deps = await createWorkerDeps(servers, { entries: [sendEntry] });
    const config = workerConfig(database.url, { SMTP_URL: sink.url, SIMULATOR_DOMAIN: 'try.test' });
    worker = startWorker({ ...deps, config }, [sendEntry], true);
  });
  beforeEach(() => {
    sink.clearFaults();
    sink.clear();
  });

  it('prints the reply of the server and the steps of the mail, from an account in the sandbox too', async () => {
    const test = expectDone(await sendTest('Bo@customer.dev')) as unknown as PrintedTest;
    const [message] = await sink.waitFor(1);
    expect(message?.raw.toString()).to.include(`Message-ID: ${test.message_id}`).and.include('posthorn.dev');
    expect(test).to.deep.include({
      object: 'test_email',
      account_id: accountId,
      from: 'Posthorn <notices@posthorn.dev>',
      to: 'Bo@customer.dev',
      status: 'delivered',
      smtp_code: 250,
      attempts: 1,
      why: null,
    });
    expect(test.smtp_reply).to.match(/^250 /);
    const statuses = test.steps.map(({ status }) => status);
    expect([statuses[0], statuses.at(-1)]).to.deep.equal(['accepted', 'delivered']);
    const times = test.steps.map(({ after_ms }) => after_ms);
    expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
    expect(test.events.map(({ type }) => type)).to.deep.equal(['sent', 'delivered']);
    const { rows } = await database.pool.query('SELECT account_id, target_id FROM audit_events');
    expect(rows).to.deep.equal([{ account_id: accountId, target_id: test.id }]);
  });

  it('says how the server refused it, with exit code 1, and refuses the address after a bounce', async () => {
    sink.setFault({ stage: 'rcpt', kind: 'answer', reply: '550 5.1.1 no such user' });
    const test = expectNotSent(await sendTest('gone@customer.dev'));
    const reply = { smtp_code: 550, smtp_reply: '550 5.1.1 no such user' };
    expect(test).to.deep.include({ status: 'bounced', why: null, ...reply });
    expect(test.events).to.have.length(1);
    expect(test.events[0]).to.include({
      type: 'bounced',
      server: '127.0.0.1',
      reason: 'unknown_mailbox',
      ...reply,
    });
    const before = await countEmails();
    const sentence = expectRefused(await sendTest('gone@customer.dev'), 1);
    expect(sentence).to.include('suppression list').and.include('550 5.1.1 no such user');
    expect(await countEmails()).to.equal(before);
  });

  it('says when the next try is, and does not wait for one after its time', async () => {
    sink.setFault({ stage: 'rcpt', kind: 'answer', reply: '450 4.2.1 busy' });
    const test = expectNotSent(await sendTest('slow@customer.dev', '--wait', '50'));
    expect(test).to.include({ status: 'delivery_delayed', smtp_reply: '450 4.2.1 busy' });
    expect(test.why).to.match(/^Attempt 1 failed: 450 4\.2\.1 busy\. The next attempt is at \d{4}-/);
  });

  it('takes the addresses of the simulator', async () => {
    expect(expectDone(await sendTest('delivered@try.test'))).to.include({ status: 'delivered' });
    expect(expectDone(await sendTest('complained@try.test'))).to.include({ status: 'complained' });
    expect(expectNotSent(await sendTest('failed@try.test'))).to.include({ status: 'failed' });
    expect(sink.count()).to.equal(0);
  });

  it('sends from another domain of the same account, and from no other', async () => {
    const sent = expectDone(await sendTest('bo@customer.dev', '--domain', 'Second.DEV'));
    expect(sent).to.include({ status: 'delivered', from: 'Posthorn <notices@second.dev>' });
    await createDomain(database.pool, (await createAccount(database.pool)).id, { name: 'foreign.dev' });
    expect(expectRefused(await sendTest('bo@customer.dev', '--domain', 'foreign.dev'), 1)).to.equal(
      'The oldest account, which is yours, has no domain foreign.dev that can send.',
    );
  });

  it('refuses what can get no mail and times that are none, and sends nothing', async () => {
    const before = await countEmails();
    expect(expectRefused(await sendTest('bo'), 2)).to.equal('"bo" is not an email address.');
    expect(expectRefused(await sendTest('bo@example.com'), 1)).to.include('reserved for documentation');
    expect(expectRefused(await sendTest('bo@customer.dev', '--domain', 'x y'), 2)).to.include('not a domain');
    for (const wait of ['0', '3601', 'long'])
      expect(expectRefused(await sendTest('bo@customer.dev', '--wait', wait), 2)).to.include('1 to 3600');
    expect(await countEmails()).to.equal(before);
  });
});

describe('ops send-test without a worker', () => {
  const database = useDatabase();
  const ops = (...args: string[]) =>
    runCommand(args, { DATABASE_URL: database.url, DATA_DIR: '/nonexistent' });

  it('says that no domain can send', async () => {
    await createAccount(database.pool);
    expect(expectRefused(await ops('send-test', 'bo@customer.dev'), 1)).to.equal(
      'The oldest account, which is yours, has no domain that can send.',
    );
  });

  it('says that no worker is alive, until when the mail is postponed, and that sending is paused', async () => {
    const { rows } = await database.pool.query('SELECT id FROM accounts ORDER BY id LIMIT 1');
    await createDomain(database.pool, rows[0].id, { name: 'posthorn.dev' });
    const test = expectNotSent(await ops('send-test', 'bo@customer.dev', '--wait', '1'));
    expect(test).to.include({ status: 'queued', why: 'No worker of the group send is running.' });
    const postponed = ops('send-test', 'bo@customer.dev', '--wait', '3600');
    await eventually('the mail is postponed', async () => {
      const { rowCount } = await database.pool.query(
        `UPDATE email_recipients SET state = 'delivery_delayed', woken_at = NULL, next_attempt_at = '2100-01-01T00:00:00Z'
         WHERE email_id <> $1`,
        [test.id],
      );
      return rowCount === 1;
    });
    expect(expectNotSent(await postponed).why).to.equal(
      'It is postponed. The next attempt is at 2100-01-01T00:00:00.000Z.',
    );
    expectDone(await ops('pause-sending', '--reason', 'abuse'));
    expect(expectRefused(await ops('send-test', 'bo@customer.dev'), 1)).to.equal(
      'Operators have paused all sending: abuse. Nothing was sent.',
    );
  });
});
