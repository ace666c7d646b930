// GET /logs/:id (docs/reference/logs.md).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';
import { createLog } from '../../support/log-factories.ts';

describe('GET /logs/:id', () => {
  const app = useApp();
  const createCaller = () => createApiKey(app.pool);

  it('Answers a log with the bodies of the request and of the response.', async () => {
    const { token, accountId } = await createCaller();
    const log = await createLog(app.pool, accountId, {
      method: 'POST',
      endpoint: '/emails/batch',
      status: 200,
      userAgent: 'acme/1.0',
      requestBody: [{ subject: 'Grüße' }],
      responseBody: { data: [{ id: '1' }] },
    });
    const { status, body } = await app.as(token).get(`/logs/${log.id}`);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      object: 'log',
      id: log.id,
      created_at: log.createdAt.toISOString(),
      endpoint: '/emails/batch',
      method: 'POST',
      response_status: 200,
      duration_ms: 12,
      user_agent: 'acme/1.0',
      request_id: log.requestId,
      api_key_id: log.apiKeyId,
      request_body: [{ subject: 'Grüße' }],
      response_body: { data: [{ id: '1' }] },
    });
  });

  it('Answers null for a request body or response body that does not exist.', async () => {
    const { token, accountId } = await createCaller();
    const { id } = await createLog(app.pool, accountId);
    const { body } = await app.as(token).get(`/logs/${id}`);
    expect(body).to.include({ request_body: null, response_body: null });
  });

  describe("Answers not_found 404 for an unknown log, another account's log and a malformed id.", () => {
    it('an unknown id', async () => {
      const { token } = await createCaller();
      expectError(await app.as(token).get('/logs/1867000000000000000'), 404, 'not_found');
    });

    it("another account's log", async () => {
      const { id } = await createLog(app.pool, (await createCaller()).accountId);
      const { token } = await createCaller();
      expectError(await app.as(token).get(`/logs/${id}`), 404, 'not_found');
    });

    for (const id of ['x', '-1', '1.5', '1e3', '0x1', '9223372036854775808', '9'.repeat(300), '%00', '%20']) {
      it(`the malformed id ${id.slice(0, 20)}`, async () => {
        const { token } = await createCaller();
        expectError(await app.as(token).get(`/logs/${id}`), 404, 'not_found');
      });
    }

    it('a UUID', async () => {
      const { token, id } = await createCaller();
      expectError(await app.as(token).get(`/logs/${id}`), 404, 'not_found');
    });
  });
});
