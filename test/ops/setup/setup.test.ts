// `posthorn setup` on a Postgres of its own: what it makes, and that a run that was ended at any step is begun again.
import { stat } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { openInstallation, type ReadyProcess } from '../../deploy/support/installation.ts';
import { withServer } from '../../support/database/database.ts';
import { ROOT } from '../../support/documents/root.ts';
import { createDnsServer, type DnsServer } from '../../support/net/dns-server.ts';
import { FLAGS, flagsWith, occupyPort, useSetupMachine } from './use-setup-machine.ts';

const WORKERS = 'send webhook audience domain automation bulk inbound schedule';
const STEPS = ['restart postgresql', 'start posthorn.target'];

describe('posthorn setup', function () {
  this.timeout(120_000);
  const trial = useSetupMachine();
  const installation = openInstallation(ROOT);
  const running: ReadyProcess[] = [];
  let dns: DnsServer;
  before(async () => {
    dns = await createDnsServer();
  });
  after(async () => {
    installation.killAll();
    await dns?.close();
  });

  /** What systemd does for `start posthorn.target`. */
  async function startAll(): Promise<void> {
    const file = parseEnv(await trial.machine.readEnvironment());
    const environment = { ...file, NODE_ENV: 'production' } as Record<string, string>;
    const web = `env PORT=${environment['PORT']} node dist/api/main.js`;
    const commands = [web, `node dist/workers/main.js ${WORKERS}`];
    running.push(
      ...(await Promise.all(commands.map((command) => installation.start({ command, environment })))),
    );
  }

  /** What a later run, and everything else, finds. */
  async function expectComplete(said: string): Promise<void> {
    const { machine } = trial;
    expect((await stat(machine.environmentFile)).mode & 0o777).to.equal(0o600);
    const values = parseEnv(await machine.readEnvironment());
    const given = { PUBLIC_URL: FLAGS['public-url'], ALERT_TO: FLAGS['owner'], TRUST_PROXY: '1' };
    expect(values).to.include(given).and.not.to.have.property('SPF_INCLUDE');
    const { SECRET_KEY = '', OPS_TOKEN = '', DATABASE_URL = '' } = values;
    for (const secret of [SECRET_KEY, OPS_TOKEN, new URL(DATABASE_URL).password]) {
      expect(secret).to.have.length.above(20);
      expect(machine.said.join('\n').includes(secret)).to.equal(false);
    }
    expect(said).to.match(
      /^Port \d+ is in use by node \(pid \d+\), so Posthorn does not receive mail, and /m,
    );
    expect(said).to.match(/^unmet {2}provider: 127\.0\.0\.1:1 cannot be used /m);
    expect(said).to.match(/^ph1\._domainkey\.example\.com\. \d+ IN TXT "v=DKIM1;/m);
    expect(said).to.include('First API key (shown only once): ');
    expect(said).to.match(
      /Invitation for ana@example\.com \(shown only once\): https:\/\/mail\.example\.com\//,
    );
    const raised = `SELECT setting FROM pg_file_settings WHERE sourcefile LIKE '%auto.conf'`;
    expect(await trial.ask(raised)).to.deep.equal(['300']);
  }

  it('goes on after a stop at any step, sets up what is missing, and nothing twice', async () => {
    const { machine } = trial;
    const { port, server } = await occupyPort();
    await trial.prepare({ INBOUND_PORT: port, DNS_SERVERS: dns.address });
    for (const step of STEPS) {
      trial.systemctl = (command) =>
        command.startsWith(step) ? Promise.reject(new Error('killed')) : Promise.resolve();
      expect(await machine.setUp(flagsWith()), step).to.include({ code: 1 });
    }
    const stopped = await machine.readEnvironment();
    trial.systemctl = (command) =>
      command === 'start posthorn.target' && running.length === 0 ? startAll() : Promise.resolve();
    machine.commands.length = 0;
    const { code, said } = await machine.setUp(flagsWith());
    server.close();
    expect(code, said).to.equal(0);
    expect(machine.commands).to.deep.equal([
      'is-active posthorn.target',
      'restart postgresql.service',
      'mask posthorn-inbound.service',
      'enable posthorn.target',
      'start posthorn.target',
      'enable --now posthorn-backup.timer',
      'start posthorn-backup.service',
    ]);
    await expectComplete(said);

    const again = await machine.setUp(flagsWith({ 'smtp-url': 'smtp://127.0.0.1:2' }));
    expect(again.code, again.said).to.equal(0);
    expect(await machine.readEnvironment()).to.equal(stopped);
    expect(again.said).to.match(/^SMTP_URL is already set in .* Edit it there\.$/m);
    expect(again.said).to.match(/^example\.com already exists, in the account /m);
    const url = parseEnv(stopped)['DATABASE_URL'] ?? '';
    const accounts = await withServer(url, (client) => client.query('SELECT name FROM accounts'));
    expect(accounts.rows).to.deep.equal([{ name: 'example.com' }]);
    await Promise.all(running.map((each) => each.stop()));
  });

  it('lets one go on of two that run at once', async () => {
    const { machine } = trial;
    await trial.prepare();
    trial.answerAsPostgres({ stderr: 'stopped' }, 'second');
    const both = await Promise.all([machine.setUp(flagsWith()), machine.setUp(flagsWith())]);
    expect(both.map(({ code }) => code)).to.deep.equal([1, 1]);
    const said = machine.said.join('\n');
    expect(said).to.include('Another posthorn setup is running on this machine').and.include('stopped');
    expect((await machine.readEnvironment()).match(/^SECRET_KEY=/gm)).to.have.length(1);
  });

  it('asks on a terminal, and asks again what it cannot use', async () => {
    const { machine } = trial;
    await trial.prepare();
    trial.answerAsPostgres({}, 'second');
    const first = ['mail.example.com', FLAGS['public-url'], 'relay', FLAGS['smtp-url']];
    const answers = [...first, 'a b', 'example.com', 'ana', FLAGS['owner'], '', 'x', ''];
    machine.ask = () => Promise.resolve(answers.shift() ?? expect.fail('It asks too often.'));
    await machine.setUp([]);
    expect(answers).to.deep.equal([]);
    const [url, smtp, domain, owner, redis] = machine.said;
    expect(url).to.equal('The URL must be like https://mail.example.com.');
    expect(smtp).to.equal('The URL is not a URL.');
    expect(domain).to.equal('"a b" is not a domain.');
    expect(owner).to.equal('"ana" is not an email address.');
    expect(redis).to.match(/^"REDIS_URL" must be redis:/);
    expect(parseEnv(await machine.readEnvironment())).to.include({ PUBLIC_URL: FLAGS['public-url'] });
  });

  it('knows the SPF of a provider, and makes the pools smaller where Postgres is not for us alone', async () => {
    const { machine } = trial;
    await trial.prepare();
    trial.answerAsPostgres({}, 'second');
    await trial.ask('CREATE DATABASE shop');
    const SMTP_URL = 'smtp://apikey:SG.$ecret"x@smtp.sendgrid.net:587';
    const REDIS_URL = 'redis://127.0.0.1:1/0';
    await machine.setUp(flagsWith({ 'smtp-url': SMTP_URL, 'redis-url': REDIS_URL }));
    await trial.ask('DROP DATABASE shop');
    const found = { SMTP_URL, REDIS_URL, SPF_INCLUDE: 'include:sendgrid.net', DATABASE_POOL_SIZE: '5' };
    expect(parseEnv(await machine.readEnvironment())).to.include(found);
  });

  it('uses a database that is empty, but none of others, or of a Posthorn whose key is missing', async () => {
    const { machine } = trial;
    await trial.prepare();
    machine.readyWithinMs = 0;
    await trial.ask('CREATE DATABASE posthorn');
    const url = trial.postgresUrl.replace(/postgres$/, 'posthorn');
    const flags = flagsWith({ 'database-url': url });
    await withServer(url, (client) => client.query('CREATE TABLE orders (id int)'));
    expect((await machine.setUp(flags)).said).to.match(
      /^The database has tables that do not belong to Posthorn/,
    );
    await withServer(url, (client) => client.query('DROP TABLE orders'));
    const short = /^The database allows 100 connections, but all processes together may need 220\. /m;
    expect((await machine.setUp(flags)).said)
      .to.match(short)
      .and.match(/^web did not become ready within 0 s/m);
    await trial.prepare();
    expect((await machine.setUp(flags)).said).to.match(/Set its SECRET_KEY in .*, or drop the database/);
  });
});
