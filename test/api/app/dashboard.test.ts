// The dashboard's page (docs/reference/pages.md#the-dashboard).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { readPage } from '../unsubscribes/person.ts';
import { useBuild, useEmptyBuild } from './dashboard-build.ts';

const policyOf = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

describe('The dashboard', () => {
  const build = useBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path } });
  const open = (path: string, cookie = '') => app.bare().get(path).unset('User-Agent').set('Cookie', cookie);

  it('Answers every path under /app that is no other page with the dashboard, under a policy with a nonce that is new each time.', async () => {
    const nonces = new Set<string>();
    const paths = [
      '/app',
      '/app/',
      '/app/sign-in',
      '/app/emails/x?after=y',
      '/app/a/b/c.js',
      '/api/app/logs',
    ];
    for (const path of paths) {
      const { headers, text } = await open(path).expect(200);
      const [, nonce = ''] = /nonce="([^"]*)" content="\1"/.exec(text) ?? [];
      expect(Buffer.from(nonce, 'base64'), path).to.have.length(16);
      nonces.add(nonce);
      expect(headers).to.include({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOf(nonce),
        'cache-control': 'private, no-store',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-robots-tag': 'noindex',
        'x-frame-options': 'DENY',
      });
      expect(text).to.include('<html lang="en">').and.not.include('__');
      expect(text).not.to.match(/<style|style=|\son\w+=|<script(?![^>]* src=)/);
      const urls = [...text.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, url]) => url);
      expect(urls).to.have.length(3);
      for (const url of urls) await open(String(url)).expect(200);
    }
    expect(nonces).to.have.property('size', paths.length);
    await app.bare().head('/app').expect(200);
    await app.bare().post('/app').expect(404);
  });

  it('Lets only the editor of a template make the policy of Trusted Types with which ProseMirror reads what is pasted.', async () => {
    const policyAt = async (path: string) =>
      /trusted-types ([^;]*)$/.exec((await open(path)).headers['content-security-policy'] ?? '')?.[1];
    expect(await policyAt('/app/templates/welcome/edit')).to.equal('ProseMirrorClipboard');
    expect(await policyAt('/app/templates/welcome/edit?sample=1')).to.equal('ProseMirrorClipboard');
    for (const path of [
      '/app/templates',
      '/app/templates/welcome',
      '/app/templates/a/b/edit',
      '/app/segments/x/edit',
    ])
      expect(await policyAt(path), path).to.equal("'none'");
  });

  it('Writes the colours of the cookie posthorn_theme into the dashboard, light or dark, and no other value.', async () => {
    const themeOf = async (cookie: string) => /<html([^>]*)>/.exec((await open('/app', cookie)).text)?.[1];
    expect(await themeOf('posthorn_theme=dark')).to.equal(' data-theme="dark" lang="en"');
    expect(await themeOf('a=b; posthorn_theme=light')).to.equal(' data-theme="light" lang="en"');
    for (const value of [
      '',
      'Dark',
      'dark"',
      '"dark"',
      'dark%20',
      '"><script>x()</script>',
      '$&',
      'auto',
      '=dark',
    ])
      expect(await themeOf(`posthorn_theme=${value}`), value).to.equal(' lang="en"');
  });

  it('Says in the dashboard whether the browser may have a session, by its cookie alone.', async () => {
    const sessionOf = async (cookie: string) =>
      /"posthorn-session" content="([^"]*)"/.exec((await open('/app', cookie)).text)?.[1];
    expect(await sessionOf('')).to.equal('none');
    expect(await sessionOf('posthorn_theme=dark; posthorn_ops=x')).to.equal('none');
    expect(await sessionOf('posthorn_session=x')).to.equal('maybe');
  });

  it('Says in the dashboard that programs send by SMTP to MAIL_HOSTNAME, on the ports 587 and 465.', async () => {
    const { text } = await open('/app');
    expect(text).to.include(
      `<meta name="posthorn-smtp" content="${app.deps.config.mailHostname} 587 465" />`,
    );
  });

  it("Says in the dashboard which domain is the simulator's, and whether there is a development DNS.", async () => {
    const { text } = await open('/app');
    expect(text).to.include('<meta name="posthorn-simulator" content="simulator.test" />');
    expect(text).to.include('<meta name="posthorn-development-dns" content="no" />');
    expect(text).to.include('<meta name="posthorn-language-model" content="no" />');
  });
});

describe('The dashboard in development', () => {
  const build = useBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path }, config: { environment: 'development' } });

  it('Says in the dashboard that programs send by SMTP to this machine in development, on the ports of the environment.', async () => {
    const { text } = await app.bare().get('/app').expect(200);
    expect(text).to.include('<meta name="posthorn-smtp" content="127.0.0.1 2587 2465" />');
  });
});

describe('The dashboard below a path', () => {
  const build = useBuild();
  const publicUrl = `https://acme.dev/ma"il/$&'/`;
  const app = useApp({ deps: { dashboardDirectory: build.path }, config: { publicUrl } });

  it('Writes the path of PUBLIC_URL into the dashboard, and into the URLs of its files.', async () => {
    const { text } = await app.bare().get('/app/emails').expect(200);
    const base = `/ma%22il/$&amp;'`;
    expect(text).to.include(`<meta name="posthorn-base" content="${base}" />`);
    expect(text).to.include(`src="${base}/app/assets/index-1a2b3c4d.js"`);
    expect(text).to.include(`href="${base}/app/assets/index-5e6f7a8b.css"`);
  });
});

describe('The dashboard without a build', () => {
  const build = useEmptyBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path } });

  it('Says with status 503 how to build the dashboard while there is no build, and serves one as soon as it is complete.', async () => {
    const titleOf = async () => /<title>([^<]*)/.exec((await app.bare().get('/app').expect(200)).text)?.[1];
    const missing = async () => {
      const { text, headers } = await app.bare().get('/app/emails').expect(503);
      expect(readPage({ status: 200, text })).to.match(/^The dashboard is not built Run npm run build in/);
      expect(headers).to.include({ 'cache-control': 'private, no-store' });
    };
    await missing();
    await build.write('First');
    await missing();
    const madeAtMs = Date.now();
    await build.complete(madeAtMs);
    expect(await titleOf()).to.equal('First');
    await build.write('Second');
    expect(await titleOf()).to.equal('First');
    await build.complete(madeAtMs + 1_000);
    expect(await Promise.all([titleOf(), titleOf()])).to.deep.equal(['Second', 'Second']);
  });
});
