// Security headers: Content-Security-Policy, clickjacking, MIME sniffing, HSTS (docs/reference/requests.md#headers).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';

describe('The security headers', () => {
  const app = useApp();
  const overTls = useApp({ config: { publicUrl: 'https://mail.example.com' } });

  it('Forbids browsers to load anything for a JSON answer, to frame it or to guess its type.', async () => {
    const { headers } = await app.as().get('/domains');
    expect(headers).to.include({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  });

  it('Sends neither an ETag nor an X-Powered-By header to programs.', async () => {
    const { token } = await createApiKey(app.pool);
    for (const path of ['/domains', '/ops/login', '/healthz']) {
      expect((await app.as(token).get(path)).headers).to.not.have.any.keys('etag', 'x-powered-by');
    }
  });

  it('Sends Strict-Transport-Security only if PUBLIC_URL begins with https, and for its host alone.', async () => {
    expect((await app.as().get('/domains')).headers).not.to.have.property('strict-transport-security');
    const { publicUrl } = overTls.deps.config;
    for (const path of ['/domains', '/docs/', '/ops/login', '/app', '/c/x', '/.well-known/posthorn']) {
      const get = (host: string) => overTls.as().get(path).set('Host', host);
      const own = await get(new URL(publicUrl).host);
      expect(own.headers, path).to.have.property('strict-transport-security');
      const other = await get('links.acme.dev');
      expect(other.headers, path).not.to.have.property('strict-transport-security');
    }
  });
});
