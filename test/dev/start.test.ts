import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { eventually } from '../support/eventually.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { makeDataDirectory, removeDataDirectory } from './support/data-directory.ts';
import {
  LOCAL_STACK_CONDITION_MS,
  LOCAL_STACK_TEST_TIMEOUT_MS,
  type LocalStack,
  type LocalStackOptions,
  startLocalStack,
} from './support/local-stack.ts';
import { processTree } from './support/process-tree.ts';
import { useLocalStack } from './support/use-local-stack.ts';

/** Without blocking: the test reads what the started processes print. */
const run = (program: string, args: string[]) =>
  new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(program, args, (error, stdout, stderr) => resolve({ status: error?.code ?? 0, stdout, stderr }));
  });

/** The dev.json that a killed start left behind. */
const STALE = { pid: 1, apiUrl: 'http://stale' };

describe('npm start in an empty directory', function () {
  this.timeout(LOCAL_STACK_TEST_TIMEOUT_MS);

  const first = useLocalStack(async () => {
    const dataDir = await makeDataDirectory();
    await writeFile(path.join(dataDir, 'dev.json'), JSON.stringify(STALE));
    return dataDir;
  });
  let second: LocalStack | undefined;
  afterEach(() => second?.end('SIGKILL'));

  it('delivers the signed welcome email to the inbox', async () => {
    const { inboxUrl } = first.announcement;
    const list = await fetch(`${inboxUrl}/inbox/messages?subject=Welcome`);
    const { data } = (await list.json()) as { data: { id: string; to: string[] }[] };
    expect(data.map(({ to }) => to)).to.deep.equal([['you@inbox.local']]);
    const source = await (await fetch(`${inboxUrl}/inbox/messages/${data[0]?.id}/raw`)).text();
    expect(source).to.match(/^DKIM-Signature: v=1; a=rsa-sha256;/m);
  });

  it('prints a curl command that sends an email to the inbox', async () => {
    const { stack, announcement } = first;
    const line = /^ +(curl .*)$/m.exec(stack.output())?.[1] ?? '';
    const { status, stdout } = spawnSync('sh', ['-c', `${line} --silent`], { encoding: 'utf8' });
    expect(status, stdout).to.equal(0);
    expect(JSON.parse(stdout)).to.have.all.keys('id');
    await eventually('the email is in the inbox', async () => {
      const list = await fetch(`${announcement.inboxUrl}/inbox/messages?subject=Hello`);
      return ((await list.json()) as { data: unknown[] }).data.length === 1;
    });
  });

  it('runs the example of an automation: each contact goes its own way', async () => {
    const { dataDir, announcement } = first;
    const example = path.resolve('examples/welcome-series.mjs');
    const file = path.join(dataDir, 'dev.json');
    const { status, stdout, stderr } = await run(process.execPath, [example, file, '2 seconds']);
    expect(status, stderr).to.equal(0);
    expect(stdout).to.match(
      /ada@inbox\.local: completed\n.*\n +welcome +completed\n.*\n.*\n +pro_tips +completed/,
    );
    expect(stdout).to.match(/bo@inbox\.local: completed\n(.*\n)+ +remind +completed/);
    await eventually('the four mails are in the inbox', async () => {
      const list = await fetch(`${announcement.inboxUrl}/inbox/messages`);
      const { data } = (await list.json()) as { data: { subject: string; to: string[] }[] };
      const got = data.map(({ subject, to }) => `${to} ${subject}`);
      return ['ada Welcome', 'ada First steps for teams', 'bo Welcome', 'bo Still there?'].every((mail) =>
        got.includes(mail.replace(' ', '@inbox.local ')),
      );
    });
  });

  it('serves the inbox and the queues at the addresses in dev.json, which only its owner may read', async () => {
    const { inboxUrl, queuesUrl, pid } = first.announcement;
    expect((await fetch(`${inboxUrl}/inbox/messages`)).status).to.equal(200);
    const opened = await fetch(queuesUrl, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const queues = new URL(opened.headers.get('location') ?? '', queuesUrl);
    expect((await fetch(queues, { headers: { cookie } })).status).to.equal(200);
    expect(pid).to.equal(first.stack.pid);
    for (const file of ['dev.json', 'secrets.json', 'postgres-password']) {
      expect((await stat(path.join(first.dataDir, file))).mode & 0o777, file).to.equal(0o600);
    }
  });

  it('prints a link that signs the owner of the first account in, once', async () => {
    const { stack, announcement } = first;
    const link = /^ +Dashboard +(\S+)$/m.exec(stack.output())?.[1] ?? '';
    const opened = await fetch(link, { redirect: 'manual' });
    expect(opened.status).to.equal(303);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const { dashboardUrl, ownerEmail } = announcement;
    expect(new URL(opened.headers.get('location') ?? '', link).href).to.equal(dashboardUrl);
    expect(ownerEmail).to.equal('owner@posthorn.local');
    const me = await fetch(`${announcement.apiUrl}/auth/me`, { headers: { cookie } });
    const { person, account, role } = (await me.json()) as Record<string, Record<string, unknown>>;
    expect([person?.['email'], account?.['name'], role]).to.deep.equal([
      ownerEmail,
      'First account',
      'owner',
    ]);
    expect((await fetch(link, { redirect: 'manual' })).status).to.equal(404);
  });

  it('verifies a domain whose records are published in its DNS, without the internet', async () => {
    const { apiUrl, apiKey, dnsUrl } = first.announcement;
    const json = { 'content-type': 'application/json' };
    const call = async (method: string, path: string, body?: string) => {
      const headers = { ...json, authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${apiUrl}/domains${path}`, { method, headers, ...(body && { body }) });
      return (await answer.json()) as { id: string; status: string };
    };
    const { id } = await call('POST', '', JSON.stringify({ name: 'shop.acme.dev' }));
    const domain = JSON.stringify(await call('GET', `/${id}`));
    const published = await fetch(`${dnsUrl}/records`, { method: 'POST', headers: json, body: domain });
    expect(published.status).to.equal(200);
    await call('POST', `/${id}/verify`);
    const isVerified = async () => (await call('GET', `/${id}`)).status === 'verified';
    await eventually('the domain is verified', isVerified, LOCAL_STACK_CONDITION_MS);
  });

  it('ignores a dev.json that a killed start left behind', () => {
    expect(first.announcement.apiUrl).not.to.equal(STALE.apiUrl);
  });

  it('refuses a second start on the same data, naming the running process and its API', async () => {
    const { apiUrl, pid } = first.announcement;
    second = startLocalStack({ dataDir: first.dataDir });
    expect(await second.ended()).to.equal(1);
    expect(second.output()).to.equal(
      `Posthorn already runs on this data directory: process ${pid}, its API is ${apiUrl}.\n`,
    );
  });
});

describe('npm start', function () {
  this.timeout(LOCAL_STACK_TEST_TIMEOUT_MS);

  let dataDir: string;
  let stacks: LocalStack[];

  beforeEach(async () => {
    dataDir = await makeDataDirectory();
    stacks = [];
  });

  afterEach(async () => {
    await Promise.all(stacks.map((stack) => stack.end('SIGKILL')));
    await removeDataDirectory(dataDir);
  });

  function start(options: Partial<LocalStackOptions> = {}): LocalStack {
    const stack = startLocalStack({ dataDir, ...options });
    stacks.push(stack);
    return stack;
  }

  /** A start that need not create the database, for tests of something else. */
  async function startMigrated(options: Partial<LocalStackOptions> = {}): Promise<LocalStack> {
    await copyPreparedCluster(dataDir);
    return start(options);
  }

  it('creates a verified first domain of any name', async () => {
    const stack = await startMigrated({ environment: { FIRST_DOMAIN: 'mail.example.org' } });
    const { apiUrl, apiKey } = await stack.ready();
    const answer = await fetch(`${apiUrl}/domains`, { headers: { authorization: `Bearer ${apiKey}` } });
    const { data } = (await answer.json()) as { data: { name: string; status: string }[] };
    expect(data.map(({ name, status }) => [name, status])).to.deep.equal([['mail.example.org', 'verified']]);
  });

  it('serves inbox, DNS, queues and docs at the addresses in dev.json, which only its owner may read', async () => {
    const { inboxUrl, dnsUrl, queuesUrl, docsUrl, pid } = await start().ready();
    for (const url of [docsUrl, dnsUrl]) expect((await fetch(url)).status, url).to.equal(200);
    expect((await fetch(`${inboxUrl}/inbox/messages`)).status).to.equal(200);
    const opened = await fetch(queuesUrl, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const queues = new URL(opened.headers.get('location') ?? '', queuesUrl);
    expect((await fetch(queues, { headers: { cookie } })).status).to.equal(200);
    expect(pid).to.equal(stacks[0]?.pid);
    for (const file of ['dev.json', 'secrets.json', 'postgres-password']) {
      expect((await stat(path.join(dataDir, file))).mode & 0o777, file).to.equal(0o600);
    }
  });

  it('keeps API key, account, domain and the password of the owner from one start to the next', async () => {
    const first = await (await startMigrated()).ready();
    expect(await stacks[0]?.end('SIGTERM')).to.equal(0);
    const second = await start().ready();
    expect(second.apiKey).to.equal(first.apiKey);
    expect(second.ownerPassword)
      .to.equal(first.ownerPassword)
      .and.match(/^[0-9A-Za-z]{20}$/);
    const { ownerEmail: email, ownerPassword: password } = second;
    const signedIn = await fetch(`${second.apiUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password }),
    });
    expect(signedIn.status).to.equal(200);
    const answer = await fetch(`${second.apiUrl}/domains`, {
      headers: { authorization: `Bearer ${first.apiKey}` },
    });
    expect(((await answer.json()) as { data: unknown[] }).data).to.have.length(1);
  });

  it('lets exactly one of three simultaneous starts succeed', async () => {
    const codes = [start(), start(), start()].map((stack) =>
      stack.ready().then(
        () => 'ready',
        () => stack.ended(),
      ),
    );
    expect((await Promise.all(codes)).sort()).to.deep.equal([1, 1, 'ready']);
    const refused = stacks.filter((stack) => !stack.output().includes('Posthorn is ready'));
    for (const stack of refused)
      expect(stack.output()).to.match(/^Posthorn already runs on this data[^\n]*\n$/);
  });

  for (const variable of ['PORT', 'INBOX_PORT', 'INBOX_SMTP_PORT', 'DNS_PORT']) {
    it(`names the port and ${variable} when that port is taken`, async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const stack = start({ environment: { [variable]: String(port) } });
      expect(await stack.ended()).to.equal(1);
      expect(stack.output()).to.match(
        new RegExp(
          `^Port ${port} for the .* is taken by another program: choose another with ${variable} .*\n$`,
        ),
      );
      other.close();
    });
  }

  for (const [variable, value] of [
    ['PORT', '70000'],
    ['DATABASE_URL', 'postgres://nobody@127.0.0.1:1/none'],
    ['POSTGRES_BIN_DIR', '/nonexistent'],
  ] as const) {
    it(`refuses ${variable}=${value} in one sentence`, async () => {
      const stack = start({ environment: { [variable]: value } });
      expect(await stack.ended()).to.equal(1);
      expect(stack.output().trim()).to.match(/^[A-Z][^\n]*\.$/);
    });
  }

  it('keeps running when its output is no longer read', async () => {
    const stack = await startMigrated();
    const { apiUrl } = await stack.ready();
    stack.process.stdout?.destroy();
    stack.process.stderr?.destroy();
    const api = processTree(stack.pid).find(({ command }) => command.includes('api/main.'));
    process.kill(api?.pid ?? expect.fail('There is no API.'), 'SIGKILL');
    await eventually(
      'the API runs again',
      async () => {
        const now = processTree(stack.pid).find(({ command }) => command.includes('api/main.'));
        return now !== undefined && now.pid !== api?.pid && (await fetch(`${apiUrl}/healthz`)).ok;
      },
      LOCAL_STACK_CONDITION_MS,
    );
  });
});
