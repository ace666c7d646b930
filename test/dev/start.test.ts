// `npm start` from one start to the next, what it refuses, and operators' verbs on it. npm-start.test.ts looks at the
// first start in an empty directory, stop.test.ts at the end.
import { spawnSync } from 'node:child_process';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect } from 'chai';
import type { Announcement } from '../../dev/announcement.ts';
import { startLocalStack as startInProcess } from '../../dev/local-stack.ts';
import { createTeardown } from '../../dev/processes/teardown.ts';
import { readSettings } from '../../dev/settings.ts';
import { StartError } from '../../dev/start-error.ts';
import { runCommand } from '../../ops/run-command.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { expectDone } from '../ops/run-ops.ts';
import { processTree } from '../support/processes/process-tree.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink/smtp-sink.ts';
import { eventually } from '../support/time/eventually.ts';
import { makeDataDirectory, removeDataDirectory } from './support/data-directory.ts';
import {
  LOCAL_STACK_CONDITION_MS,
  type LocalStack,
  NEUTRAL,
  startLocalStack,
} from './support/local-stack.ts';
import { resetDatabase } from './support/reset-database.ts';

const DOMAIN = 'mail.example.org';

/** What a start says that refuses, in this process: dev/main.ts prints the sentence and ends. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const closing = new AbortController();
  const teardown = createTeardown((error) => expect.fail(String(error)));
  const log = createLog({ level: 'silent', process: 'test' });
  const tools = { log, teardown, closing: closing.signal, hurry: closing.signal };
  const given = { ...tools, say: () => {}, giveUp: () => {} };
  try {
    await startInProcess(readSettings({ ...NEUTRAL, ...environment }), given);
  } catch (error) {
    expect(error).to.be.instanceOf(StartError);
    return (error as StartError).message;
  } finally {
    closing.abort();
    await teardown.run();
  }
  return expect.fail('It has started.');
}

describe('npm start', () => {
  let dataDir: string;
  let three: LocalStack[] = [];
  let stack: LocalStack;
  let announcement: Announcement;
  /** Programs on the ports of optional parts. */
  let taken: { smtp: Server; dns: UdpSocket };
  /** SMTP_URL of the second start. */
  let relay: SmtpSink;

  before(async () => {
    dataDir = await makeDataDirectory();
    relay = await startSmtpSink();
    const environment = { FIRST_DOMAIN: DOMAIN };
    three = [1, 2, 3].map(() => startLocalStack({ dataDir, environment }));
    const outcomes = await Promise.allSettled(three.map((each) => each.ready()));
    stack =
      three[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? expect.fail('None is ready.');
    announcement = await stack.ready();
  });

  after(async () => {
    await Promise.all([...three, stack].map((each) => each?.end('SIGKILL')));
    taken?.smtp.close();
    taken?.dns.close();
    await relay?.stop();
    await removeDataDirectory(dataDir);
  });

  const call = async (path: string, token: unknown, body?: object) => {
    const answer = await fetch(`${announcement.apiUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const takenPorts = () => ({
    smtp: (taken.smtp.address() as AddressInfo).port,
    dns: taken.dns.address().port,
  });
  const listDomains = async () => {
    const { data } = (await call('/domains', announcement.apiKey)).body;
    return (data as { name: string; status: string }[]).map(({ name, status }) => ({ name, status }));
  };
  const send = async (token: unknown, from: string, to: string) => {
    const { status, body } = await call('/emails', token, { from, to, subject: 'Hello', text: 'Hello' });
    return { status, name: body['name'] };
  };
  const ops = async (...args: string[]) => expectDone(await runCommand(args, { DATA_DIR: dataDir }));

  it('lets exactly one of three simultaneous starts succeed', async () => {
    const refused = three.filter((each) => !each.output().includes('Posthorn is ready'));
    expect(refused).to.have.length(2);
    for (const each of refused) {
      expect(await each.ended()).to.equal(1);
      expect(each.output()).to.match(/^Posthorn already runs on this data[^\n]*\n$/);
    }
  });

  it('creates a verified first domain of any name', async () => {
    expect(await listDomains()).to.deep.equal([{ name: DOMAIN, status: 'verified' }]);
  });

  it('refuses a second start on the same data, and npm run db:reset, naming the running process and its API', async () => {
    const { apiUrl, pid } = announcement;
    expect(pid).to.equal(stack.pid);
    const sentence = `Posthorn already runs on this data directory: process ${pid}, its API is ${apiUrl}.`;
    expect(await refusalOf({ DATA_DIR: dataDir })).to.equal(sentence);
    expect(await resetDatabase(dataDir)).to.deep.equal({ code: 1, output: `${sentence}\n` });
    expect((await fetch(`${apiUrl}/readyz`)).status).to.equal(200);
  });

  it('keeps API key, account, domain and the password of the owner from one start to the next', async () => {
    const first = announcement;
    expect(await stack.end('SIGTERM')).to.equal(0);
    taken = { smtp: createServer().listen(0, '127.0.0.1'), dns: createSocket('udp4').bind(0, '127.0.0.1') };
    await Promise.all(Object.values(taken).map((each) => once(each, 'listening')));
    const { smtp, dns } = takenPorts();
    const environment = {
      FIRST_DOMAIN: DOMAIN,
      INBOX_SMTP_PORT: `${smtp}`,
      DNS_PORT: `${dns}`,
      SMTP_URL: relay.url,
    };
    stack = startLocalStack({ dataDir, environment });
    announcement = await stack.ready();
    expect(announcement.apiKey).to.equal(first.apiKey);
    expect(announcement.ownerPassword)
      .to.equal(first.ownerPassword)
      .and.match(/^[0-9A-Za-z]{20}$/);
    const { apiUrl, ownerEmail: email, ownerPassword: password } = announcement;
    const signedIn = await fetch(`${apiUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password }),
    });
    expect(signedIn.status).to.equal(200);
    expect(await listDomains()).to.have.length(1);
  });

  it('takes a free port for an optional part whose port is taken, and says so in one line', () => {
    const { smtp, dns } = takenPorts();
    const { inboxSmtp, dnsServer } = announcement;
    const lines = stack.output().split('\n');
    const why = 'is taken by another program: it uses';
    expect(lines).to.include(
      `Port ${smtp} for the inbox's SMTP server ${why} ${inboxSmtp.port} (INBOX_SMTP_PORT sets it).`,
    );
    const free = dnsServer.split(':')[1];
    expect(lines).to.include(`Port ${dns} for the development DNS ${why} ${free} (DNS_PORT sets it).`);
  });

  it('sends the welcome email at the first start only', async () => {
    expect((await call('/emails', announcement.apiKey)).body['data']).to.have.length(1);
    const inbox = await fetch(`${announcement.inboxUrl}/inbox/messages`);
    expect(((await inbox.json()) as { data: unknown[] }).data).to.deep.equal([]);
    expect(stack.output()).to.include('  Send an email:').and.not.include('The first email');
  });

  it('lets mail leave by SMTP_URL where it is given, and says so in its first line', async () => {
    expect(stack.output()).to.match(/^Mail leaves this machine: [^\n]*\n/);
    expect((await send(announcement.apiKey, `me@${DOMAIN}`, 'ana@customer.dev')).status).to.equal(200);
    await eventually('the relay has it', () => relay.messages.length === 1);
    expect(announcement.outgoing).to.deep.equal({ SMTP_URL: relay.url });
  });

  it('keeps running when its output is no longer read', async () => {
    stack.process.stdout?.destroy();
    stack.process.stderr?.destroy();
    const findApi = () => processTree(stack.pid).find(({ command }) => command.includes('api/main.'));
    const { pid } = findApi() ?? expect.fail('There is no API.');
    process.kill(pid, 'SIGKILL');
    const runsAgain = async () => {
      const now = findApi();
      return now !== undefined && now.pid !== pid && (await fetch(`${announcement.apiUrl}/healthz`)).ok;
    };
    await eventually('the API runs again', runsAgain, LOCAL_STACK_CONDITION_MS);
  });

  describe('with ops, which gets only its data directory,', () => {
    it('has a new account that can send from its domain', async () => {
      const who = ['--name', 'Acme', '--owner', 'ana@acme.dev', '--domain', 'acme.dev'];
      const { api_key: key } = await ops('create-account', ...who);
      const answer = await send(key, 'shop@acme.dev', 'ana@acme.dev');
      expect(answer).to.deep.equal({ status: 200, name: undefined });
    });

    it('pauses and resumes sending, at once', async () => {
      const sendFirst = () => send(announcement.apiKey, `me@${DOMAIN}`, 'you@inbox.local');
      await ops('pause-sending');
      expect(await sendFirst()).to.deep.equal({ status: 503, name: 'sending_service_unavailable' });
      await ops('resume-sending');
      expect((await sendFirst()).status).to.equal(200);
    });

    it('meets every check, and lacks only what a production service has', async () => {
      const { met, checks } = await ops('check');
      expect(met).to.equal(true);
      const lines = checks as { check: string; status: string }[];
      expect(lines.filter(({ status }) => status !== 'met').map(({ check }) => check)).to.deep.equal([
        'environment',
        'mail_hostname',
        'backup',
        'alerts',
      ]);
    });

    it('runs it as an npm script', () => {
      const { stdout, status } = spawnSync('npm', ['run', '--silent', 'ops', '--', 'list-accounts'], {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
        encoding: 'utf8',
      });
      expect(status).to.equal(0);
      expect(JSON.parse(stdout)).to.include({ object: 'list' });
    });
  });
});

