// What operators are mailed about: each look finds what is wrong as long as it is, and two mails say so. The database, the SMTP
// server, the files and the TLS server are real; the clock is moved.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { expect } from 'chai';
import type { AlertCheck } from '../../../shared/resources/foundation/operator-alerts/record-alert-check.ts';
import { pauseSending, resumeSending } from '../../../shared/resources/foundation/sending/pause.ts';
import type { AlertDeps } from '../../../workers/alerts/alert-deps.ts';
import { checkPublicCertificate } from '../../../workers/alerts/certificates.ts';
import { checkMachine } from '../../../workers/alerts/check-machine.ts';
import {
  checkBackups,
  checkProcesses,
  checkProviders,
  checkQueues,
} from '../../../workers/alerts/check-service.ts';
import { createAccount, createEmail } from '../../support/factories/factories.ts';
import { issueCertificate } from '../../support/net/certificates.ts';
import { type AlertConfig, useAlerts } from './use-alerts.ts';

const DAY_MS = 86_400_000;
/** Days since it was issued, days until it ends, and whether that is soon. */
const SHORT_AND_LONG = [
  [90, 15, false],
  [2, 5, false],
  [5, 2, true],
] as const;

describe('What operators are mailed about', () => {
  const alerts = useAlerts();
  const { job, depsOf, look, looks, subjects } = alerts;
  const { query } = job;
  const insertBackup = (hoursAgo: number) =>
    query(
      `INSERT INTO backups (id, taken_at, name, bytes, seconds)
       VALUES (gen_random_uuid(), $1::timestamptz - $2 * interval '1 hour', 'a', 1, 1)`,
      [job.clock.now(), hoursAgo],
    );
  const insertDue = (name: string, minutesAgo: number, claimedBy?: string) =>
    query(
      `INSERT INTO recurring_work (name, next_attempt_at, claimed_by, claim_token)
       VALUES ($1, now() - $2 * interval '1 minute', $3, $3)`,
      [name, minutesAgo, claimedBy],
    );

  const stop = (column: string, reason: string | null) =>
    query(
      `UPDATE providers SET ${column} = CASE WHEN $1::text IS NOT NULL THEN now() END, last_refusal = $1`,
      [reason],
    );
  const runOf = (config?: AlertConfig): AlertDeps => ({
    ...depsOf(config),
    now: job.clock.now(),
    signal: new AbortController().signal,
  });
  const found = async (from: (deps: AlertDeps) => Promise<AlertCheck[]>, config?: AlertConfig) =>
    (await from(runOf(config))).flatMap((each) => each.found);

  interface Case {
    name: string;
    from: typeof checkQueues;
    begin(): Promise<unknown>;
    end(): Promise<unknown>;
    says: RegExp;
  }
  const CASES: Case[] = [
    {
      name: 'The provider default takes no mail',
      from: checkProviders,
      begin: () => stop('refused_at', '535 5.7.8 No'),
      end: () => stop('refused_at', null),
      says: /refuses our login or settings: "535 5\.7\.8 No"\..*Check SMTP_URL/,
    },
    {
      name: 'The provider default takes no mail',
      from: checkProviders,
      begin: () => stop('unreachable_since', 'connect ECONNREFUSED'),
      end: () => stop('unreachable_since', null),
      says: /accepts no connection: "connect ECONNREFUSED"/,
    },
    {
      name: 'Work is not done in time',
      from: checkQueues,
      begin: () => insertDue('a', 11),
      // Also when there is more of it than workers do in ten minutes.
      end: () => insertDue('b', 11, randomUUID()),
      says: /due for more than 10 minutes .*: recurring_work \(since .*list-stuck/,
    },
    {
      name: 'No worker-webhook is running',
      from: checkProcesses,
      begin: () => query(`UPDATE worker_processes SET groups = array_remove(groups, 'webhook')`),
      end: () => query(`UPDATE worker_processes SET groups = groups || '{webhook}'`),
      says: /was stopped\. Start it/,
    },
    {
      name: 'No worker-schedule is running',
      from: checkProcesses,
      begin: () =>
        query(
          `INSERT INTO worker_processes (id, groups, host, pid, heartbeat_at)
           VALUES ('00000000-0000-7000-8000-000000000001', '{schedule}', 'b', 2, now() - interval '40 s');
           UPDATE worker_processes SET groups = array_remove(groups, 'schedule') WHERE host = 'a'`,
        ),
      end: () => query(`UPDATE worker_processes SET heartbeat_at = now() + interval '1 day'`),
      says: /last seen \d+ s ago, so it has crashed/,
    },
    {
      name: 'There is no new backup',
      from: checkBackups,
      begin: () => insertBackup(27),
      end: () => insertBackup(1),
      says: /more than 26 hours ago.*journalctl -u posthorn-backup/,
    },
  ];

  for (const [index, { name, from, begin, end, says }] of CASES.entries()) {
    it(`${name} (${index + 1}): is found as long as it is wrong`, async () => {
      expect(await found(from)).to.deep.equal([]);
      await begin();
      const [problem, ...others] = await found(from);
      expect([problem?.name, ...others]).to.deep.equal([name]);
      expect(problem?.sentence).to.match(says);
      await end();
      expect(await found(from)).to.deep.equal([]);
    });
  }

  it('says it after two looks and once, and once when it is over', async () => {
    const name = 'The provider default takes no mail';
    await stop('refused_at', '535 5.7.8 No');
    await look();
    expect(subjects(), 'after one look').to.deep.equal([]);
    await looks(3);
    expect(subjects()).to.deep.equal([name]);
    await stop('refused_at', null);
    await look();
    expect(subjects(), 'not seen in one look').to.deep.equal([name]);
    await looks(3);
    expect(subjects()).to.deep.equal([name, `Over: ${name}`]);
    const [text] = alerts.sink.messages.map(({ raw }) => unfold(raw));
    expect(text).to.include('It refuses our login or settings: "535 5.7.8 No".');
    expect(text).to.match(/Installation: http:\/\/mail\.acme\.dev\r\nSince: 20\d\d-/);
  });

  it('is silent about work that waits on purpose', async () => {
    const { id } = await createAccount(job.pool);
    await createEmail(job.pool, id, { recipients: [{}] });
    await query(`UPDATE email_recipients SET woken_at = NULL, next_attempt_at = now() - interval '1 hour'`);
    await pauseSending(job.pool, 'A test.');
    expect(await found(checkQueues)).to.deep.equal([]);
    await resumeSending(job.pool);
    expect(await found(checkQueues)).to.have.length(1);
    await query('TRUNCATE emails, email_recipients');
  });

  it('finds mail that has waited for an hour although workers are at mail', async () => {
    const { id } = await createAccount(job.pool);
    await createEmail(job.pool, id, { recipients: [{}, {}] });
    const due = (minutes: number) =>
      query(
        `UPDATE email_recipients SET woken_at = NULL, next_attempt_at = $2::timestamptz - $1 * interval '1 minute',
                                     claimed_by = CASE position WHEN 1 THEN gen_random_uuid() END`,
        [minutes, job.clock.now()],
      );
    await due(59);
    expect(await found(checkQueues)).to.deep.equal([]);
    await due(61);
    expect(await found(checkQueues)).to.have.length(1);
    await query('TRUNCATE emails, email_recipients');
  });

  it('says that work cannot be read in time, and looks at the other work', async () => {
    await insertDue('a', 11);
    const client = await job.pool.connect();
    await client.query('BEGIN; LOCK TABLE campaigns');
    const [problem] = await found(checkQueues).finally(() => client.release(true));
    expect(problem?.sentence).to.match(
      /: campaigns \(it cannot be read within 3 seconds\), recurring_work \(since /,
    );
  });

  it('breaks off when the process stops', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const closing = new AbortController();
    const publicUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    server.once('connection', (socket) => {
      socket.resume();
      closing.abort();
    });
    const beganAtMs = performance.now();
    await look({ publicUrl }, { signal: closing.signal });
    server.close();
    expect(performance.now() - beganAtMs).to.be.below(9_000);
  });

  it('finds that the certificate of PUBLIC_URL ends within 14 days, or within a third of its life', async () => {
    const server = createServer(await endingIn(13)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const publicUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const names = async () => (await found(checkPublicCertificate, { publicUrl })).map(({ name }) => name);
    const name = 'The certificate of 127.0.0.1 ends';
    expect(await names()).to.deep.equal([name]);
    for (const [daysAgo, days, isFound] of SHORT_AND_LONG) {
      server.setSecureContext(await endingIn(days, daysAgo));
      expect(await names(), `${daysAgo} + ${days} days`).to.deep.equal(isFound ? [name] : []);
    }
    server.close();
    expect(await checkPublicCertificate(runOf({ publicUrl })), 'it does not answer').to.deep.equal([]);
  });

  it('finds that a certificate in a file ends, where it can be read', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-alerts-'));
    const certFile = path.join(directory, 'cert.pem');
    const inbound = { ...job.deps.config.inbound, certificate: { certFile, keyFile: certFile } };
    const ofFile = async () =>
      (await checkMachine(runOf({ inbound }))).filter(({ scope }) => scope.startsWith('certificate'));
    expect(await ofFile(), 'it cannot be read').to.deep.equal([]);
    await writeFile(certFile, (await endingIn(13)).cert);
    const [
      {
        scope,
        found: [problem],
      } = expect.fail('It is read.'),
    ] = await ofFile();
    expect(problem?.name).to.equal(`The certificate of ${certFile} (${hostname()}) ends`);
    await writeFile(certFile, (await endingIn(15)).cert);
    expect(await ofFile()).to.deep.equal([{ scope, found: [] }]);
    await rm(directory, { recursive: true });
  });

  it('finds that the disk of the machine, and that of a Postgres on it, is nearly full', async () => {
    const full = await checkMachine(runOf(), 0);
    const notFull = await checkMachine(runOf(), 1.01);
    expect(notFull).to.deep.equal(full.map(({ scope }) => ({ scope, found: [] })));
    expect(full.flatMap((each) => each.found.map(({ name }) => name))).to.deep.equal(
      full.map(({ scope }) => `The disk of ${scope.split(' ').at(-1)} on ${hostname()} is nearly full`),
    );
    expect(full[0]?.found[0]?.sentence).to.match(/^\d+ % is used\./);
  });

  const endingIn = async (days: number, daysAgo = 90) => {
    const at = (away: number) => new Date(job.clock.now().getTime() + away * DAY_MS);
    return await issueCertificate('127.0.0.1', { notBefore: at(-daysAgo), notAfter: at(days) });
  };
});

/** The text of a mail, without the line breaks of quoted-printable. */
function unfold(raw: Buffer): string {
  return String(raw).replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
