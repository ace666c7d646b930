// The User-Agent header, which every request of the API needs (docs/reference/requests.md#headers).
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { OPS_TOKEN, useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

describe('The User-Agent header', () => {
  const app = useApp();

  it('Rejects a request without a User-Agent header with validation_error 403.', async () => {
    const { token, api } = await createCaller(app);
    const answer = await app.bare().get('/domains').set('Authorization', `Bearer ${token}`);
    expect(expectError(answer, 403, 'validation_error')).to.include('User-Agent');
    for (const userAgent of ['', '  '])
      expectError(await app.bare().get('/domains').set('User-Agent', userAgent), 403, 'validation_error');
    // An invalid query has another status.
    expectError(await api.get('/domains?limit=0'), 422, 'validation_error');
  });

  it("Serves health checks, metrics and the operators' pages without a User-Agent header.", async () => {
    for (const path of ['/healthz', '/readyz', '/ops/login'])
      expect((await app.bare().get(path)).status, path).to.equal(200);
    const answer = await app.bare().get('/metrics').set('Authorization', `Bearer ${OPS_TOKEN}`);
    expect(answer.status).to.equal(200);
  });
});
