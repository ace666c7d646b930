// docs/deploy.md, walked: its commands run here, from the page, as far as that goes without systemd, Docker, Heroku and
// the internet. Postgres, Redis, nginx, the relay and DNS are real.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { loadConfig } from '../../shared/platform/config/config.ts';
import { parseSmtpUrl } from '../../workers/transports/smtp/servers.ts';
import { ROOT } from '../support/documents/root.ts';
import { IS_LONG } from '../support/extent.ts';
import type { SinkMessage } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { deliverMail, submissionPortOf } from './support/deliver-mail.ts';
import { adapt, type Block, namesIn, objectsIn, readGuide, runCommand, tryCommand } from './support/guide.ts';
import { get, openInstallation, type ReadyProcess } from './support/installation.ts';
import { judgeMail } from './support/judge-mail.ts';
import { linkPackages } from './support/production-tree.ts';
import { restartWebWhileClientsSend } from './support/rolling-restart.ts';
import { startTestMachine, type TestMachine } from './support/test-machine.ts';
import { parseEnvironment, systemdProcesses } from './support/units.ts';
import { startNginx } from './support/web-server.ts';
import { publishZone } from './support/zone.ts';

/** Commands that need what a test machine lacks: the first words of each → why it is not run. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'apt-get install postgresql': 'the packages are there already (.ci/run)',
  'apt-get install unbound': 'the same',
  'useradd --system': 'the processes run as the user of the tests',
  'mkdir -p /usr/local/lib/systemd': 'systemd does not run: the ExecStart of each unit is run instead',
  'systemctl restart postgresql': 'the same: the Postgres of the test allows more connections',
  'systemctl stop': 'the same',
  'systemctl mask': 'the same',
  'cp deploy/env.example': 'there is no Docker: test/deploy/compose.test.ts holds what it starts',
  'heroku create': 'there is no Heroku: test/deploy/heroku.test.ts holds what it starts',
  ...(!IS_LONG && {
    '(umask 077; runuser -u postgres -- pg_dump': 'it takes long: only a long run makes a backup',
    'runuser -u postgres -- createdb': 'the same: only a long run restores it',
    'cd /opt/posthorn\nNODE_ENV=production node': 'the same',
    'runuser -u postgres -- psql --dbname': 'the same: only a long run loses SECRET_KEY',
  }),
};
/** The address from which the provider delivers, and the name that its customers include. */
const PROVIDER = { address: '192.0.2.25', spf: 'spf.provider.com', relay: '192.0.2.26' };
const ANOTHER_KEY = 'xQ3w8mZ1Vb7pLr5Tk2Yc9Nd4Hs6Jf0GaEuWoIi2Z';

const guide = readGuide();
const walked = new Set<Block>();

/** The only block that begins like this; it counts as walked. */
function block(start: string): string {
  const [found = expect.fail(`The page has no block ${start}`), ...others] = guide.filter(({ text }) =>
    text.startsWith(start),
  );
  expect(others, start).to.deep.equal([]);
  walked.add(found);
  return found.text;
}

