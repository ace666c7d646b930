// The User-Agent header, which every request of the API needs (docs/reference/requests.md#headers).
import { expect } from 'chai';
import { OPS_TOKEN, useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';

describe('The User-Agent header', () => {
  const app = useApp();

  describe('Rejects a request without a User-Agent header with validation_error 403.', () => {
    it('no header, while an invalid query has the status 422', async () => {
      const { token } = await createApiKey(app.pool);
      const answer = await app.bare().get('/domains').set('Authorization', `Bearer ${token}`);
      expect(expectError(answer, 403, 'validation_error')).to.include('User-Agent');
      const invalid = await app.as(token).get('/domains?limit=0');
      expectError(invalid, 422, 'validation_error');
    });

    for (const userAgent of ['', '  ']) {
      it(`"${userAgent}"`, async () => {
        expectError(await app.bare().get('/domains').set('User-Agent', userAgent), 403, 'validation_error');
      });
    }
  });

  describe("Serves health checks, metrics and the operators' pages without a User-Agent header.", () => {
    for (const path of ['/healthz', '/readyz', '/ops/login']) {
      it(path, async () => {
        expect((await app.bare().get(path)).status).to.equal(200);
      });
    }

    it('/metrics', async () => {
      const answer = await app.bare().get('/metrics').set('Authorization', `Bearer ${OPS_TOKEN}`);
      expect(answer.status).to.equal(200);
    });
  });
});
