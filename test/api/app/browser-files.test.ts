// What browsers ask of any server (docs/reference/pages.md#other-paths).

import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('Other paths', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Serves an icon at /favicon.ico, and at /robots.txt a text that keeps crawlers away, to everybody.', async () => {
    const icon = await app.bare().get('/favicon.ico').unset('User-Agent').expect(200);
    expect(icon.headers['content-type']).to.match(/^image\/svg\+xml/);
    expect(String(icon.body)).to.match(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    const robots = await app.bare().get('/robots.txt').unset('User-Agent').expect(200);
    expect(robots.headers['content-type']).to.match(/^text\/plain/);
    expect(robots.text).to.equal('User-agent: *\nDisallow: /\n');
  });

  it('Answers a browser 404 with a page on a path that neither a page nor a resource begins with; programs get JSON.', async () => {
    for (const path of ['/nothing', '/favicon.png', '/wp-login.php?x=1', '/api/nothing/at/all']) {
      const page = await app.bare().get(path).set('Accept', BROWSER).expect(404);
      expect(page.headers['content-type']).to.match(/^text\/html/);
      expect(page.headers['vary']).to.equal('Accept, Authorization');
      expect(page.text).to.include('Page not found');
      for (const accept of ['*/*', 'application/json', ''])
        expectError(await app.as().get(path).set('Accept', accept), 401, 'missing_api_key');
      expectError(await account.api.get(path).set('Accept', BROWSER), 404, 'not_found');
      expectError(await app.as().post(path).set('Accept', BROWSER), 401, 'missing_api_key');
    }
    await app.bare().head('/nothing').set('Accept', BROWSER).expect(404);
  });
});
