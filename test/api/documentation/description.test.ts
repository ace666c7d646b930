// GET /openapi.json (docs/reference/service.md#the-api-description).
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';

describe('GET /openapi.json', () => {
  const app = useApp();

  it('Answers the API description at GET /openapi.json without a key and without a User-Agent.', async () => {
    const { status, headers, body } = await app.bare().get('/openapi.json').unset('User-Agent');
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    const file = new URL('../../../openapi.json', import.meta.url);
    expect(body).to.deep.equal(JSON.parse(readFileSync(file, 'utf8')));
  });
});
