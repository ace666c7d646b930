// Request logs: which requests are logged for their account, and with which fields (docs/reference/logs.md).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { openSocket } from '../../support/net/raw-http.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSender } from '../emails/sender.ts';
import { logOf, newRequestId } from '../logs/logged.ts';
import { probeResource } from '../probe.ts';

describe('The log of a request', () => {
  const app = useApp();

  const account = useAccount(app);

  /** Sends a request with a key of the account. @returns its log */
  const logged = async (
    ask: (api: typeof account.api) => ReturnType<typeof account.api.get>,
    { token }: { token: string } = account,
  ) => {
    const requestId = newRequestId();
    await ask(app.as(token)).set('X-Request-Id', requestId);
    return await logOf(app, account.token, requestId);
  };

  it('Logs a request with every field of the table.', async () => {
    const { id: keyId, token, accountId } = await createApiKey(app.pool);
    const sender = await createSender(app, { key: { accountId } });
    for (const [changes, status, answered] of [
      [{ tags: [{ name: 'kind', value: 'test' }] }, 200, ['id']],
      [{ to: 'nobody' }, 422, ['statusCode', 'name', 'message', 'docs_url', 'field', 'faults']],
    ] as const) {
      const requestId = newRequestId();
      const sent = sender.body(changes);
      const { body: answer } = await app.as(token).post('/emails').set('X-Request-Id', requestId).send(sent);
      const { id, duration_ms, ...log } = await logOf(app, token, requestId);
      expect(id).to.match(/^\d{18,19}$/);
      expect(duration_ms).to.be.a('number').within(0, 60_000);
      expect(log).to.deep.equal({
        object: 'log',
        created_at: app.clock.now().toISOString(),
        endpoint: '/emails',
        method: 'POST',
        response_status: status,
        error_name: answer.name ?? null,
        ignored_parameters: [],
        user_agent: 'posthorn-tests',
        api_key_id: keyId,
        request_id: requestId,
        request_body: sent,
        response_body: answer,
      });
      expect(answer).to.have.keys(answered);
    }
    expect((await logged((api) => api.get('/domains'))).request_body).to.equal(null);
  });

  it('Logs the path without the prefix /api, without doubled slashes and without the query.', async () => {
    const log = await logged((api) => api.get('/api//domains?limit=7&token=abc'));
    expect(log.endpoint).to.equal('/domains');
    expect(JSON.stringify(log)).not.to.include('abc');
  });

  it('Logs the names of ignored query parameters, without their values and with secrets redacted.', async () => {
    const key = `ph_${'a1'.repeat(16)}`;
    const log = await logged((api) => api.get(`/domains?limit=7&colour=blue&${key}=x&a%0d%0ab=1`));
    expect(log.ignored_parameters).to.deep.equal(['colour', '[redacted]', 'a%0D%0Ab']);
    expect(JSON.stringify(log)).not.to.include('blue').and.not.to.include(key);
    expect((await logged((api) => api.post('/nothing?colour=blue'))).ignored_parameters).to.deep.equal([]);
  });

  it('Gives each log a greater id than the one before it.', async () => {
    const ids: bigint[] = [];
    for (let count = 0; count < 5; count += 1)
      ids.push(BigInt((await logged((api) => api.get('/domains'))).id));
    for (const [index, id] of ids.entries()) expect(id > (ids[index - 1] ?? 0n)).to.equal(true);
  });

  describe('which requests are logged', () => {
    it('Logs a request to an unknown endpoint, without its body.', async () => {
      const log = await logged((api) => api.post('/nothing').send({ a: 1 }));
      expect(log).to.include({ endpoint: '/nothing', response_status: 404 });
      // The body of an unknown endpoint is not read.
      expect(log.request_body).to.equal(null);
      expect(log.response_body.name).to.equal('not_found');
      expect(log.error_name).to.equal('not_found');
    });

    it('Logs a request that the permission of its key does not allow.', async () => {
      const { accountId } = account;
      const sending = await createApiKey(app.pool, { accountId, permission: 'sending_access' });
      const log = await logged((api) => api.get('/domains'), sending);
      expect(log.response_body.name).to.equal('restricted_api_key');
    });

    it('Logs a request that failed with a 5xx error.', async () => {
      await app.pool.query('ALTER TABLE domains RENAME TO hidden');
      const log = await logged((api) => api.get('/domains')).finally(() =>
        app.pool.query('ALTER TABLE hidden RENAME TO domains'),
      );
      expect(log.response_status).to.equal(500);
      expect(log.response_body.name).to.equal('internal_server_error');
    });

    it('Does not log reads of /logs, but every other request to it.', async () => {
      for (const path of ['/logs', '/api/logs?limit=1', '/Logs/', '/logs/1']) await account.api.get(path);
      await account.api.head('/logs');
      await logged((api) => api.delete('/logs/1'));
      const { rows } = await app.pool.query('SELECT method FROM logs WHERE account_id = $1', [
        account.accountId,
      ]);
      expect(rows).to.deep.equal([{ method: 'DELETE' }]);
    });

    it('Does not log requests without a key or with a wrong, expired or forbidden key.', async () => {
      const before = await app.pool.query('SELECT max(id) AS id FROM logs');
      await app.as().get('/domains');
      await app.as('ph_wrong').get('/domains');
      const expired = await createApiKey(app.pool, {
        expiresAt: new Date(app.clock.now().getTime() - 1_000),
      });
      await app.as(expired.token).get('/domains').expect(403);
      const elsewhere = await createApiKey(app.pool, { allowedAddresses: [] });
      await app.as(elsewhere.token).get('/domains').expect(403);
      await app.bare().get('/healthz');
      const { request_id } = await logged((api) => api.get('/domains'));
      const { rows } = await app.pool.query('SELECT request_id FROM logs WHERE id > $1', [
        before.rows[0].id ?? 0,
      ]);
      expect(rows).to.deep.equal([{ request_id }]);
    });
  });

  it('Answers a request as usual when its log cannot be written.', async () => {
    const sender = await createSender(app);
    await app.pool.query('ALTER TABLE logs RENAME TO hidden');
    try {
      expect((await sender.send()).status).to.equal(200);
      await eventually('the log is given up', () =>
        app.logLines.some(({ msg }) => msg === 'request logs could not be written'),
      );
      expect((await sender.send()).status).to.equal(200);
    } finally {
      await app.pool.query('ALTER TABLE hidden RENAME TO logs');
    }
  });

  it('Does not delay an answer until its log is written.', async () => {
    const sender = await createSender(app);
    const requestId = newRequestId();
    const blocker = await app.pool.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE logs');
      expect((await sender.send().set('X-Request-Id', requestId)).status).to.equal(200);
      expect((await app.as(sender.token).get('/domains')).status).to.equal(200);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    expect((await logOf(app, sender.token, requestId)).response_status).to.equal(200);
  });

  it('Logs a request whose answer has no body.', async () => {
    const log = await logged((api) => api.head('/domains'));
    expect(log).to.include({ method: 'HEAD', response_status: 200 });
  });

  it('Shortens a logged path to 1,000 characters.', async () => {
    const log = await logged((api) => api.get(`/${'a%C3%A9'.repeat(1_500)}`));
    expect(log.endpoint).to.have.length(1_000);
  });
});

describe('The log of a request whose client disconnects', () => {
  let goOn: (() => void) | undefined;
  const app = useApp({
    resources: [
      probeResource(
        () =>
          new Promise<object>((resolve) => {
            goOn = () => resolve({});
          }),
      ),
    ],
  });

  it('Logs status 499 and no response body for a client that disconnects before the answer.', async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const socket = await openSocket(app.port);
    socket.write(
      `GET /failing HTTP/1.1\r\nHost: x\r\nUser-Agent: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    const finish = await eventually('the handler runs', () => goOn);
    socket.destroy();
    const row = await eventually('its log', async () => {
      const { rows } = await app.pool.query('SELECT * FROM logs WHERE account_id = $1', [accountId]);
      return rows[0];
    });
    expect(row).to.include({ response_status: 499, response_body: null, endpoint: '/failing' });
    finish();
  });
});
