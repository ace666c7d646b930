// The look of plain pages, and what a browser is answered in place of JSON (docs/reference/pages.md).
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** Each by another part of the API. */
const OWN_PATHS = ['/ops/login', '/app/reset?token=x', '/x'];
/** For people who get mail. */
const PATHS = [...OWN_PATHS, '/confirm-address', '/share/emails/x', '/view/x', '/poll/x'];

describe('Errors in a browser', () => {
  const app = useApp();
  const open = (path: string) => app.as().get(path).set('Accept', BROWSER);

  it('Answers a browser with a page that has the status, the reason, the name of the error and the id of the request.', async () => {
    const asked = [
      [await open('/downloads/attachments/x'), 404, 'not_found', 'This link is invalid or has expired.'],
      [await open('/emails/a/b/c'), 401, 'missing_api_key', 'This address is for programs'],
      [await open('/domains/%ff'), 401, 'missing_api_key', 'This address is for programs'],
      [await open('/docs/<script>'), 404, 'not_found', 'Page not found'],
      [await submit('token=x', 'cross-site'), 403, 'validation_error', 'This is not allowed'],
      [
        await submit(`token=${'x'.repeat(5_000)}`, 'same-origin'),
        422,
        'validation_error',
        'This request failed',
      ],
    ] as const;
    for (const [{ status, headers, text }, expected, name, says] of asked) {
      expect(status, says).to.equal(expected);
      expect(headers['content-type']).to.equal('text/html; charset=utf-8');
      expect(headers).to.include({ 'cache-control': 'private, no-store' });
      expect(headers['vary']).to.match(/^Accept, Authorization/);
      expect(text).to.include(says).and.include(`<code>${name}</code>`).and.not.include('<script>');
      expect(text).to.include(`<code>${headers['x-request-id']}</code>`);
    }
  });

  it('Says to a browser that opens an operation without a session what the address is, and leads to the sign-in and the documentation.', async () => {
    for (const path of ['/emails', '/api/emails', '/domains/x?y=1']) {
      const { status, text, headers } = await open(path);
      expect([status, headers['www-authenticate']], path).to.deep.equal([401, 'Bearer']);
      expect(text).to.include('This URL is an operation of the API. Programs call it with a key');
      expect(text).to.include('<a href="/app">sign in</a>').and.include('<a href="/docs">documentation</a>');
    }
  });

  it('Answers JSON to requests that accept anything, prefer JSON or have `Authorization`.', async () => {
    const { api } = await createCaller(app);
    for (const path of ['/emails', '/downloads/attachments/x']) {
      const status = path === '/emails' ? 401 : 404;
      const name = status === 401 ? 'missing_api_key' : 'not_found';
      for (const accept of [
        '*/*',
        '',
        'application/json',
        'application/json, text/html',
        'text/html;q=0.5, */*',
      ])
        expectError(await app.as().get(path).set('Accept', accept), status, name);
      expectError(await app.as().get(path).unset('Accept'), status, name);
    }
    expectError(await api.get('/emails/x').set('Accept', BROWSER), 404, 'not_found');
    expectError(await app.as().post('/emails').set('Accept', BROWSER).send({}), 401, 'missing_api_key');
    expectError(await app.as().delete('/emails').set('Accept', BROWSER), 401, 'missing_api_key');
  });

  /** A submission from another site has `cross-site`. */
  function submit(body: string, site: string) {
    return app
      .as()
      .post('/ops/login')
      .set({ Accept: BROWSER, 'Sec-Fetch-Site': site })
      .type('form')
      .send(body);
  }
});

describe('Plain pages', () => {
  const app = useApp({ config: { publicUrl: "https://mail.acme.dev/a'b/" } });
  const open = (path: string) => app.bare().get(path).set('Accept', BROWSER);

  it('Draws a plain page with the bar, in the colours of the cookie posthorn_theme, else in those of the system.', async () => {
    for (const path of PATHS) {
      for (const theme of ['light', 'dark']) {
        const { text } = await open(path).set('Cookie', `posthorn_theme=${theme}`);
        expect(text, path).to.include(`<html lang="en" data-theme="${theme}">`);
        expect(text.includes('<header class="bar">'), path).to.equal(OWN_PATHS.includes(path));
      }
      expect((await open(path)).text, path).to.include('<html lang="en">');
    }
  });

  it('Writes the path of PUBLIC_URL into the links of the bar.', async () => {
    for (const path of OWN_PATHS) {
      const bar = /<header class="bar">.*?<\/header>/s.exec((await open(path)).text)?.[0] ?? '';
      const links = [...bar.matchAll(/ href="([^"]*)"/g)].map(([, url]) => url);
      expect(links, path).to.deep.equal(["/a'b/", "/a'b/app", "/a'b/docs"]);
    }
  });

  it('Serves plain pages whole: they load nothing, and their policy names the hash of their styles.', async () => {
    for (const path of PATHS) {
      const { text, headers } = await open(path);
      const [, css = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
      const hash = createHash('sha256').update(css).digest('base64');
      expect(headers['content-security-policy'], path)
        .to.match(/^default-src 'none'; /)
        .and.include(`style-src 'sha256-${hash}'`);
      expect(css)
        .to.include('--canvas: light-dark(')
        .and.not.match(/url\(|@import|\/\*/);
      expect(text).not.to.match(/<(?:script|link|img)\b/);
    }
  });
});
