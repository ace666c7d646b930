// The files that the dashboard's page loads (docs/reference/pages.md#the-dashboard).
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { exchange } from '../../support/net/raw-http.ts';
import { ASSETS, useBuild } from './dashboard-build.ts';

const SCRIPT = 'index-1a2b3c4d.js';

describe('The files of the dashboard', () => {
  const build = useBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path } });
  /** With the given headers alone. */
  const get = (path: string, headers: readonly string[] = []) => {
    const lines = [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers];
    return exchange(app.port, `${lines.join('\r\n')}\r\n\r\n`);
  };

  it('Serves the files of the dashboard with their types, for browsers to keep for ever.', async () => {
    for (const [name, type] of [
      [SCRIPT, 'text/javascript; charset=utf-8'],
      ['index-5e6f7a8b.css', 'text/css; charset=utf-8'],
      ['inter-9c0d1e2f.woff2', 'font/woff2'],
      ['icon-a1b2c3d4.svg', 'image/svg+xml'],
    ] as const) {
      const answer = await app.bare().get(`/app/assets/${name}`).unset('User-Agent').buffer(true).expect(200);
      const head = await app.bare().head(`/app/assets/${name}`).expect(200);
      for (const { headers } of [answer, head]) {
        expect(headers, name).to.include({
          'content-type': type,
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'Accept-Encoding',
          'x-content-type-options': 'nosniff',
        });
        expect(headers).not.to.have.any.keys('set-cookie', 'etag');
      }
      expect(answer.text ?? answer.body.toString(), name).to.equal(ASSETS[name]);
      expect(head.text).to.equal(undefined);
    }
  });

  describe('Answers a file in the smallest form that Accept-Encoding allows.', () => {
    it('of each form of the header', async () => {
      for (const [accepted, encoding] of [
        ['gzip, deflate, br, zstd', 'br'],
        ['br;q=0.1, gzip;q=1', 'br'],
        ['gzip, br;q=0', 'gzip'],
        ['*', 'br'],
        ['gzip;q=0, br;q=0', undefined],
        ['*;q=0', undefined],
        ['identity', undefined],
        ['', undefined],
      ] as const) {
        const answer = await get(`/app/assets/${SCRIPT}`, [`Accept-Encoding: ${accepted}`]);
        expect(/^Content-Encoding: (\w+)\r$/m.exec(answer)?.[1], accepted).to.equal(encoding);
      }
      const answer = await get(`/app/assets/${SCRIPT}`);
      expect(answer).to.include(ASSETS[SCRIPT]).and.not.include('Content-Encoding');
    });

    it('decompressed it is the same file', async () => {
      const digest = (text: string) => createHash('sha256').update(text).digest('hex');
      for (const encoding of ['br', 'gzip']) {
        const answer = await fetch(`${app.url}/app/assets/${SCRIPT}`, {
          headers: { 'Accept-Encoding': encoding },
        });
        expect(answer.headers.get('content-encoding')).to.equal(encoding);
        expect(digest(await answer.text())).to.equal(digest(ASSETS[SCRIPT]));
      }
    });

    it('a file that was not compressed: the file itself', async () => {
      const answer = await get('/app/assets/index-5e6f7a8b.css', ['Accept-Encoding: br, gzip']);
      expect(answer).to.include(ASSETS['index-5e6f7a8b.css']).and.not.include('Content-Encoding');
    });
  });

  it('Answers 404 to a file that the build does not have, however its path is written.', async () => {
    for (const name of [
      '',
      'index-0.js',
      `${SCRIPT}.br`,
      `${SCRIPT}.map`,
      '..%2findex.html',
      '..%2fcomplete',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '..%5c..%5cpackage.json',
      '%252e%252e%252fcomplete',
      'x/../../index.html',
      'x%00.js',
      '__proto__',
      'constructor',
      '%ff',
    ]) {
      const answer = await get(`/app/assets/${name}`);
      expect(answer, name).to.match(/^HTTP\/1\.1 404 /);
      expect(answer).not.to.include('immutable').and.not.include('"root"');
    }
  });
});
