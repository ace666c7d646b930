// GET /logs/:id (docs/reference/logs.md).
import { expect } from 'chai';
import { createCaller, useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createLog } from '../../support/factories/log-factories.ts';

describe('GET /logs/:id', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Answers a log with the bodies of the request and of the response.', async () => {
    const log = await createLog(app.pool, account.accountId, {
      method: 'POST',
      endpoint: '/emails/batch',
      status: 200,
      userAgent: 'acme/1.0',
      requestBody: [{ subject: 'Grüße' }],
      responseBody: { data: [{ id: '1' }] },
    });
    expect(await account.read(`/logs/${log.id}`)).to.deep.equal({
      object: 'log',
      id: log.id,
      created_at: log.createdAt.toISOString(),
      endpoint: '/emails/batch',
      method: 'POST',
      response_status: 200,
      error_name: null,
      ignored_parameters: [],
      duration_ms: 12,
      user_agent: 'acme/1.0',
      request_id: log.requestId,
      api_key_id: log.apiKeyId,
      request_body: [{ subject: 'Grüße' }],
      response_body: { data: [{ id: '1' }] },
    });
  });

  it('Answers null for a request body or response body that does not exist.', async () => {
    const { id } = await createLog(app.pool, account.accountId);
    expect(await account.read(`/logs/${id}`)).to.include({ request_body: null, response_body: null });
  });

  it("Answers not_found 404 for an unknown log, another account's log and a malformed id.", async () => {
    const { id: foreign } = await createLog(app.pool, (await createCaller(app)).accountId);
    const malformed = ['x', '-1', '1.5', '1e3', '0x1', '9223372036854775808', '9'.repeat(300), '%00', '%20'];
    for (const id of ['1867000000000000000', foreign, ...malformed, account.accountId])
      expectError(await account.api.get(`/logs/${id}`), 404, 'not_found');
  });
});