describe('docs/deploy.md', function () {
  this.timeout(400_000);
  let machine: TestMachine;
  let running: ReadyProcess[] = [];
  let nginx: { stop(): Promise<void> } | undefined;
  let killAll = () => {};

  before(async () => {
    const binDir = process.env['TEST_POSTGRES_15'] ?? expect.fail('TEST_POSTGRES_15 is absent.');
    machine = await startTestMachine(binDir);
    const { dns } = machine;
    dns.publish(PROVIDER.spf, { type: 'TXT', value: `v=spf1 ip4:${PROVIDER.address} -all` });
    dns.set('mail.example.com', ['127.0.0.10']);
    dns.publish('10.0.0.127.in-addr.arpa', { type: 'PTR', value: 'mail.example.com' });
  });
  after(async () => {
    killAll();
    await nginx?.stop();
    await machine?.stop();
  });

  const run = (start: string, values?: Record<string, string>) => runCommand(block(start), machine, values);

  /** The build, but for `npm ci` and `npm prune`: the packages that they install are linked. */
  async function build(): Promise<void> {
    const text = block('cd /opt/posthorn\nnpm ci');
    const [, install = '', , , prune = '', readable = ''] = text.trim().split('\n');
    expect([install, prune]).to.deep.equal(['npm ci --include=dev', 'npm prune --omit=dev']);
    await linkPackages(install, machine.tree);
    await runCommand(text.replace(install, '').replace(prune, '').replace(readable, ''), machine);
    await rm(path.join(machine.tree, 'node_modules'), { recursive: true });
    await linkPackages(prune, machine.tree);
    await runCommand(readable, machine);
  }

  /** Fills in the environment file as an operator does in an editor. Each variable of the page gets a value. */
  async function fillIn(answers: Record<string, string>): Promise<void> {
    let text = await readFile(machine.environmentFile, 'utf8');
    for (const [name, value] of Object.entries(answers)) {
      const line = new RegExp(`^#?${name}=.*$`, 'm');
      // DNS_SERVERS is the test machine's own.
      if (!line.test(text)) expect(name).to.equal('DNS_SERVERS');
      text = line.test(text) ? text.replace(line, `${name}=${value}`) : `${text}${name}=${value}\n`;
    }
    await writeFile(machine.environmentFile, text);
  }

  /**
   * What `systemctl start posthorn.target` does, and nginx in front.
   * @param workersAs by default each group has the process of its unit; `one` process of all groups does the same work
   */
  async function start(workersAs?: 'one'): Promise<void> {
    const environment = parseEnvironment(await readFile(machine.environmentFile, 'utf8'));
    const { release = expect.fail(), ...others } = Object.fromEntries(systemdProcesses(environment));
    const installation = openInstallation(machine.tree);
    killAll = installation.killAll;
    const released = await installation.run(release);
    expect(released.code, released.lines.join('\n')).to.equal(0);
    const { web = expect.fail(), inbound = expect.fail(), submission = expect.fail(), ...units } = others;
    const groups = Object.keys(units).map((type) => type.replace('worker-', ''));
    const command = `node dist/workers/main.js ${groups.join(' ')}`;
    const workers = workersAs === 'one' ? [{ command, environment }] : Object.values(units);
    expect(groups).to.have.length.above(2);
    const started = await installation.start(web);
    running = [
      started,
      ...(await Promise.all([inbound, submission, ...workers].map((each) => installation.start(each)))),
    ];
    for (const { port } of running) expect(await get(port, '/readyz')).to.match(/^HTTP\/1\.1 200 /);
    const server = adapt(block('server {'), machine.replacementsForNginx(started.port));
    const isReady = async () =>
      (await tryCommand(`curl --fail ${machine.publicUrl}/readyz`, machine)).code === 0;
    nginx = await startNginx(machine.nginxDirectory, server, isReady);
  }

  /** What `systemctl stop posthorn.target` does. */
  async function stop(): Promise<void> {
    await nginx?.stop();
    await Promise.all(running.splice(0).map((each) => each.stop()));
  }

  /** Sends the page's first mail. @returns its id and what the relay got */
  async function sendFirstMail(apiKey: string): Promise<{ id: string; mail: SinkMessage }> {
    machine.relay.clear();
    const answer = await run('curl --fail-with-body https', { API_KEY: apiKey, YOU: 'you@customer.dev' });
    const [mail = expect.fail()] = await machine.relay.waitFor(1);
    return { id: JSON.parse(answer).id, mail };
  }

  const judge = (mail: SinkMessage, ip = PROVIDER.address) => judgeMail(mail, { ip, dns: machine.dns });

  const unmet = async () => {
    const { code, stdout } = await tryCommand(block('ops check'), machine);
    const { met, checks } = JSON.parse(stdout) as { met: boolean; checks: Record<string, string>[] };
    expect(code).to.equal(met ? 0 : 1);
    return checks.filter(({ status }) => status === 'unmet').map(({ message = '' }) => message);
  };
  const getWith = (apiKey: string, route: string) =>
    runCommand(`curl --fail ${machine.publicUrl}${route} -H "Authorization: Bearer $API_KEY"`, machine, {
      API_KEY: apiKey,
    });
  const statusOf = async (apiKey: string, id: string) =>
    JSON.parse(await getWith(apiKey, `/emails/${id}`)).status as string;

  /** Turns the receiving of the domain on, and delivers a mail to it. */
  async function receive(apiKey: string, domainId: string): Promise<void> {
    const enabled = block('curl --fail-with-body -X PATCH');
    const records = await runCommand(enabled, machine, { API_KEY: apiKey, DOMAIN: domainId });
    expect(records).to.match(/"example\.com\. \d+ IN MX 10 mail\.example\.com\."/);
    await deliverMail(running, { to: 'ana@example.com', subject: 'Back' });
    await eventually('it is received', async () =>
      (await getWith(apiKey, '/emails/receiving')).includes('"subject":"Back"'),
    );
  }

  /** Submits the page's mail of a program. @returns what the relay got */
  async function submit(apiKey: string): Promise<SinkMessage> {
    machine.relay.clear();
    const replacements = {
      'smtp://mail.example.com:587': `smtp://127.0.0.1:${submissionPortOf(running)}`,
      // Its certificate is self-signed.
      '--ssl-reqd': '--ssl-reqd --insecure',
    };
    const values = { API_KEY: apiKey, YOU: 'you@customer.dev' };
    await runCommand(adapt(block("printf '%s"), { ...machine, replacements }), machine, values);
    const [mail = expect.fail()] = await machine.relay.waitFor(1);
    return mail;
  }

  it('leads to a mail that passes DKIM, SPF and DMARC, in a long run also through a restore and the loss of SECRET_KEY', async () => {
    await build();
    await run('runuser -u postgres -- psql --set');
    await run('install -D --mode=600');
    const answers: Record<string, string> = {
      PUBLIC_URL: machine.publicUrl,
      SECRET_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: `${machine.relay.url}?tls=insecure`,
      DATABASE_URL: machine.databaseUrl('posthorn'),
      MAIL_HOSTNAME: 'mail.example.com',
      SPF_INCLUDE: `'include:${PROVIDER.spf} ip4:${PROVIDER.relay}'`,
      OPS_TOKEN: randomBytes(24).toString('hex'),
      REDIS_URL: machine.redis.url,
      TRUST_PROXY: '1',
    };
    const page = guide.find(({ language }) => language === 'ini') ?? expect.fail();
    expect(namesIn(page)).to.have.members(Object.keys(answers));
    await fillIn({ ...answers, DNS_SERVERS: machine.dns.address });
    expect((await unmet()).join(' '))
      .to.include('not migrated')
      .and.include('ECONNREFUSED');
    await start(IS_LONG ? undefined : 'one');

    const { id: account, api_key: apiKey } = JSON.parse(await run('ops create-account'));
    const shell = { ACCOUNT: account };
    const [granted, domain] = objectsIn(await run('ops grant-production-access', shell));
    expect(granted).to.include({ id: account, production_access: true });
    expect((await unmet()).join(' ')).to.match(
      /^example.com: There is no DKIM record at ph1._domainkey.example.com/,
    );
    publishZone(machine.dns, domain.zone_file);
    expect(await unmet()).to.deep.equal([]);
    const first = await sendFirstMail(apiKey);
    expect(await judge(first.mail)).to.deep.equal({ dkim: 'pass', spf: 'pass', dmarc: 'pass' });
    expect((await judge(first.mail, PROVIDER.relay)).spf).to.equal('pass');
    // A receiver would notice: SPF fails for a server that is not the provider's.
    expect((await judge(first.mail, '198.51.100.1')).spf).to.equal('softfail');
    await eventually('it is delivered', async () => (await statusOf(apiKey, first.id)) === 'delivered');

    if (IS_LONG) {
      const scheduled = JSON.parse(
        await runCommand(
          block('curl --fail-with-body https').replace('"subject"', '"scheduled_at":"in 1 hour","subject"'),
          machine,
          {
            API_KEY: apiKey,
            YOU: 'later@customer.dev',
          },
        ),
      );
      await run('(umask 077; runuser -u postgres -- pg_dump');
      await stop();
      await run('runuser -u postgres -- createdb');
      await fillIn({ DATABASE_URL: machine.databaseUrl('posthorn_restored'), SECRET_KEY: ANOTHER_KEY });
      expect((await unmet()).join(' ')).to.match(/No key of SECRET_KEY .*\(DKIM key: 1\)/);
      await fillIn({ SECRET_KEY: answers['SECRET_KEY'] ?? '' });
      expect(await run('cd /opt/posthorn\nNODE_ENV=production node')).to.include('"status": "paused"');
      await start('one');
      expect(await unmet()).to.deep.equal(['Operators have paused all sending: restored from a backup']);
      await runCommand('ops resume-sending', machine);
      expect(await statusOf(apiKey, first.id)).to.equal('delivered');
      machine.relay.clear();
      await runCommand(
        `curl --fail -X PATCH ${machine.publicUrl}/emails/${scheduled.id} -H "Authorization: Bearer $API_KEY" \
         -H 'Content-Type: application/json' -d '{"scheduled_at":"in 1 second"}'`,
        machine,
        { API_KEY: apiKey },
      );
      const [later = expect.fail()] = await machine.relay.waitFor(1);
      expect(await judge(later)).to.deep.equal({ dkim: 'pass', spf: 'pass', dmarc: 'pass' });

      await stop();
      await fillIn({ SECRET_KEY: ANOTHER_KEY });
      const lost = block('runuser -u postgres -- psql --dbname').replace('=posthorn ', '=posthorn_restored ');
      const [deleted, renewed = ''] = (await runCommand(lost, machine, shell)).split(/\n(?=\{)/);
      expect(deleted).to.equal('DELETE 1');
      for (const { name } of domain.records) machine.dns.withdraw(name);
      publishZone(machine.dns, JSON.parse(renewed).zone_file);
      await start('one');
      expect(await unmet()).to.deep.equal([]);
      const last = await sendFirstMail(apiKey);
      expect(await judge(last.mail)).to.deep.equal({ dkim: 'pass', spf: 'pass', dmarc: 'pass' });
    }
    await receive(apiKey, domain.id);
    expect(await judge(await submit(apiKey))).to.deep.equal({ dkim: 'pass', spf: 'pass', dmarc: 'pass' });
    await nginx?.stop();
    const blocks = [block('upstream posthorn {'), block('server {')];
    await restartWebWhileClientsSend(machine, { blocks, command: block('posthorn-rolling'), apiKey });
    await stop();

    const left = guide.filter((each) => each.language === 'sh' && !walked.has(each));
    expect(
      left.map(({ text }) => Object.keys(NOT_RUN).find((start) => text.startsWith(start)) ?? text),
    ).to.have.members(Object.keys(NOT_RUN));
  });

  it('names servers and mechanisms that the configuration accepts', () => {
    const page = readFileSync(path.join(ROOT, 'docs/deploy.md'), 'utf8');
    const urls = [...page.matchAll(/`(smtps?:\/\/[^`]*@?[^`]+\.[^`]+)`/g)].map(([, url = '']) => url);
    const mechanisms = [...page.matchAll(/`(include:[^`]+)`/g)].map(([, mechanism = '']) => mechanism);
    expect(urls).to.have.length(6);
    expect(mechanisms).to.have.length(5);
    for (const url of urls) expect(parseSmtpUrl(url), url).to.have.length(1);
    const environment = { DATABASE_URL: 'postgres://127.0.0.1/posthorn' };
    for (const SPF_INCLUDE of mechanisms) {
      expect(loadConfig({ ...environment, SPF_INCLUDE }).spfMechanisms).to.equal(SPF_INCLUDE);
    }
  });
});