describe('npm start refuses', () => {
  let dataDir: string;
  let other: Server;
  let port: string;

  before(async () => {
    dataDir = await makeDataDirectory();
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    port = String((other.address() as AddressInfo).port);
  });
  after(async () => {
    other.close();
    await removeDataDirectory(dataDir);
  });

  for (const variable of ['PORT', 'INBOX_PORT']) {
    it(`a taken port, and names it and ${variable}`, async () => {
      expect(await refusalOf({ DATA_DIR: dataDir, [variable]: port })).to.match(
        new RegExp(`^Port ${port} for the .* is taken by another program: choose another with ${variable} `),
      );
    });
  }

  for (const [variable, value] of [
    ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none'],
    ['POSTGRES_BIN_DIR', '/nonexistent'],
  ] as const) {
    it(`${variable}=${value} in one sentence`, async () => {
      expect(await refusalOf({ DATA_DIR: dataDir, [variable]: value })).to.match(/^[A-Z][^\n]*\.$/);
    });
  }

  it('before it starts anything, and while it starts, with nothing but the sentence and exit code 1', async () => {
    for (const PORT of ['70000', port]) {
      const stack = startLocalStack({ dataDir, environment: { PORT } });
      expect(await stack.ended()).to.equal(1);
      expect(stack.output()).to.match(/^[A-Z][^\n]*\.\n$/);
    }
  });
});
