// The request id, X-Request-Id (docs/reference/requests.md#headers).
import { expect } from 'chai';
import { isUuidV7 } from '../../../shared/platform/time/ids.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';

describe('The request id', () => {
  const app = useApp();
  const askWith = (id: string) => app.as().get('/domains').set('X-Request-Id', id);

  it('Creates a request id, a UUID v7, for a request without X-Request-Id.', async () => {
    const [first, second] = await Promise.all([app.as().get('/domains'), app.as().get('/domains')]);
    expect(isUuidV7(first.headers['x-request-id'] ?? '')).to.equal(true);
    expect(first.headers['x-request-id']).not.to.equal(second.headers['x-request-id']);
  });

  it('Keeps the X-Request-Id of a request, if it has 1 to 128 letters, digits or characters of _ . : + / = @ -', async () => {
    for (const id of ['a', 'req_01:abc/DEF+1=@-.', 'x'.repeat(128)])
      expect((await askWith(id)).headers['x-request-id']).to.equal(id);
  });

  it('Replaces an X-Request-Id that is longer or has other characters.', async () => {
    for (const id of ['x'.repeat(129), 'two words', 'quote"', '<script>', 'é'])
      expect(isUuidV7((await askWith(id)).headers['x-request-id'] ?? ''), id).to.equal(true);
  });

  it('Sends the header X-Request-Id with every answer.', async () => {
    const { token } = await createApiKey(app.pool);
    for (const path of ['/healthz', '/ops/login', '/openapi.json', '/nothing', '/domains']) {
      for (const caller of [app.bare(), app.as(), app.as(token)])
        expect((await caller.get(path)).headers['x-request-id'], path).to.match(/^\S+$/);
    }
  });
});
