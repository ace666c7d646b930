// A path or method that no operation has.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey } from '../../support/factories.ts';

describe('unknown routes', () => {
  const app = useApp();
  let token: string;
  before(async () => {
    ({ token } = await createApiKey(app.pool));
  });

  for (const path of ['/', '/nothing', '/domains/x/y/z', '/constructor', '/__proto__']) {
    it(`rejects GET ${path} with not_found 404`, async () => {
      expectError(await app.as(token).get(path), 404, 'not_found');
    });
  }

  for (const method of ['post', 'put', 'patch', 'delete', 'options', 'trace'] as const) {
    it(`rejects ${method.toUpperCase()} on the known path /domains with not_found 404`, async () => {
      expectError(await app.as(token)[method]('/domains'), 404, 'not_found');
    });
  }

  it('answers HEAD as GET without the body', async () => {
    const [get, head] = await Promise.all([app.as(token).get('/domains'), app.as(token).head('/domains')]);
    expect(head.status).to.equal(200);
    expect(head.text ?? '').to.equal('');
    expect(head.headers['content-length']).to.equal(get.headers['content-length']);
  });

  for (const accept of ['*/*', 'text/html', 'application/xml']) {
    it(`answers JSON to Accept: ${accept}`, async () => {
      const known = await app.as(token).get('/domains').set('Accept', accept);
      expect(known.headers['content-type']).to.match(/^application\/json/);
      expectError(await app.as(token).get('/nothing').set('Accept', accept), 404, 'not_found');
    });
  }
});
