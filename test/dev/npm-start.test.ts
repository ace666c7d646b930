// `npm start` itself, through npm, in an empty directory: what it prints and serves. start.test.ts and its neighbours
// start the same program without npm.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Announcement } from '../../dev/announcement.ts';
import { createResend, RESEND_VERSIONS } from '../compatibility/support/resend-versions.ts';
import { killAll, processTree } from '../support/processes/process-tree.ts';
import { eventually } from '../support/time/eventually.ts';
import { makeDataDirectory, removeDataDirectory } from './support/data-directory.ts';
import { LOCAL_STACK_CONDITION_MS, NEUTRAL } from './support/local-stack.ts';

/** Without blocking: the test reads what the started processes print. @throws when it ends with another code than 0 */
const run = promisify(execFile);
const JSON_BODY = { 'content-type': 'application/json' };
/** The dev.json that a killed start has left. */
const STALE = { pid: 1, apiUrl: 'http://stale' };

describe('npm start, through npm,', () => {
  let dataDir: string;
  let npm: ChildProcess;
  let output = '';
  let announcement: Announcement;

  before(async () => {
    dataDir = await makeDataDirectory();
    await writeFile(path.join(dataDir, 'dev.json'), JSON.stringify(STALE));
    const env = { ...process.env, ...NEUTRAL, DATA_DIR: dataDir };
    npm = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const ended = once(npm, 'close').then(([code]) => expect.fail(`npm ended with ${code}:\n${output}`));
    ended.catch(() => {});
    const isReady = () => output.includes('Posthorn is ready');
    await Promise.race([eventually('it is ready', isReady, LOCAL_STACK_CONDITION_MS), ended]);
    announcement = JSON.parse(await readFile(path.join(dataDir, 'dev.json'), 'utf8'));
  });

  after(async () => {
    if (npm?.pid) killAll(processTree(npm.pid));
    await removeDataDirectory(dataDir);
  });

  /** The mails in the inbox. */
  async function listInbox(query = ''): Promise<{ id: string; subject: string; to: string[] }[]> {
    const list = await fetch(`${announcement.inboxUrl}/inbox/messages${query}`);
    return ((await list.json()) as { data: { id: string; subject: string; to: string[] }[] }).data;
  }

  it('delivers the signed welcome email to the inbox', async () => {
    const data = await listInbox('?subject=Welcome%20to%20Posthorn');
    expect(data.map(({ to }) => to)).to.deep.equal([['you@inbox.local']]);
    const source = await fetch(`${announcement.inboxUrl}/inbox/messages/${data[0]?.id}/raw`);
    expect(await source.text()).to.match(/^DKIM-Signature: v=1; a=rsa-sha256;/m);
  });

  it('runs its processes on the Node that is first in the PATH', () => {
    const node = execFileSync('node', ['--print', 'process.execPath'], { encoding: 'utf8' }).trim();
    const commands = processTree(npm.pid ?? 0).map(({ command }) => command);
    for (const program of ['api/main.', 'workers/main.']) {
      const command = commands.find((line) => line.includes(program));
      expect(command?.startsWith(`${node} `), commands.join('\n')).to.equal(true);
    }
  });

  it('prints a curl command that sends an email to the inbox', async () => {
    const line = /^ +(curl .*)$/m.exec(output)?.[1] ?? '';
    const { stdout } = await run('sh', ['-c', `${line} --silent`]);
    expect(JSON.parse(stdout)).to.have.all.keys('id');
    await eventually('it is in the inbox', async () => (await listInbox('?subject=Hello')).length === 1);
  });

  it('Runs the quick starts of Resend unchanged with `npm start`, also scheduled.', async () => {
    for (const version of RESEND_VERSIONS) {
      const resend = await createResend(version, announcement.apiKey, announcement.apiUrl);
      const send = async (changes: { to: string; scheduledAt?: string }) => {
        const { data, error } = await resend.emails.send({
          from: 'Acme <onboarding@resend.dev>',
          subject: `Quick start of ${version.version}`,
          html: '<p>it works!</p>',
          ...changes,
        });
        expect(error).to.equal(null);
        return data?.id ?? expect.fail('There is no id.');
      };
      for (const scheduledAt of [undefined, 'in 1 second']) {
        const id = await send({ to: 'delivered@resend.dev', ...(scheduledAt && { scheduledAt }) });
        const isDelivered = async () => (await resend.emails.get(id)).data?.last_event === 'delivered';
        await eventually('it is delivered', isDelivered, LOCAL_STACK_CONDITION_MS);
      }
      await send({ to: 'you@inbox.local' });
      const query = `?subject=${encodeURIComponent(`Quick start of ${version.version}`)}`;
      await eventually('it is in the inbox', async () => (await listInbox(query)).length === 1);
    }
  });

  it('Sends a broadcast from onboarding@resend.dev, and an automation that names no From, with `npm start`.', async () => {
    const { apiUrl, apiKey } = announcement;
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${apiUrl}${path}`, {
        method: 'POST',
        headers: { ...JSON_BODY, authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(body),
      });
      const made = (await answer.json()) as { id: string };
      expect(answer.ok, JSON.stringify(made)).to.equal(true);
      return made;
    };
    const { id: segment } = await post('/segments', { name: 'Readers' });
    await post('/contacts', { email: 'reader@inbox.local', segments: [{ id: segment }] });
    const from = 'Acme <onboarding@resend.dev>';
    const mail = { segment_id: segment, from, subject: 'Broadcast', html: '<p>News</p>' };
    await post('/broadcasts', { ...mail, send: true });

    const content = { subject: 'Automatic', html: '<p>Hello</p>' };
    const template = await post('/templates', { name: 'Automatic', ...content });
    await post(`/templates/${template.id}/publish`, {});
    await post('/automations', {
      name: 'Greeting',
      status: 'enabled',
      trigger: 'greeted',
      steps: [
        { key: 'start', type: 'trigger', config: { event_name: 'greeted' } },
        { key: 'mail', type: 'send_email', config: { template: { id: template.id } } },
      ],
      connections: [{ from: 'start', to: 'mail' }],
    });
    await post('/events/send', { event: 'greeted', email: 'reader@inbox.local', payload: {} });
    for (const subject of ['Broadcast', 'Automatic'])
      await eventually(
        `${subject} is in the inbox`,
        async () => (await listInbox(`?subject=${subject}`)).length === 1,
        LOCAL_STACK_CONDITION_MS,
      );
  });

  it('prints a line for each mail, bounce, refused request and failed webhook', async () => {
    const { apiUrl, apiKey, domain } = announcement;
    const post = (path: string, body: object) =>
      fetch(`${apiUrl}${path}`, {
        method: 'POST',
        headers: { ...JSON_BODY, authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(body),
      });
    // No program listens on port 1.
    await post('/webhooks', { endpoint: 'http://127.0.0.1:1/hook', events: ['email.bounced'] });
    const mail = { from: `me@${domain}`, subject: 'Lines', text: 'Hello' };
    const answer = await post('/emails', { ...mail, to: ['you@inbox.local', 'bounced@resend.dev'] });
    expect(answer.headers.get('ratelimit-policy')).to.include('q=6000');
    expect((await post('/emails', mail)).status).to.equal(422);
    for (const line of [
      /^workers \| delivered: you@inbox\.local "Lines" \(email [0-9a-f-]{36}\)$/m,
      /^workers \| bounced: bounced@resend\.dev "Lines" \(email [0-9a-f-]{36}\): .+$/m,
      /^API \| refused POST \/emails: 422 missing_required_field, Missing `to` field\.$/m,
      /^workers \| webhook http:\/\/127\.0\.0\.1:1\/hook failed: .+ Next attempt at .+\.$/m,
    ])
      await eventually(`${line} is printed`, () => line.test(output), LOCAL_STACK_CONDITION_MS);
  });

  it('runs the example of an automation: each contact goes its own way', async () => {
    const example = path.resolve('examples/welcome-series.mjs');
    const { stdout } = await run(process.execPath, [example, path.join(dataDir, 'dev.json'), '2 seconds']);
    expect(stdout).to.match(
      /ada@inbox\.local: completed\n.*\n +welcome +completed\n.*\n.*\n +pro_tips +completed/,
    );
    expect(stdout).to.match(/bo@inbox\.local: completed\n(.*\n)+ +remind +completed/);
    await eventually('the four mails are in the inbox', async () => {
      const got = (await listInbox()).map(({ subject, to }) => `${to} ${subject}`);
      return ['ada Welcome', 'ada First steps for teams', 'bo Welcome', 'bo Still there?'].every((mail) =>
        got.includes(mail.replace(' ', '@inbox.local ')),
      );
    });
  });

  it('serves inbox, DNS, queues and docs at the addresses in dev.json, which only its owner may read', async () => {
    const { inboxUrl, dnsUrl, queuesUrl, docsUrl, pid } = announcement;
    for (const url of [docsUrl, dnsUrl, `${inboxUrl}/inbox/messages`])
      expect((await fetch(url)).status, url).to.equal(200);
    const opened = await fetch(queuesUrl, { redirect: 'manual' });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const queues = new URL(opened.headers.get('location') ?? '', queuesUrl);
    expect((await fetch(queues, { headers: { cookie } })).status).to.equal(200);
    const process = processTree(npm.pid ?? 0).find((each) => each.pid === pid);
    expect(process?.command).to.include('dev/main.ts');
    for (const file of ['dev.json', 'secrets.json', 'postgres-password']) {
      expect((await stat(path.join(dataDir, file))).mode & 0o777, file).to.equal(0o600);
    }
  });

  it('prints a link that signs the owner of the first account in, once', async () => {
    const link = /^ +Dashboard +(\S+)$/m.exec(output)?.[1] ?? '';
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
    const { apiUrl, apiKey, dnsUrl } = announcement;
    const call = async (method: string, path: string, body?: string) => {
      const headers = { ...JSON_BODY, authorization: `Bearer ${apiKey}` };
      const answer = await fetch(`${apiUrl}/domains${path}`, { method, headers, ...(body && { body }) });
      return (await answer.json()) as { id: string; status: string };
    };
    const { id } = await call('POST', '', JSON.stringify({ name: 'shop.acme.dev' }));
    const body = JSON.stringify(await call('GET', `/${id}`));
    const published = await fetch(`${dnsUrl}/records`, { method: 'POST', headers: JSON_BODY, body });
    expect(published.status).to.equal(200);
    await call('POST', `/${id}/verify`);
    const isVerified = async () => (await call('GET', `/${id}`)).status === 'verified';
    await eventually('the domain is verified', isVerified, LOCAL_STACK_CONDITION_MS);
  });

  it('ignores a dev.json that a killed start has left', () => {
    expect(announcement.apiUrl).not.to.equal(STALE.apiUrl);
  });
});
