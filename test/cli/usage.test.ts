// The command `posthorn usage get`, against the real API.
import { expect } from 'chai';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { expectJson, posthorn } from './support/cli.ts';

describe('posthorn usage', () => {
  const app = useApp();

  it('get', async () => {
    const { token } = await createApiKey(app.pool);
    const env = { POSTHORN_API_KEY: token, POSTHORN_BASE_URL: app.url };
    const usage = expectJson(await posthorn(['usage', 'get'], { env }));
    expect(usage).to.deep.equal((await app.as(token).get('/usage')).body);
    expect(usage).to.include({ object: 'usage' });
  });
});
