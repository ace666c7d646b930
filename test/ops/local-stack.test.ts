// Operating a running `npm start`: only its data directory is given, and changes take effect at once.
import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import type { Announcement } from '../../dev/announcement.ts';
import { makeDataDirectory, removeDataDirectory } from '../dev/support/data-directory.ts';
import { LOCAL_STACK_TEST_TIMEOUT_MS, type LocalStack, startLocalStack } from '../dev/support/local-stack.ts';
import { expectDone, spawnOps } from './run-ops.ts';

describe('ops with a running npm start', function () {
  this.timeout(LOCAL_STACK_TEST_TIMEOUT_MS);
  let dataDir: string;
  let stack: LocalStack;
  let announcement: Announcement;
  before(async () => {
    dataDir = await makeDataDirectory();
    stack = startLocalStack({ dataDir });
    announcement = await stack.ready();
  });
  after(async () => {
    await stack.end('SIGTERM');
    await removeDataDirectory(dataDir);
  });
  const ops = async (...args: string[]) => expectDone(await spawnOps(args, { DATA_DIR: dataDir }));
  const send = async (token: unknown, from: string, to: string) => {
    const answer = await fetch(`${announcement.apiUrl}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from, to, subject: 'Hello', text: 'Hello' }),
    });
    return { status: answer.status, name: ((await answer.json()) as { name?: string }).name };
  };

  it('creates an account that can send from its domain', async () => {
    const account = await ops(
      'create-account',
      '--name',
      'Acme',
      '--owner',
      'ana@acme.dev',
      '--domain',
      'acme.dev',
    );
    const answer = await send(account['api_key'], 'shop@acme.dev', 'ana@acme.dev');
    expect(answer).to.deep.equal({ status: 200, name: undefined });
  });

  it('pauses and resumes sending', async () => {
    const { apiKey, domain } = announcement;
    await ops('pause-sending');
    expect(await send(apiKey, `me@${domain}`, 'you@inbox.local')).to.deep.equal({
      status: 503,
      name: 'sending_service_unavailable',
    });
    await ops('resume-sending');
    expect((await send(apiKey, `me@${domain}`, 'you@inbox.local')).status).to.equal(200);
  });

  it('checks it: nothing is unmet, and only what a production service has is missing', async () => {
    const { met, checks } = await ops('check');
    expect(met).to.equal(true);
    const lines = checks as { check: string; status: string }[];
    expect(lines.filter(({ status }) => status !== 'met').map(({ check }) => check)).to.deep.equal([
      'environment',
      'mail_hostname',
    ]);
  });

  it('is an npm script', () => {
    const { stdout, status } = spawnSync('npm', ['run', '--silent', 'ops', '--', 'list-accounts'], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect(status).to.equal(0);
    expect(JSON.parse(stdout)).to.include({ object: 'list' });
  });
});
