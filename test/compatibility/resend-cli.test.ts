// The command line of Resend, unchanged and as its own process on the Node that it needs (`npm run install:nodes`): all that it
// knows of this service is an API key and a base URL (docs/reference/clients.md#resends-command-line).
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { render } from '@react-email/render';
import { expect } from 'chai';
import { createElement } from 'react';
import { freePort } from '../../dev/processes/ports.ts';
import { expectJson, startPosthorn } from '../cli/support/cli.ts';
import { fileOfGuest, findGuestNode, GUESTS } from '../runner/other-nodes.ts';
import { IS_LONG } from '../support/extent.ts';
import { eventually } from '../support/time/eventually.ts';
import { errorOf } from './support/cli-commands.ts';
import { keepVerified, LINKED_HTML, readTrackedMail } from './support/read-mail.ts';
import { useService } from './support/use-service.ts';
import WelcomeEmail from './support/welcome-email.tsx';

const NODE = findGuestNode(process.env);
const PROGRAM = NODE ? fileOfGuest(NODE, 'resend-cli', 'dist/cli.cjs') : '';
const GUARD = path.join(import.meta.dirname, 'support/refuse-names.cjs');
const TEMPLATE = path.join(import.meta.dirname, 'support/welcome-email.tsx');
const UNKNOWN_ID = '01936d3e-5b7a-7c3d-9f21-0123456789ab';

