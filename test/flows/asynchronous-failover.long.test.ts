// A promoted standby that lacks the outcomes of mail that has left (asynchronous replication): the worker that lives through it
// records them again, and the mail does not leave twice (docs/architecture/guarantees.md#outcomes).
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { createAcceptor } from '../../shared/resources/messaging/emails/accept/accept.ts';
import { mailboxes, newEmail } from '../shared/resources/messaging/emails/accept/new-email.ts';
import { createDatabase, withServer } from '../support/database/database.ts';
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../support/database/standby.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { createTcpGate, type TcpGate } from '../support/net/tcp-gate.ts';
import { SILENT_QUEUES } from '../support/queues/queues.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { createSignal } from '../support/time/signal.ts';
import { startSendWorkers } from './support/send-workers.ts';
import type { Supervised } from './support/supervised.ts';

const MAILS = 15;

describe('A failover to a standby that lacks outcomes', () => {
  const log = createLog({ level: 'silent', process: 'test' });
  let servers: PrimaryAndStandby;
  let gate: TcpGate;
  let sink: SmtpSink;
  let database: Database;
  let workers: Supervised[] = [];
  before(async () => {
    servers = await startPrimaryAndStandby();
    gate = await createTcpGate(await createDatabase(servers.primary.url));
    gate.open();
    sink = await startSmtpSink();
    database = connectDatabase({ connectionString: gate.url, poolSize: 2, applicationName: 'test', log });
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await database.end();
    await sink.stop();
    await gate.close();
    await servers.stop();
  });

  const states = async () => {
    const { rows } = await database.query<{ state: string; count: number }>(
      'SELECT state, count(*)::integer AS count FROM email_recipients GROUP BY state',
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  };
  const untilAll = (state: string, count = MAILS) =>
    eventually(`all are ${state}`, async () => (await states())[state] === count);

  async function accept(count: number): Promise<void> {
    const { id: accountId } = await createAccount(database);
    const sender = { accountId, domain: await createDomain(database, accountId) };
    const ids = createIds(createSystemClock());
    const passCrashPoint = () => {};
    const acceptor = createAcceptor({
      database,
      ids,
      queues: SILENT_QUEUES,
      passCrashPoint,
      simulatorDomains: [],
    });
    for (let index = 0; index < count; index += 1)
      await acceptor.accept(newEmail(ids, sender, { to: mailboxes(`n${index}@customer.dev`) }));
  }

  /** What the primary commits from now on, the standby never gets. */
  async function endReplication(): Promise<void> {
    await withServer(servers.standby.url, async (client) => {
      await client.query("ALTER SYSTEM SET primary_conninfo = ''");
      await client.query('SELECT pg_reload_conf()');
    });
    await withServer(servers.primary.url, (client) =>
      eventually('the standby is gone', async () => {
        const { rowCount } = await client.query('SELECT FROM pg_stat_replication');
        return rowCount === 0;
      }),
    );
  }

  it('sends no mail twice, also when its worker is restarted', async () => {
    const { given: until, give: end } = createSignal();
    sink.setFault({ stage: 'after-data', kind: 'wait', until });
    await accept(MAILS);
    workers = await startSendWorkers(1, gate.url, sink.url);
    await untilAll('sending');
    const replicated = async () =>
      (
        await withServer(servers.primary.url, (client) =>
          client.query('SELECT replay_lsn >= pg_current_wal_lsn() AS "isSo" FROM pg_stat_replication'),
        )
      ).rows[0]?.isSo;
    await eventually('the standby has the claims', replicated);
    await endReplication();
    end();
    await untilAll('delivered');
    await withServer(servers.standby.urlOf(gate.url), async (client) => {
      expect((await client.query('SELECT DISTINCT state FROM email_recipients')).rows).to.deep.equal([
        { state: 'sending' },
      ]);
    });
    gate.shut();
    await servers.primary.crash();
    await servers.standby.promote();
    gate.leadTo(servers.standby.url);
    gate.open();
    await untilAll('delivered');
    expect(sink.count()).to.equal(MAILS);
    const { rows } = await database.query(
      'SELECT count(*)::integer AS events, count(DISTINCT (email_id, type))::integer AS once FROM email_events',
    );
    expect(rows).to.deep.equal([{ events: 2 * MAILS, once: 2 * MAILS }]);
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = await startSendWorkers(1, gate.url, sink.url);
    await accept(1);
    await untilAll('delivered', MAILS + 1);
    expect(sink.count()).to.equal(MAILS + 1);
  });
});
