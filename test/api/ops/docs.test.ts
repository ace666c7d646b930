// GET /openapi.json and the page /docs.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';

describe('GET /openapi.json', () => {
  const app = useApp();

  it('answers the committed description, without a key or a User-Agent', async () => {
    const { status, headers, body } = await app.bare().get('/openapi.json').unset('User-Agent');
    expect(status).to.equal(200);
    expect(headers['content-type']).to.equal('application/json; charset=utf-8');
    const file = new URL('../../../openapi.json', import.meta.url);
    expect(body).to.deep.equal(JSON.parse(readFileSync(file, 'utf8')));
  });
});

describe('GET /docs', () => {
  const app = useApp();

  it('leads to the page', async () => {
    const { status, headers } = await app.bare().get('/docs');
    expect({ status, location: headers['location'] }).to.deep.equal({ status: 301, location: '/docs/' });
  });

  it('answers the page under a policy that lets it load from this server only', async () => {
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

  it('shows the description to no validator on the internet', async () => {
    const { text } = await app.bare().get('/docs/swagger-ui-init.js');
    expect(text).to.contain('"swaggerUrl": "../openapi.json"').and.contain('"validatorUrl": null');
  });

  for (const file of ['nothing', 'package.json', '..%2fpackage.json']) {
    it(`has no ${file}`, async () => {
      const { status } = await app.bare().get(`/docs/${file}`);
      expect(status).to.equal(404);
    });
  }

  it('refuses to be written to', async () => {
    expectError(await app.bare().post('/docs/').send({}), 404, 'not_found');
  });
});
