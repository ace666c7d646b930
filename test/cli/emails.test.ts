// The commands `posthorn emails …`, against the real API.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey, createDomain, createEmail } from '../support/factories/factories.ts';
import { expectFailure, expectJson, posthorn, startPosthorn } from './support/cli.ts';

describe('posthorn emails', () => {
  const app = useApp();
  let directory: string;
  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-cli-'));
  });
  after(() => rm(directory, { recursive: true }));

  const createCaller = async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const domain = await createDomain(app.pool, accountId);
    const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    return { env, token, accountId, domain, from: `Ana <ana@${domain.name}>` };
  };
  const bodyFile = async (content: unknown) => {
    const file = path.join(directory, 'body.json');
    await writeFile(
      file,
      typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    );
    return file;
  };
  const readEmail = async (env: Record<string, string>, id: string) =>
    expectJson(await posthorn(['emails', 'get', id], { env }));

  it('send: has a flag for every field, also for lists and objects', async () => {
    const { env, from } = await createCaller();
    const args = [
      'emails',
      'send',
      '--from',
      from,
      '--to',
      'bo@customer.dev',
      'cy@customer.dev',
      '--to',
      'di@customer.dev',
    ];
    const more = [
      '--cc=ed@customer.dev',
      '--subject',
      '--api-key=x',
      '--html',
      '<p>Hi</p>',
      '--reply-to',
      'help@acme.dev',
    ];
    const objects = [
      '--headers',
      '{"X-A":"b"}',
      '--tags',
      '{"name":"a","value":"1"}',
      '{"name":"b","value":"2"}',
      '--attachments',
      '{"filename":"a.txt","content":"aGk="}',
      '{"filename":"b.txt","content":{"type":"Buffer","data":[104,105]}}',
    ];
    const { id, ...rest } = expectJson(await startPosthorn([...args, ...more, ...objects], { env }).ended);
    expect(rest).to.deep.equal({});
    expect(await readEmail(env, id)).to.deep.include({
      object: 'email',
      from,
      to: ['bo@customer.dev', 'cy@customer.dev', 'di@customer.dev'],
      cc: ['ed@customer.dev'],
      reply_to: ['help@acme.dev'],
      subject: '--api-key=x',
      html: '<p>Hi</p>',
      headers: { 'X-A': 'b' },
      tags: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
    });
    const files = expectJson(await posthorn(['emails', 'attachments', id], { env })).data;
    expect(
      files.map(({ filename, size }: { filename: string; size: number }) => [filename, size]),
    ).to.deep.equal([
      ['a.txt', 2],
      ['b.txt', 2],
    ]);
  });

  it('send: accepts a list of objects as one JSON array, too', async () => {
    const { env, from } = await createCaller();
    const tags = [{ name: 'a', value: '1' }];
    const args = ['--from', from, '--to', 'bo@customer.dev', '--subject', 'Hello', '--text', 'Hi'];
    const { id } = expectJson(
      await posthorn(['emails', 'send', ...args, '--tags', JSON.stringify(tags)], { env }),
    );
    expect((await readEmail(env, id)).tags).to.deep.equal(tags);
  });

  it('send: reads the body from a file', async () => {
    const { env, from } = await createCaller();
    const file = await bodyFile({ from, to: 'bo@customer.dev', subject: 'From a file', text: 'Grüße' });
    const { id } = expectJson(await posthorn(['emails', 'send', '--data', file], { env }));
    expect(await readEmail(env, id)).to.include({ subject: 'From a file', text: 'Grüße' });
  });

  it('send: reads a body as Windows writes it, with a byte order mark and in UTF-16', async () => {
    const { env, from } = await createCaller();
    const input = JSON.stringify({ from, to: 'bo@customer.dev', subject: 'Marked', text: 'Grüße' });
    const utf16 = Buffer.from(`\ufeff${input}`, 'utf16le');
    for (const bytes of [Buffer.from(`\ufeff${input}`), utf16, Buffer.from(utf16).swap16()]) {
      const file = await bodyFile(bytes);
      const { id } = expectJson(await posthorn(['emails', 'send', '--data', file], { env }));
      expect(await readEmail(env, id)).to.include({ subject: 'Marked', text: 'Grüße' });
    }
  });

  it('send: reads the body from stdin, with additional flags', async () => {
    const { env, from } = await createCaller();
    const input = JSON.stringify({ from, to: 'bo@customer.dev', subject: 'First', text: 'Hi' });
    const { id } = expectJson(
      await posthorn(['emails', 'send', '--data', '-', '--subject', 'Second'], { env, input }),
    );
    expect(await readEmail(env, id)).to.include({ subject: 'Second', text: 'Hi' });
  });

  it('send: passes the refusal of the API on', async () => {
    const { env, from } = await createCaller();
    const args = ['emails', 'send', '--from', from, '--to', 'bo@customer.dev'];
    const missing = await startPosthorn(args, { env }).ended;
    expect(expectFailure(missing, 422, 'missing_required_field')).to.contain('subject');
    const bad = await posthorn(
      ['emails', 'send', '--from', from, '--to', 'nobody', '--subject', 'a', '--text', 'b'],
      { env },
    );
    expectFailure(bad, 422, 'invalid_to_address');
  });

  it('list: filters by status, text and folder', async () => {
    const { env, accountId } = await createCaller();
    const wanted = await createEmail(app.pool, accountId, { status: 'delivered', subject: 'Wanted' });
    await createEmail(app.pool, accountId, { status: 'failed', subject: 'Other' });
    await createEmail(app.pool, accountId, { status: 'pending', subject: 'Wanted' });
    for (const filters of [
      ['--status', 'delivered'],
      ['--status', 'delivered', '--q', 'want', '--limit', '5'],
      ['--q', 'want', '--folder', 'sent'],
    ]) {
      const list = expectJson(await posthorn(['emails', 'list', ...filters], { env }));
      expect(list).to.include({ object: 'list', has_more: false });
      expect(list.data.map(({ id }: { id: string }) => id)).to.deep.equal([wanted.id]);
    }
  });

  it('list --all: reads all pages', async () => {
    const { env, accountId } = await createCaller();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.unshift((await createEmail(app.pool, accountId)).id);
    const list = expectJson(await posthorn(['emails', 'list', '--all', '--limit', '2'], { env }));
    expect(list).to.include({ object: 'list', has_more: false });
    expect(list.data.map(({ id }: { id: string }) => id)).to.deep.equal(ids);
    const rest = expectJson(await posthorn(['emails', 'list', '--all', '--after', ids[2] ?? ''], { env }));
    expect(rest.data.map(({ id }: { id: string }) => id)).to.deep.equal(ids.slice(3));
  });

  it('list --all: cannot be combined with --before', async () => {
    const { env } = await createCaller();
    expectFailure(await posthorn(['emails', 'list', '--all', '--before', 'x'], { env }), null, 'cli_error');
  });

  it('list: passes an invalid filter to the API, which refuses it', async () => {
    const { env } = await createCaller();
    expectFailure(await posthorn(['emails', 'list', '--limit', '101'], { env }), 422, 'validation_error');
  });

  it('get: prints not_found for an unknown email', async () => {
    const { env } = await createCaller();
    for (const id of ['none', '../domains', 'a/b', '%2e%2e']) {
      expectFailure(await posthorn(['emails', 'get', id], { env }), 404, 'not_found');
    }
  });

  it('domains list and api-keys list print their lists', async () => {
    const { env, domain } = await createCaller();
    const domains = expectJson(await posthorn(['domains', 'list'], { env }));
    expect(domains.data[0].name).to.equal(domain.name);
    const keys = expectJson(await posthorn(['api-keys', 'list'], { env }));
    expect(keys.data).to.have.length(1);
  });

  it('takes the key and the URL from flags, before the resource or after the action; flags override the environment', async () => {
    const { token, domain } = await createCaller();
    const flags = ['--api-key', token, '--base-url', `${app.url}/api/`];
    const env = { POSTHORN_API_KEY: 'ph_wrong', POSTHORN_BASE_URL: 'http://127.0.0.1:9' };
    for (const args of [
      [...flags, 'domains', 'list'],
      ['domains', 'list', ...flags],
    ]) {
      expect(expectJson(await posthorn(args, { env })).data[0].name).to.equal(domain.name);
    }
  });
});
