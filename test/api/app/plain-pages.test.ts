// The pages under /app that need no script (docs/reference/pages.md).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';

describe('The plain pages under /app', () => {
  const app = useApp();

  it('Serves the plain pages under /app without scripts; they load nothing and may not be framed, stored or indexed.', async () => {
    for (const [path, status] of [
      ['/app/sign-in?token=x', 404],
      ['/app/accept', 404],
      ['/app/assets/x', 404],
      ['/app/frames/x', 404],
    ] as const) {
      const page = await app.bare().get(path).unset('User-Agent').expect(status);
      expect(page.headers['content-security-policy'], path).to.match(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(page.headers).to.include({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      expect(page.text).not.to.match(/<script|<link|<img|\son\w+=/);
    }
  });
});
