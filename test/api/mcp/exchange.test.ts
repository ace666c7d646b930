// POST /mcp as HTTP: messages, statuses, callers, limits, logs (docs/reference/mcp.md).
import { expect } from 'chai';
import { SERVICE_VERSION } from '../../../shared/platform/process/version.ts';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { createCaller, enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { connectMcp, dataOf } from '../../support/api/mcp-client.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { createSender } from '../emails/sender.ts';

const message = (method: string, params?: object, id: number | undefined = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const callOf = (name: string, args: object) => message('tools/call', { name, arguments: args });

describe('POST /mcp', () => {
  const app = useApp({ config: { rateLimitPerMinute: 3 } });

  it('Answers each message of the Model Context Protocol with JSON, without a session, and a notification with 202 and no body.', async () => {
    const { api } = await createCaller(app);
    const client = { capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const { body, headers } = await api
      .post('/mcp')
      .send(message('initialize', { protocolVersion: '2025-11-25', ...client }));
    expect(body.result).to.deep.include({ protocolVersion: '2025-11-25' });
    expect(body.result.serverInfo).to.include({ name: 'posthorn', version: SERVICE_VERSION });
    expect(body.result.capabilities).to.deep.equal({ tools: {}, resources: {} });
    expect(headers).not.to.have.property('mcp-session-id');
    const notified = await api.post('/mcp').send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([notified.status, notified.text]).to.deep.equal([202, '']);
    const unknown = await api.post('/mcp').send(message('unknown/method'));
    expect(unknown.body.error.code).to.equal(-32_601);
    const tool = await api.post('/mcp').send(callOf('no_tool', {}));
    expect(tool.body.error.code).to.equal(-32_602);
  });

  it('Rejects what is no message with validation_error, a version of the protocol that it does not speak with status 400, and GET and DELETE with status 405.', async () => {
    const { api } = await createCaller(app);
    for (const odd of [
      {},
      { jsonrpc: '1.0', method: 'ping' },
      [message('ping')],
      { ...message('ping'), id: {} },
    ])
      expect((await api.post('/mcp').send(odd)).body.statusCode, JSON.stringify(odd)).to.equal(422);
    expectError(await api.post('/mcp').send({ jsonrpc: '2.0' }), 400, 'validation_error');
    const old = await api.post('/mcp').set('MCP-Protocol-Version', '1999-01-01').send(message('ping'));
    expectError(old, 400, 'validation_error');
    for (const method of ['get', 'delete'] as const) {
      const refused = await api[method]('/mcp');
      expectError(refused, 405, 'not_found');
      expect(refused.headers).to.include({ allow: 'POST' });
    }
  });

  it('Rejects a message from a page of another server with validation_error 403.', async () => {
    const { api } = await createCaller(app);
    const from = (origin: string) => api.post('/mcp').set('Origin', origin).send(message('ping'));
    const { host } = new URL(app.deps.config.publicUrl);
    const odd = [
      `ftp://${host}`,
      'app://localhost',
      'chrome-extension://localhost',
      '//localhost',
      'https://',
      '',
    ];
    for (const origin of ['https://evil.example.com', 'null', ...odd])
      expectError(await from(origin), 403, 'validation_error');
    for (const origin of [app.deps.config.publicUrl, app.url])
      expect((await from(origin)).status, origin).to.equal(200);
  });

  it('Gives a caller the rights that it has over HTTP: a key that only sends, a key of one domain, an expired key, a person by the role.', async () => {
    const sender = await createSender(app);
    const { accountId } = sender;
    const callAs = async (caller: typeof sender.api, name: string, args: object) => {
      const { body } = await caller.post('/mcp').send(callOf(name, args));
      return dataOf(body.result) as { name?: string; id?: string };
    };
    const sending = await createCaller(app, { key: { accountId, permission: 'sending_access' } });
    expect(await callAs(sending.api, 'send_email', sender.body())).to.have.property('id');
    for (const tool of ['list_emails', 'list_contacts'])
      expect(await callAs(sending.api, tool, {})).to.include({ name: 'restricted_api_key' });
    const other = await createDomain(app.pool, accountId);
    const bound = await createCaller(app, {
      key: { accountId, permission: 'sending_access', domainId: other.id },
    });
    const overHttp = await bound.api.post('/emails').send(sender.body());
    const overMcp = await callAs(bound.api, 'send_email', sender.body());
    expect(overMcp).to.include(overHttp.body);
    expect(overHttp.status).to.be.above(400);
    const expiresAt = new Date(app.clock.now().getTime() + MINUTE_MS);
    const expired = await createCaller(app, { key: { accountId, expiresAt } });
    app.clock.set(expiresAt);
    expectError(await expired.api.post('/mcp').send(message('ping')), 403, 'invalid_api_key');
    expectError(await app.as().post('/mcp').send(message('ping')), 401, 'missing_api_key');
    const viewer = await enter(app, { accountId, role: 'viewer' });
    expect(await callAs(viewer.api, 'list_domains', {})).to.have.property('data');
    expect(await callAs(viewer.api, 'upsert_contact', { email: 'x@x.dev' })).to.include({
      name: 'view_only_member',
    });
    const member = await enter(app, { accountId, role: 'member' });
    expect(await callAs(member.api, 'upsert_contact', { email: 'x@x.dev' })).to.have.property('id');
    const { rows } = await app.pool.query('SELECT operation FROM audit_events WHERE account_id = $1', [
      accountId,
    ]);
    expect(rows.map(({ operation }) => operation)).to.include('createContact');
  });

  it('Counts what tools send in the rate limit of the client, and logs each operation that a tool calls, with the User-Agent of the client, but not the message.', async () => {
    const sender = await createSender(app);
    const { call } = await connectMcp({ url: app.url, token: sender.token });
    const results = [];
    for (let sent = 0; sent < 8; sent += 1) results.push(await call('send_email', sender.body()));
    expect(results.at(-1)).to.have.property('isError', true);
    expect(results.map(dataOf).at(-1)).to.include({ statusCode: 429, name: 'rate_limit_exceeded' });
    await app.deps.requestLogs.drain();
    const { rows } = await app.pool.query(
      'SELECT DISTINCT method, endpoint, user_agent FROM logs WHERE account_id = $1',
      [sender.accountId],
    );
    expect(rows).to.deep.equal([{ method: 'POST', endpoint: '/emails', user_agent: 'an-agent' }]);
  });
});
