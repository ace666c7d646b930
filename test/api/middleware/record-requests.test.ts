// Request logs: which requests are logged for their account, and with which fields (docs/reference/logs.md).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { createApiKey } from '../../support/factories.ts';
import { openSocket } from '../../support/raw-http.ts';
import { createSender } from '../emails/sender.ts';
import { logOf, newRequestId } from '../logs/logged.ts';
import { probeResource } from '../probe.ts';

const IS_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('The log of a request', () => {
  const app = useApp();

  /** Sends an email and answers its log. */
  async function logSend(changes: Record<string, unknown> = {}) {
    const sender = await createSender(app);
    const requestId = newRequestId();
    const { body: answer } = await sender.send(changes).set('X-Request-Id', requestId);
    return { log: await logOf(app, sender.token, requestId), answer, sender };
  }

  describe('Logs a request with every field of the table.', () => {
    it('object', async () => {
      expect((await logSend()).log.object).to.equal('log');
    });

    it('id: a number as a string', async () => {
      expect((await logSend()).log.id).to.match(/^\d{18,19}$/);
    });

    it('created_at: the time of the request', async () => {
      const { log } = await logSend();
      expect(log.created_at).to.match(IS_TIME).and.equal(app.clock.now().toISOString());
    });

    it('endpoint: the path', async () => {
      expect((await logSend()).log.endpoint).to.equal('/emails');
    });

    it('method', async () => {
      expect((await logSend()).log.method).to.equal('POST');
    });

    it('response_status', async () => {
      expect((await logSend()).log.response_status).to.equal(200);
      expect((await logSend({ to: 'nobody' })).log.response_status).to.equal(422);
    });

    it('user_agent', async () => {
      expect((await logSend()).log.user_agent).to.equal('posthorn-tests');
    });

    it('request_body: the JSON that the caller sent', async () => {
      const { log, sender } = await logSend({ tags: [{ name: 'kind', value: 'test' }] });
      expect(log.request_body).to.deep.equal(sender.body({ tags: [{ name: 'kind', value: 'test' }] }));
    });

    it('response_body: the JSON that was answered', async () => {
      const { log, answer } = await logSend();
      expect(log.response_body).to.deep.equal(answer).and.have.keys('id');
    });

    it('api_key_id, request_id and duration_ms', async () => {
      const { token, id } = await createApiKey(app.pool);
      const requestId = newRequestId();
      await app.as(token).get('/domains').set('X-Request-Id', requestId);
      const log = await logOf(app, token, requestId);
      expect(log).to.include({ api_key_id: id, request_id: requestId, request_body: null });
      expect(log.duration_ms).to.be.a('number').within(0, 60_000);
    });
  });

  it('Logs the path without the prefix /api, without doubled slashes and without the query.', async () => {
    const { token } = await createApiKey(app.pool);
    const requestId = newRequestId();
    await app.as(token).get('/api//domains?limit=7&token=abc').set('X-Request-Id', requestId);
    const log = await logOf(app, token, requestId);
    expect(log.endpoint).to.equal('/domains');
    expect(JSON.stringify(log)).not.to.include('abc');
  });

  it('Gives each log a greater id than the one before it.', async () => {
    const { token } = await createApiKey(app.pool);
    const ids: bigint[] = [];
    for (let count = 0; count < 5; count += 1) {
      const requestId = newRequestId();
      await app.as(token).get('/domains').set('X-Request-Id', requestId);
      ids.push(BigInt((await logOf(app, token, requestId)).id));
    }
    for (const [index, id] of ids.entries()) expect(id > (ids[index - 1] ?? 0n)).to.equal(true);
  });

  describe('which requests are logged', () => {
    it('Logs a request to an unknown endpoint, without its body.', async () => {
      const { token } = await createApiKey(app.pool);
      const requestId = newRequestId();
      await app.as(token).post('/nothing').set('X-Request-Id', requestId).send({ a: 1 });
      const log = await logOf(app, token, requestId);
      expect(log).to.include({ endpoint: '/nothing', response_status: 404 });
      // The body of an unknown endpoint is not read.
      expect(log.request_body).to.equal(null);
      expect(log.response_body.name).to.equal('not_found');
    });

    it('Logs a request that the permission of its key does not allow.', async () => {
      const { token, accountId } = await createApiKey(app.pool, { permission: 'sending_access' });
      const full = await createApiKey(app.pool, { accountId });
      const requestId = newRequestId();
      await app.as(token).get('/domains').set('X-Request-Id', requestId);
      expect((await logOf(app, full.token, requestId)).response_body.name).to.equal('restricted_api_key');
    });

    it('Logs a request that failed with a 5xx error.', async () => {
      const { token } = await createApiKey(app.pool);
      const requestId = newRequestId();
      await app.pool.query('ALTER TABLE domains RENAME TO hidden');
      try {
        const { status } = await app.as(token).get('/domains').set('X-Request-Id', requestId);
        expect(status).to.equal(500);
      } finally {
        await app.pool.query('ALTER TABLE hidden RENAME TO domains');
      }
      const log = await logOf(app, token, requestId);
      expect(log.response_status).to.equal(500);
      expect(log.response_body.name).to.equal('internal_server_error');
    });

    it('Does not log reads of /logs, but every other request to it.', async () => {
      const { token, accountId } = await createApiKey(app.pool);
      await app.as(token).get('/logs');
      await app.as(token).get('/api/logs?limit=1');
      await app.as(token).get('/Logs/');
      await app.as(token).head('/logs');
      await app.as(token).get('/logs/1');
      const requestId = newRequestId();
      await app.as(token).delete('/logs/1').set('X-Request-Id', requestId);
      await logOf(app, token, requestId);
      const { rows } = await app.pool.query('SELECT method FROM logs WHERE account_id = $1', [accountId]);
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
      const { token } = await createApiKey(app.pool);
      const requestId = newRequestId();
      await app.as(token).get('/domains').set('X-Request-Id', requestId);
      await logOf(app, token, requestId);
      const { rows } = await app.pool.query('SELECT request_id FROM logs WHERE id > $1', [
        before.rows[0].id ?? 0,
      ]);
      expect(rows).to.deep.equal([{ request_id: requestId }]);
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
    const { token } = await createApiKey(app.pool);
    const requestId = newRequestId();
    await app.as(token).head('/domains').set('X-Request-Id', requestId);
    expect(await logOf(app, token, requestId)).to.include({ method: 'HEAD', response_status: 200 });
  });

  it('Shortens a logged path to 1,000 characters.', async () => {
    const { token } = await createApiKey(app.pool);
    const requestId = newRequestId();
    await app
      .as(token)
      .get(`/${'a%C3%A9'.repeat(1_500)}`)
      .set('X-Request-Id', requestId);
    expect((await logOf(app, token, requestId)).endpoint).to.have.length(1_000);
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
