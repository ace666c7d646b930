// GET /openapi.json and the page /docs (docs/reference/service.md#the-api-description).
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

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

describe('GET /docs', () => {
  const app = useApp();

  it('Redirects /docs to /docs/.', async () => {
    const { status, headers } = await app.bare().get('/docs');
    expect({ status, location: headers['location'] }).to.deep.equal({ status: 301, location: '/docs/' });
  });

  it('Shows the description as a page at /docs/ that loads everything from this server.', async () => {
    const { status, headers, text } = await app.bare().get('/docs/');
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(headers['content-security-policy'])
      .to.contain("default-src 'self'")
      .and.not.contain('unsafe-eval');
    expect(headers['content-security-policy']).to.match(/default-src 'self'(;|$)/);
    expect(text).to.contain('<title>Posthorn API</title>');
    expect(text).not.to.match(/(?:src|href)=["']?(?:https?:)?\/\//);
  });

  it('Does not send the description to a validator on the internet.', async () => {
    const { text } = await app.bare().get('/docs/swagger-ui-init.js');
    expect(text).to.contain('"swaggerUrl": "../openapi.json"').and.contain('"validatorUrl": null');
  });

  it('Answers 404 for other files below /docs/.', async () => {
    for (const file of ['nothing', 'package.json', '..%2fpackage.json'])
      expect((await app.bare().get(`/docs/${file}`)).status, file).to.equal(404);
  });

  it('Answers not_found 404 to methods other than GET and HEAD on /docs/.', async () => {
    for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const)
      expectError(await app.bare()[method]('/docs/'), 404, 'not_found');
    expect((await app.bare().head('/docs/')).status).to.equal(200);
  });
});
