// The pages of the documentation and their texts (docs/reference/documentation.md).
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createTextMaker } from '../../../api/public/documentation/texts.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { DOCUMENTS, useBuild, useEmptyBuild } from '../app/dashboard-build.ts';

const GUIDE = '/docs/guides/quick-start';
const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('The documentation', () => {
  const build = useBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path } });
  const open = (path: string) => app.bare().get(path).unset('User-Agent');

  it('Answers the pages of the documentation without a key and without a User-Agent.', async () => {
    for (const [path, title] of [
      ['/docs', 'Documentation'],
      [GUIDE, 'Send your first email'],
      ['/docs/api/campaigns?from=mail', 'Campaigns'],
    ]) {
      const { headers, text } = await open(String(path)).expect(200);
      expect(headers).to.include({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-cache',
        'x-robots-tag': 'noindex',
      });
      expect(text)
        .to.include(`<h1>${title}</h1>`)
        .and.match(/<code>curl http:\/\/[\w.:]+\/emails<\/code>/);
      expect(text).not.to.match(/__[A-Z]+__|[\uE000\uE001]/);
    }
    await app.bare().head(GUIDE).expect(200);
  });

  it('Loads everything of a page from this server, and lets no script run but that of its head.', async () => {
    const { headers } = await open(GUIDE);
    expect(headers['content-security-policy'])
      .to.include(
        `default-src 'none'; script-src 'self' ${sourceOf('void 0;')}; style-src 'self' ${sourceOf('p{}')}; img-src 'self' data:`,
      )
      .and.include("require-trusted-types-for 'script'")
      .and.not.include('unsafe');
  });

  it('Shows the documentation in the colours that the person has chosen for the dashboard.', async () => {
    const { text, headers } = await open(GUIDE).set('Cookie', 'posthorn_theme=dark');
    expect(text).to.include('<html lang="en" data-theme="dark">');
    expect(headers['vary']).to.include('Cookie');
    expect((await open(GUIDE)).text).to.include('<html lang="en">');
  });

  it('Compresses the pages of the documentation.', async () => {
    const { headers } = await open(GUIDE).set('Accept-Encoding', 'br');
    expect(headers['content-encoding']).to.equal('br');
    expect(headers['vary']).to.include('Accept-Encoding');
  });

  it('Leads a path with a slash at its end, and that of a page with another name today, to the page.', async () => {
    for (const [path, to] of [
      ['/docs/', '/docs'],
      ['/docs//', '/docs'],
      [`${GUIDE}/?x=1`, `${GUIDE}?x=1`],
      ['/docs/guides', '/docs'],
      ['/docs/reference/broadcasts', '/docs/reference/campaigns'],
    ]) {
      const { headers } = await open(String(path)).redirects(0).expect(301);
      expect(headers, path).to.include({ location: to, 'cache-control': 'no-cache' });
    }
  });

  it('Answers not_found 404 for other paths and methods below /docs, to a browser with a page.', async () => {
    const paths = ['/docs/nothing', '/docs/package.json', '/docs/..%2fllms', `${GUIDE}.html`, '/docs/%ff'];
    for (const path of paths) {
      expectError(await open(path), 404, 'not_found');
      const { text } = await open(path).set('Accept', 'text/html').expect(404);
      expect(text, path).to.include('Page not found');
    }
    for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const)
      for (const path of ['/docs', GUIDE]) expectError(await app.bare()[method](path), 404, 'not_found');
  });

  it('Answers the Markdown of a page at its path with `.md`, and at its path to a request that accepts `text/markdown`.', async () => {
    const markdown = DOCUMENTS['docs/guides/quick-start.md'];
    for (const answer of [
      await open(`${GUIDE}.md`).expect(200),
      await open(GUIDE).set('Accept', 'text/markdown, */*;q=0.1').expect(200),
    ]) {
      expect(answer.headers['content-type']).to.equal('text/markdown; charset=utf-8');
      expect(answer.text).to.equal(markdown);
    }
    for (const path of ['/docs', '/docs.md', '/docs/api', '/docs/api.md'])
      expect((await open(path).set('Accept', 'text/markdown')).text, path).to.match(
        /^# (?:Documentation|API)\n$/,
      );
    expect((await open(GUIDE).set('Accept', 'text/html, text/markdown;q=0.1')).text).to.include('<h1>');
    expect((await open(GUIDE).set('Accept', '*/*')).headers['content-type']).to.include('text/html');
    await open('/docs/nothing.md').expect(404);
  });

  it('Lists all pages in /llms.txt with the way to /mcp, and has them as one text in /llms-full.txt.', async () => {
    for (const [path, words] of [
      ['/llms.txt', 'Agents call it at /mcp: /docs/agents.md'],
      ['/llms-full.txt', 'Source: /docs/guides/README.md\n\n# Documentation\n\n---\n\nSource: /docs/'],
    ]) {
      const { headers, text } = await open(String(path)).expect(200);
      expect(headers['content-type']).to.equal('text/plain; charset=utf-8');
      expect(text).to.include(words);
    }
  });

  it('Answers a text for programs in the smallest form that Accept-Encoding allows, and makes its forms once.', async () => {
    const lengths: Record<string, number> = {};
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['deflate', 'identity'],
      ['identity', 'identity'],
    ] as const) {
      const { headers } = await open('/llms-full.txt').set('Accept-Encoding', accepted).expect(200);
      expect(headers['content-encoding'] ?? 'identity', accepted).to.equal(encoding);
      expect(headers['vary']).to.equal('Accept, Accept-Encoding');
      lengths[encoding] = Number(headers['content-length']);
    }
    expect(lengths['br']).to.be.below(lengths['gzip'] ?? 0);
    expect(lengths['gzip']).to.be.below(lengths['identity'] ?? 0);
    // A small one has no smaller form.
    const { headers } = await open(`${GUIDE}.md`).set('Accept-Encoding', 'br').expect(200);
    expect(headers).not.to.include.keys('content-encoding');
    const textOf = createTextMaker('/mail');
    const texts = new Map([['llms.txt', '__BASE__/docs']]);
    const [one, other] = await Promise.all([textOf(texts, 'llms.txt'), textOf(texts, 'llms.txt')]);
    expect(one).to.equal(other);
    expect(String(one.content)).to.equal('/mail/docs');
    const next = await textOf(new Map([['llms.txt', 'Of the next build.']]), 'llms.txt');
    expect(String(next.content)).to.equal('Of the next build.');
  });
});

describe('The documentation below a path', () => {
  const build = useBuild();
  const app = useApp({
    deps: { dashboardDirectory: build.path },
    config: { publicUrl: 'https://acme.dev/mail' },
  });

  it('Puts the path of PUBLIC_URL into all links of the documentation.', async () => {
    const { text } = await app.bare().get(GUIDE).expect(200);
    expect(text).to.include('src="/mail/app/assets/').and.include('data-base="/mail"');
    expect(text).to.include('curl https://acme.dev/mail/emails');
    expect((await app.bare().get('/llms.txt')).text).to.include('/mail/docs/agents.md');
    const { headers } = await app.bare().get('/docs/').redirects(0).expect(301);
    expect(headers['location']).to.equal('/mail/docs');
  });
});

describe('The documentation without a build', () => {
  const build = useEmptyBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path } });

  it('Answers 503 with a page that says how to build while there is no documentation.', async () => {
    for (const path of ['/docs', GUIDE, `${GUIDE}.md`, '/llms.txt'])
      expect((await app.bare().get(path).expect(503)).text, path).to.include('npm run build');
  });
});
