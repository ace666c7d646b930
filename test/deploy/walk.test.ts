// docs/deploy.md and docs/proxy.md, walked: their commands run here, from the pages, as far as that goes without systemd,
// Docker, Heroku and the internet. Postgres, Redis, nginx, the relay and DNS are real.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../dev/processes/ports.ts';
import { loadConfig } from '../../shared/platform/config/config.ts';
import { parseSmtpUrl } from '../../workers/transports/smtp/servers.ts';
import { ROOT } from '../support/documents/root.ts';
import type { SinkMessage } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { checkMail } from './support/check-mail.ts';
import { deliverMail, submissionPortOf } from './support/deliver-mail.ts';
import { adapt, type Block, readGuide, runCommand, tryCommand, wordsOf } from './support/guide.ts';
import { get, openInstallation, type ReadyProcess } from './support/installation.ts';
import { restartWebWhileClientsSend } from './support/rolling-restart.ts';
import { createSetupMachine } from './support/setup-machine.ts';
import { startTestMachine, type TestMachine } from './support/test-machine.ts';
import { parseEnvironment, systemdProcesses } from './support/units.ts';
import { startNginx } from './support/web-server.ts';
import { publishZone } from './support/zone.ts';

/** Commands that need what a test machine lacks: the first words of each → why it is not run. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'apt-get install postgresql': 'test/deploy/debian/ installs the package, and sets it up',
  'npm install --global': 'test/release/ installs that package',
  'posthorn setup\n': 'it asks: the next one has the answers',
  'systemctl mask': 'systemd does not run: the ExecStart of each unit is run instead',
  'cp deploy/env.example': 'there is no Docker: test/deploy/compose.test.ts holds what it starts',
  'heroku create': 'there is no Heroku: test/deploy/heroku.test.ts holds what it starts',
};
/** The address from which the provider delivers, and the name that its customers include. */
const PROVIDER = { address: '192.0.2.25', spf: 'spf.provider.com', relay: '192.0.2.26' };

const guide = [...readGuide(), ...readGuide('docs/proxy.md')];
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

  /** Sets up as the page does, with what only the test machine has in the environment file before. @returns what it says */
  async function setUp(): Promise<string> {
    const port = String(await freePort());
    const values = {
      PORT: port,
      MAIL_HOSTNAME: 'mail.example.com',
      SPF_INCLUDE: `'include:${PROVIDER.spf} ip4:${PROVIDER.relay}'`,
      DNS_SERVERS: machine.dns.address,
      INBOUND_PORT: '0',
      SUBMISSION_PORT: '0',
      SUBMISSIONS_PORT: '0',
    };
    const lines = Object.entries(values).map((line) => `${line.join('=')}\n`);
    await writeFile(machine.environmentFile, lines.join(''));
    const setup = await createSetupMachine({
      ...machine.setup,
      systemctl: (command) => (command === 'start posthorn.target' ? start(port) : Promise.resolve()),
    });
    const replacements = {
      ...machine.replacements,
      'smtp://user:password@smtp.provider.com:587': `${machine.relay.url}?tls=insecure`,
      'redis://127.0.0.1:6379/0': machine.redis.url,
    };
    const [, , ...flags] = wordsOf(adapt(block('posthorn setup --public-url'), { ...machine, replacements }));
    const { code, said } = await setup.setUp(flags);
    expect(code, said).to.equal(0);
    return said;
  }

  /** What `systemctl start posthorn.target` does, and nginx in front; one process has the work of all workers. */
  async function start(port: string): Promise<void> {
    const environment = parseEnvironment(await readFile(machine.environmentFile, 'utf8'));
    const { release = expect.fail(), ...others } = Object.fromEntries(systemdProcesses(environment));
    const installation = openInstallation(machine.tree);
    killAll = installation.killAll;
    const released = await installation.run(release);
    expect(released.code, released.lines.join('\n')).to.equal(0);
    const { web = expect.fail(), inbound = expect.fail(), submission = expect.fail(), ...units } = others;
    const groups = Object.keys(units).map((type) => type.replace('worker-', ''));
    const workers = { command: `node dist/workers/main.js ${groups.join(' ')}`, environment };
    expect(groups).to.have.length.above(2);
    const started = await installation.start({ ...web, command: `env PORT=${port} ${web.command}` });
    running = [
      started,
      ...(await Promise.all([inbound, submission, workers].map((each) => installation.start(each)))),
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

  const judge = (mail: SinkMessage, ip = PROVIDER.address) => checkMail(mail, { ip, dns: machine.dns });

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

  it('leads to a mail that passes DKIM, SPF and DMARC', async () => {
    const said = await setUp();
    expect(said).to.match(
      /^unmet {2}domain: example.com: There is no DKIM record at ph1._domainkey.example.com/m,
    );
    const [, apiKey = ''] = /API key \(shown only once\): (\S+)/.exec(said) ?? [];
    publishZone(machine.dns, said.match(/^\S+\. \d+ IN .*/gm) ?? []);
    expect(await unmet()).to.deep.equal([]);
    const { zone_file: printed, id } = JSON.parse(
      await runCommand('ops domain-records example.com', machine),
    );
    expect(said).to.include(printed.join('\n'));
    const first = await sendFirstMail(apiKey);
    expect(await judge(first.mail)).to.deep.equal({ dkim: 'pass', spf: 'pass', dmarc: 'pass' });
    expect((await judge(first.mail, PROVIDER.relay)).spf).to.equal('pass');
    // A receiver would notice: SPF fails for a server that is not the provider's.
    expect((await judge(first.mail, '198.51.100.1')).spf).to.equal('softfail');
    await eventually('it is delivered', async () => (await statusOf(apiKey, first.id)) === 'delivered');

    const account = JSON.parse(await run('ops create-account'));
    expect(await run('ops grant-production-access', { ACCOUNT: account.id })).to.include('example.org');
    await runCommand('ops vouch-domain example.org --withdraw', machine);
    await receive(apiKey, id);
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
    const page = readFileSync(path.join(ROOT, 'docs/providers.md'), 'utf8');
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
