// interface.md, Authentication 8.
import { expect } from 'chai';
import { OPS_TOKEN, useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';

describe('the User-Agent rule', () => {
  const app = useApp();

  it('`validation_error` normally carries 422; the missing-User-Agent case carries 403.', async () => {
    const { token } = await createApiKey(app.pool);
    const answer = await app.bare().get('/domains').set('Authorization', `Bearer ${token}`);
    expect(expectError(answer, 403, 'validation_error')).to.include('User-Agent');
    const invalid = await app.as(token).get('/domains?limit=0');
    expectError(invalid, 422, 'validation_error');
  });

  for (const userAgent of ['', '  ']) {
    it(`rejects the User-Agent "${userAgent}" with validation_error 403`, async () => {
      expectError(await app.bare().get('/domains').set('User-Agent', userAgent), 403, 'validation_error');
    });
  }

  for (const path of ['/healthz', '/readyz', '/ops/login']) {
    it(`lets ${path} be opened without User-Agent`, async () => {
      expect((await app.bare().get(path)).status).to.equal(200);
    });
  }

  it('lets /metrics be read without User-Agent', async () => {
    const answer = await app.bare().get('/metrics').set('Authorization', `Bearer ${OPS_TOKEN}`);
    expect(answer.status).to.equal(200);
  });
});