describe('Works with the unchanged command line of Resend when RESEND_BASE_URL points to this service.', () => {
  const service = useService();
  let directory: string;
  before(async function () {
    if (!existsSync(PROGRAM)) this.skip();
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-resend-cli-'));
  });
  after(async () => {
    if (directory) await rm(directory, { recursive: true });
  });

  const refusedNames = () => readFile(path.join(directory, 'refused'), 'utf8').catch(() => '');
  const start = (...args: string[]) =>
    startPosthorn(args, {
      program: PROGRAM,
      node: NODE?.program ?? '',
      env: {
        RESEND_API_KEY: service.sender.token,
        RESEND_BASE_URL: service.app.url,
        RESEND_NO_UPDATE_NOTIFIER: '1',
        DO_NOT_TRACK: '1',
        HOME: directory,
        XDG_CONFIG_HOME: directory,
        TMPDIR: directory,
        NODE_OPTIONS: `--require ${JSON.stringify(GUARD)}`,
        REFUSED_NAMES_FILE: path.join(directory, 'refused'),
      },
    });
  const run = (...args: string[]) => start(...args).ended;
  const resend = async (...args: string[]) => expectJson(await run(...args));
  const from = () => `Ana <ana@${service.sender.domain.name}>`;
  const send = (...args: string[]) =>
    resend('emails', 'send', '--from', from(), '--to', 'bo@customer.dev', '--subject', 'Hello', ...args);
  const write = async (name: string, content: string | Buffer) => {
    const file = path.join(directory, name);
    await writeFile(file, content);
    return file;
  };

  it('sends an email once under an idempotency key', async () => {
    const flags = [
      '--cc',
      'cy@customer.dev',
      '--bcc',
      'di@customer.dev',
      '--reply-to',
      'help@acme.dev',
      '--html',
      '<p>Grüße 🎉</p>',
      '--headers',
      'X-Order=17',
      '--tags',
      'kind=welcome',
      '--idempotency-key',
      'order-17',
    ];
    const { id } = await send(...flags);
    expect(await send(...flags)).to.deep.equal({ id });
    expect(await resend('emails', 'get', id)).to.deep.include({
      object: 'email',
      from: from(),
      to: ['bo@customer.dev'],
      cc: ['cy@customer.dev'],
      bcc: ['di@customer.dev'],
      reply_to: ['help@acme.dev'],
      html: '<p>Grüße 🎉</p>',
      tags: [{ name: 'kind', value: 'welcome' }],
    });
    const mail = await service.whenDelivered(id);
    expect(mail.headers.get('x-order')).to.equal('17');
  });

  it('reports a refusal on stderr and exits with 1', async () => {
    const { code, stdout, stderr } = await run('emails', 'get', UNKNOWN_ID);
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
    expect(errorOf(stderr)).to.include({ code: 'fetch_error' }).and.to.have.property('message');
    const unverified = ['--from', 'ana@acme.dev', '--to', 'bo@customer.dev', '--subject', 'a', '--text', 'a'];
    const refused = await run('emails', 'send', ...unverified);
    expect(refused.code).to.equal(1);
    expect(errorOf(refused.stderr).message).to.include('acme.dev');
  });

  it('asks no other server, except for its newest version in a check-up', async () => {
    await send('--text', 'Hello');
    expect(await refusedNames()).to.equal('');
    const { ok, checks } = await resend('doctor');
    expect(ok).to.equal(true);
    expect(checks).to.deep.include({
      name: 'Domains',
      status: 'pass',
      message: '1 verified, 0 pending',
      detail: `${service.sender.domain.name} (verified)`,
    });
    expect(await refusedNames()).to.equal('api.github.com\n');
  });

  // Each command starts a process. What they ask for is also tested with Resend's SDK, on which they are built.
  if (IS_LONG) {
    it('sends a file', async () => {
      const content = randomBytes(2_000);
      const { id } = await send('--text', 'Hello', '--attachment', await write('order.pdf', content));
      const { attachments } = await service.whenDelivered(id);
      expect(attachments.map(({ filename }) => filename)).to.deep.equal(['order.pdf']);
      expect(attachments[0]?.content).to.deep.equal(content);
    });

    it('renders and sends an email written with React Email', async () => {
      const { id } = await send('--react-email', TEMPLATE);
      const mail = await service.whenDelivered(id);
      expect(mail.html).to.equal(await render(createElement(WelcomeEmail)));
    });

    it('sends batches, strict and permissive', async () => {
      const email = { from: from(), to: ['bo@customer.dev'], subject: 'Hello', text: 'Hello' };
      const good = await write('good.json', JSON.stringify([email, email]));
      expect(await resend('emails', 'batch', '--file', good)).to.have.length(2);
      const mixed = await write('mixed.json', JSON.stringify([{ ...email, to: ['bo@'] }, email]));
      const { data, errors } = await resend(
        'emails',
        'batch',
        '--file',
        mixed,
        '--batch-validation',
        'permissive',
      );
      expect(data).to.have.length(1);
      expect(errors).to.have.nested.property('[0].index', 0);
      const refused = await run('emails', 'batch', '--file', mixed);
      expect(refused.code).to.equal(1);
      expect(errorOf(refused.stderr).message).to.include('to');
    });

    it('schedules, reschedules and cancels an email', async () => {
      const { id } = await send('--text', 'Hello', '--scheduled-at', 'in 2 hours');
      const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
      expect(await resend('emails', 'update', id, '--scheduled-at', tomorrow)).to.include({ id });
      expect(await resend('emails', 'cancel', id)).to.include({ object: 'email', id });
      expect(await resend('emails', 'get', id)).to.include({
        scheduled_at: tomorrow,
        last_event: 'canceled',
      });
    });

    it('lists emails, domains and logs', async () => {
      const { id } = await send('--text', 'Hello');
      const emails = await resend('emails', 'list', '--limit', '1');
      expect(emails).to.deep.include({ object: 'list', has_more: true });
      expect(emails.data[0].id).to.equal(id);
      const domains = await resend('domains', 'list');
      expect(domains.data.map(({ name }: { name: string }) => name)).to.deep.equal([
        service.sender.domain.name,
      ]);
      const logs = await resend('logs', 'list', '--limit', '100');
      const sent = logs.data.find(({ method }: { method: string }) => method === 'POST');
      expect(sent).to.include({ endpoint: '/emails', user_agent: `resend-cli:${GUESTS['resend-cli']}` });
      expect(await resend('logs', 'get', sent.id)).to.have.nested.include({
        object: 'log',
        'response_body.id': id,
      });
    });

    it('creates, gets, lists, updates and deletes webhooks', async () => {
      const endpoint = 'https://acme.dev/hooks';
      const { id, signing_secret } = await resend(
        'webhooks',
        'create',
        '--endpoint',
        endpoint,
        '--events',
        'all',
      );
      expect(signing_secret).to.match(/^whsec_/);
      const got = await resend('webhooks', 'get', id);
      expect(got).to.include({ object: 'webhook', id, endpoint, status: 'enabled' });
      expect(got.events)
        .to.include('email.delivered')
        .and.to.include('domain.updated')
        .and.to.have.length(19);
      await resend('webhooks', 'update', id, '--events', 'email.bounced', '--status', 'disabled');
      const { data } = await resend('webhooks', 'list', '--limit', '1');
      expect(data[0]).to.deep.include({ id, status: 'disabled', events: ['email.bounced'] });
      expect(await resend('webhooks', 'delete', id, '--yes')).to.deep.equal({
        object: 'webhook',
        id,
        deleted: true,
      });
    });

    it('turns tracking on, and reads what a person did last with an email', async () => {
      const { id: domainId } = service.sender.domain;
      await resend('domains', 'update', domainId, '--open-tracking', '--click-tracking');
      await keepVerified(service);
      const { id } = await send('--html', LINKED_HTML);
      await readTrackedMail(service, id);
      expect(await resend('emails', 'get', id)).to.include({ last_event: 'clicked', html: LINKED_HTML });
      await resend('domains', 'update', domainId, '--no-open-tracking', '--no-click-tracking');
      await keepVerified(service);
    });

    it('listens to the events of an email, and deletes its webhook at the end', async () => {
      const port = String(await freePort());
      const url = `http://127.0.0.1:${port}`;
      const listening = start('webhooks', 'listen', '--url', url, '--port', port);
      const endpoints = async () => {
        const { body } = await service.app.as(service.sender.token).get('/webhooks');
        return body.data.map(({ endpoint }: { endpoint: string }) => endpoint);
      };
      await eventually('it has a webhook', async () => (await endpoints()).includes(url));
      const { id } = await send('--text', 'Hello');
      await eventually('the events are printed', () => {
        const lines = listening.written.stdout.split('\n').filter((line) => line.includes(id));
        return ['email.sent', 'email.delivered'].every((type) => lines.some((line) => line.includes(type)));
      });
      listening.child.kill('SIGTERM');
      await listening.ended;
      expect(await endpoints()).not.to.include(url);
    });
  }
});
