// `check`: each line is met, or says what to do. Everything that it asks is real: Postgres, an SMTP server, DNS, web.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { endLease } from '../../shared/platform/work/processes/end.ts';
import { renewLease } from '../../shared/platform/work/processes/renew.ts';
import { GROUPS } from '../../shared/resources/work-kinds.ts';
import { useApp } from '../support/api/app.ts';
import { readTestDkimKey, TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain, createWebhook } from '../support/factories/factories.ts';
import { createDnsServer, type DnsServer } from '../support/net/dns-server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';

interface Line {
  check: string;
  status: string;
  message: string;
}

describe('ops check', () => {
  let dns: DnsServer;
  let relay: SmtpSink;
  const app = useApp();
  before(async () => {
    dns = await createDnsServer();
    relay = await startSmtpSink({ tls: 'starttls', auth: { user: 'posthorn', pass: 'right' } });
    dns.set('posthorn.dev', ['127.0.0.77']);
    dns.publish('77.0.0.127.in-addr.arpa', { type: 'PTR', value: 'posthorn.dev' });
    const { id } = await createAccount(app.pool);
    await createDomain(app.pool, id, { name: 'acme.dev' });
    await createWebhook(app.pool, id);
    publish('acme.dev');
    // Seen from now on, however long the tests take.
    await app.pool.query(
      `INSERT INTO worker_processes (id, groups, host, pid, heartbeat_at)
       VALUES (gen_random_uuid(), '{send,webhook,audience,domain,automation,bulk,schedule}', 'a', 1, now() + interval '1 day')`,
    );
  });
  after(async () => {
    await relay.stop();
    await dns.close();
  });

  const publish = (domain: string) => {
    const { publicKeyBase64 } = readTestDkimKey();
    dns.publish(`ph1._domainkey.${domain}`, { type: 'TXT', value: `v=DKIM1; k=rsa; p=${publicKeyBase64}` });
    dns.publish(`send.${domain}`, { type: 'MX', value: 'posthorn.dev', priority: 10 });
    dns.publish(`send.${domain}`, { type: 'TXT', value: 'v=spf1 a:posthorn.dev ~all' });
    dns.publish(`_dmarc.${domain}`, { type: 'TXT', value: 'v=DMARC1; p=none;' });
  };
  const goodEnvironment = () => ({
    NODE_ENV: 'production',
    DATABASE_URL: app.deps.config.databaseUrl,
    DATA_DIR: '/nonexistent',
    PUBLIC_URL: app.url,
    MAIL_HOSTNAME: 'posthorn.dev',
    SECRET_KEY: TEST_SECRET_KEY,
    OPS_TOKEN: 'a-token-of-operators',
    SMTP_URL: `${relay.url}?tls=insecure`,
    DNS_SERVERS: dns.address,
  });
  const check = async (changes: Record<string, string | undefined> = {}) => {
    const result = await runCommand(['check'], { ...goodEnvironment(), ...changes });
    const { met, checks } = JSON.parse(result.stdout) as { met: boolean; checks: Line[] };
    expect({ code: result.code, stderr: result.stderr }).to.deep.equal({ code: met ? 0 : 1, stderr: '' });
    expect(met).to.equal(checks.every(({ status }) => status !== 'unmet'));
    for (const { message } of checks) expect(message).to.match(/^\S[^\n]*[.]$/);
    return checks;
  };
  const linesOf = (checks: readonly Line[], status: string) =>
    checks.filter((line) => line.status === status).map((line) => `${line.check}: ${line.message}`);
  /** What is unmet after a change that makes one thing bad. */
  const unmet = async (changes: Record<string, string | undefined>) => linesOf(await check(changes), 'unmet');

  it('has a met line for everything that is there, and advice for the rest', async () => {
    const checks = await check();
    expect(linesOf(checks, 'unmet')).to.deep.equal([]);
    expect(checks.filter(({ status }) => status === 'met').map((line) => line.check)).to.deep.equal([
      'environment',
      'database',
      'provider',
      'public_url',
      'mail_hostname',
      'ptr',
      'secret_key',
      'queue',
      'clock',
      'domain',
      'pools',
      'reputation',
      'workers',
    ]);
    const advice = linesOf(checks, 'advice').join(' ');
    expect(advice).to.include('not https').and.include('RATE_LIMIT_PER_MINUTE is not set');
    expect(advice).to.match(/inbound: .* \(connect ECONN.* arrive as mail have no effect\..*worker-inbound/);
  });

  it('names everything that a half-set environment lacks', async () => {
    const lines = await unmet({
      SECRET_KEY: undefined,
      PUBLIC_URL: undefined,
      PORT: 'x',
      SMTP_URL: undefined,
    });
    expect(lines).to.include.members([
      'environment: "SECRET_KEY" is required in production.',
      'environment: "PUBLIC_URL" is required in production.',
      'environment: "PORT" must be a number.',
      'provider: SMTP_URL is not set. Set it to the servers that accept your mail.',
      'secret_key: SECRET_KEY is not set, so mail cannot be signed.',
    ]);
  });

  it('reads empty variables as the processes do, and stops at one that it would need itself', async () => {
    expect(await unmet({ PORT: '', SMTP_URL: '' })).to.include.members([
      'environment: "PORT" must be a number.',
      'provider: SMTP_URL is not set. Set it to the servers that accept your mail.',
    ]);
    expect(await unmet({ SPF_INCLUDE: 'redirect=spf.dev', PORT: 'x' })).to.have.members([
      'environment: "SPF_INCLUDE" must be SPF mechanisms, such as include:spf.provider.com.',
      'environment: "PORT" must be a number.',
    ]);
  });

  it('recognizes a group of workers of which none is alive', async () => {
    await app.pool.query("UPDATE worker_processes SET groups = '{send}'");
    const lines = await unmet({});
    await app.pool.query(
      "UPDATE worker_processes SET groups = '{send,webhook,audience,domain,automation,bulk,schedule}'",
    );
    expect(lines).to.deep.equal([
      'workers: Not running: worker-bulk, worker-webhook, worker-audience, worker-domain, worker-automation, worker-schedule. Each was not started or was stopped. Start it.',
    ]);
  });

  it('wants a worker of received mail, and a server on port 25, once a domain receives', async () => {
    await app.pool.query('UPDATE domains SET receiving_enabled = true');
    const lines = await unmet({});
    await app.pool.query('UPDATE domains SET receiving_enabled = false');
    expect(lines.join()).to.match(/workers: Not running: worker-inbound\..*inbound: .* \(connect ECONN/);
  });

  it('says when each group of workers was last seen, and claims of none that has missed its renewals that it runs', async () => {
    const workersLine = async () => (await check()).filter(({ check: name }) => name === 'workers');
    const [line] = await workersLine();
    expect(line).to.include({ status: 'met' });
    for (const group of GROUPS.filter((each) => each !== 'inbound'))
      expect(line?.message).to.include(`worker-${group} 0 s ago`);
    const workerId = randomUUID();
    const worker = { id: workerId, groups: ['send'], host: 'b', pid: 2 };
    await app.pool.query("UPDATE worker_processes SET groups = array_remove(groups, 'send')");
    await renewLease(app.pool, worker);
    // It was killed: its row stays, and no renewal follows.
    await app.pool.query(
      "UPDATE worker_processes SET heartbeat_at = clock_timestamp() - interval '40 s' WHERE id = $1",
      [workerId],
    );
    const killed = await workersLine();
    // It ends in order a moment after a renewal.
    await renewLease(app.pool, worker);
    await endLease(app.pool, workerId);
    const ended = await workersLine();
    await app.pool.query("UPDATE worker_processes SET groups = array_append(groups, 'send')");
    expect(killed).to.have.length(1);
    expect(killed[0]?.status).to.equal('unmet');
    expect(killed[0]?.message).to.match(/crashed or cannot reach the database: worker-send \d+ s ago\./);
    expect(ended.map(({ status, message }) => [status, message])).to.deep.equal([
      ['unmet', 'Not running: worker-send. Each was not started or was stopped. Start it.'],
    ]);
  });

  it('reports a check that fails itself, next to the others', async () => {
    await app.pool.query('ALTER TABLE dkim_keys RENAME TO mislaid');
    const lines = await unmet({});
    await app.pool.query('ALTER TABLE mislaid RENAME TO dkim_keys');
    expect(lines).to.include('secret_key: The check failed: relation "dkim_keys" does not exist.');
    expect(lines.join(' ')).not.to.include('provider');
  });

  it('recognizes a database that another version migrated, older or newer', async () => {
    const { rows } = await app.pool.query<{ name: string }>(
      'DELETE FROM knex_migrations WHERE id = (SELECT max(id) FROM knex_migrations) RETURNING name',
    );
    const [last] = rows;
    const [line, ...others] = await unmet({});
    expect(line).to.include(`is missing migrations, starting with ${last?.name}: run the release process`);
    // The web process of the test is not ready either.
    expect(others.join(' ')).to.include('not migrated');
    await app.pool.query(
      "INSERT INTO knex_migrations (name, batch, migration_time) VALUES ($1, 1, now()), ('9999-later', 1, now())",
      [last?.name],
    );
    const checks = await check();
    await app.pool.query("DELETE FROM knex_migrations WHERE name = '9999-later'");
    expect(linesOf(checks, 'advice').join(' ')).to.include('newer version (9999-later)');
  });

  it('says that the database cannot be reached, and goes on with what needs none', async () => {
    const lines = await unmet({ DATABASE_URL: 'postgres://posthorn:hunter2@127.0.0.1:1/posthorn' });
    expect(lines).to.have.length(1);
    expect(lines[0])
      .to.match(/^database: The database cannot be reached: .*ECONNREFUSED/)
      .and.not.include('hunter2');
  });

  it('recognizes a SECRET_KEY that does not fit the database', async () => {
    const lines = await unmet({ SECRET_KEY: 'xQ3w8mZ1Vb7pLr5Tk2Yc9Nd4Hs6Jf0GaEuWoIi' });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include('can decrypt these secrets in the database (DKIM key: 1, webhook');
  });

  it('recognizes queues that take no jobs', async () => {
    const lines = await unmet({ REDIS_URL: 'redis://127.0.0.1:1' });
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include('queue: The queue server cannot be reached (redis).');
  });

  it('recognizes a provider that refuses the login, or cannot be reached', async () => {
    const refused = await unmet({ SMTP_URL: goodEnvironment().SMTP_URL.replace('right', 'hunter2') });
    expect(refused).to.have.length(1);
    expect(refused[0])
      .to.match(/refuses us \(535.*check the user and the password/)
      .and.not.include('hunter2');
    relay.setFault({ stage: 'greeting', kind: 'answer', reply: '554 5.7.1 Your account is under review.' });
    const [withheld] = await unmet({});
    relay.clearFaults();
    expect(withheld).to.match(
      /refuses us \(554 5.7.1 Your account is under review\): .*you are allowed to send/,
    );
    const unreachable = await unmet({ SMTP_URL: 'smtp://127.0.0.1:1,smtp//x' });
    expect(unreachable).to.deep.equal(['provider: Configuration: "SMTP_URL" is not a URL.']);
    expect((await unmet({ SMTP_URL: 'smtp://127.0.0.1:1' }))[0]).to.include('127.0.0.1:1 cannot be used');
  });

  it('recognizes a clock that is an hour off', async () => {
    const [clock, web] = (await unmet({ CLOCK_OFFSET_MS: '3600000', NODE_ENV: 'test' })).sort();
    expect(clock).to.match(/^clock: The clock of this machine is 3[56]\d\d s ahead of the clock of/);
    expect(web).to.match(/^public_url: .* 3[56]\d\d s ahead of the clock of PUBLIC_URL/);
  });

  it('recognizes a PUBLIC_URL that leads nowhere, or to another program', async () => {
    expect((await unmet({ PUBLIC_URL: 'http://127.0.0.1:1' }))[0]).to.include('ECONNREFUSED');
    expect((await unmet({ PUBLIC_URL: `${app.url}/docs` }))[0]).to.include('not from web');
  });

  it('names each record of a domain that is missing or wrong, and every domain', async () => {
    const { id } = await createAccount(app.pool);
    await createDomain(app.pool, id, { name: 'other.dev' });
    dns.publish('send.other.dev', { type: 'TXT', value: 'v=spf1 -all' });
    const checks = await check();
    await app.pool.query(
      "DELETE FROM dkim_keys WHERE domain_id IN (SELECT id FROM domains WHERE name = 'other.dev')",
    );
    await app.pool.query("DELETE FROM domains WHERE name = 'other.dev'");
    expect(linesOf(checks, 'unmet')).to.deep.equal([
      'domain: other.dev: There is no DKIM record at ph1._domainkey.other.dev. There is no MX record at send.other.dev. ' +
        'The SPF record at send.other.dev does not allow our servers, or cannot be read. (Found: "v=spf1 -all".) ' +
        'There is no DMARC record at _dmarc.other.dev. ' +
        'Run domain-records other.dev to see what to publish.',
    ]);
    expect(linesOf(checks, 'met')).to.include('domain: acme.dev: all records are published.');
  });

  it('names an account whose default domain does not use its default audience', async () => {
    const { id } = await createAccount(app.pool);
    // A second domain has an audience of its own, as the release before has made it.
    for (const isDefault of [false, true]) await createDomain(app.pool, id, { isDefault });
    const checks = await check();
    const { rows } = await app.pool.query<{ name: string }>(
      'WITH gone AS (DELETE FROM domains WHERE account_id = $1 RETURNING *) SELECT name FROM gone WHERE is_default',
      [id],
    );
    const [line, ...others] = checks.filter(({ check: name }) => name === 'pools');
    expect([line?.status, others]).to.deep.equal(['advice', []]);
    expect(line?.message).to.include(`${rows[0]?.name} of the account ${id} does not use`);
  });

  it('advises a domain to publish DMARC, which is not required', async () => {
    dns.withdraw('_dmarc.acme.dev');
    const checks = await check();
    dns.publish('_dmarc.acme.dev', { type: 'TXT', value: 'v=DMARC1; p=none;' });
    expect(linesOf(checks, 'unmet')).to.deep.equal([]);
    expect(linesOf(checks, 'advice').join(' ')).to.include('There is no DMARC record at _dmarc.acme.dev.');
  });

  it('recognizes a MAIL_HOSTNAME without an address, one without a matching PTR, and one that is none', async () => {
    const missing = await unmet({ MAIL_HOSTNAME: 'absent.dev', SPF_INCLUDE: 'a:posthorn.dev' });
    expect(missing.join(' ')).to.include('absent.dev has no address');
    dns.set('unnamed.dev', ['127.0.0.78']);
    const checks = await check({ MAIL_HOSTNAME: 'unnamed.dev' });
    expect(linesOf(checks, 'advice').join(' ')).to.include('127.0.0.78 has no PTR record');
    dns.set('78.0.0.127.in-addr.arpa', 'refused');
    const silent = await check({ MAIL_HOSTNAME: 'unnamed.dev' });
    expect(linesOf(silent, 'met')).to.include('mail_hostname: unnamed.dev has the address 127.0.0.78.');
    expect(linesOf(silent, 'advice').join(' ')).to.include('did not answer for the PTR record of 127.0.0.78');
    expect((await unmet({ MAIL_HOSTNAME: '127.0.0.1' }))[0]).to.include(
      '"127.0.0.1" is not a public host name',
    );
  });
});
