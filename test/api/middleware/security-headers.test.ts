// Headers of every answer.
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { createApiKey } from '../../support/factories.ts';

describe('security headers', () => {
  const app = useApp();
  const overTls = useApp({ config: { publicUrl: 'https://mail.example.com' } });

  it('forbid JSON answers to load anything or be framed', async () => {
    const { headers } = await app.as().get('/domains');
    expect(headers).to.include({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  });

  it('hold neither etag nor x-powered-by', async () => {
    const { token } = await createApiKey(app.pool);
    for (const path of ['/domains', '/ops/login', '/healthz']) {
      expect((await app.as(token).get(path)).headers).to.not.have.any.keys('etag', 'x-powered-by');
    }
  });

  it('insist on TLS only when people reach the service over TLS', async () => {
    expect((await app.as().get('/domains')).headers).not.to.have.property('strict-transport-security');
    expect((await overTls.as().get('/domains')).headers).to.have.property('strict-transport-security');
  });
});
