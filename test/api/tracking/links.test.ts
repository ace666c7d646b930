// The pages of pixels and tracked links (docs/reference/tracking.md#links).
import { expect } from 'chai';
import fc from 'fast-check';
import { trackHtml } from '../../../shared/mail/tracking/tracked-html.ts';
import { createTrackingTokens, type TrackingTokens } from '../../../shared/mail/tracking/tracking-tokens.ts';
import { createTrackingUrls } from '../../../shared/mail/tracking/tracking-urls.ts';
import { hrefsOf, linkedDocument } from '../../shared/mail/tracking/support/linked-document.ts';
import { useApp } from '../../support/api/app.ts';
import { contentsOf } from '../../support/api/contents.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createAccount, createEmail } from '../../support/factories/factories.ts';
import { createRandom, pick } from '../../support/random.ts';
import { eventually } from '../../support/time/eventually.ts';
import { mutate, ODD_TEXTS } from '../support/mutate.ts';
import { ODD_HEADERS } from '../support/odd-headers.ts';
import { useGatedApp } from './gated-app.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const TARGET = "https://acme.dev/a%20b?x=1&amp;y=%0d%0a&u=https://other.dev//%F0%9F%98%80;~*'()[]{}|^`#a#b";
const GIF = '47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b';
/** Random documents whose links are followed. */
const DOCUMENTS = 500;

describe('The page of a tracked link', () => {
  const app = useApp({ config: { trustProxy: 1 } });
  const gated = useGatedApp(app);
  const mail = useEach(async () => {
    const { id, accountId, recipients } = await createEmail(app.pool, (await createAccount(app.pool)).id);
    await app.pool.query('TRUNCATE tracking_hits');
    // Equal hits of the test before are no longer recent.
    app.clock.advance(60_000);
    return { id, accountId, recipientId: recipients[0]?.id ?? '' };
  });
  const tokens = (): TrackingTokens => app.deps.trackingTokens;
  const pixel = () => `/o/${tokens().pixel(mail.recipientId)}`;
  const click = (target = TARGET) => `/c/${tokens().link(mail.recipientId, { number: 0, target })}`;
  const get = (path: string) => app.bare().get(path).redirects(0);
  const hits = async () => {
    await app.deps.hits.drain();
    const { rows } = await app.pool.query(
      `SELECT email_id, recipient_id, link, hit_at, ip_address, user_agent, is_prefetch FROM tracking_hits
       WHERE account_id = $1 ORDER BY id`,
      [mail.accountId],
    );
    return rows;
  };
  const statusAndType = ({ status, headers }: { status: number; headers: Record<string, string> }) => [
    status,
    headers['content-type'],
    headers['location'],
  ];
  const BROKEN = [404, 'text/html; charset=utf-8', undefined];

  describe('Answers a click with 302 and the target of the link byte for byte, with `no-store` and `no-referrer`.', () => {
    it('whatever the target is', async () => {
      for (const target of [TARGET, 'http://acme.dev', `https://acme.dev/?${'x'.repeat(1_980)}`]) {
        const { status, headers, text } = await get(click(target));
        expect([status, text]).to.deep.equal([302, '']);
        expect(headers).to.include({
          location: target,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        });
      }
      expect((await hits()).map(({ link }) => link)).to.include.members([TARGET, 'http://acme.dev']);
    });

    it('for the links of random documents: a person comes to where the document leads', async () => {
      const plan = { opens: false, clicks: true, previewText: undefined, ownLinks: [] };
      const urls = createTrackingUrls(app.url, tokens());
      let followed = 0;
      const follow = async (html: string) => {
        const write = await trackHtml(html, { ...plan, isUntracked: () => false });
        const written = await write?.({
          pixel: () => '',
          link: (link) => urls.link(null, mail.recipientId, link),
          own: {},
        });
        const after = hrefsOf(written ?? html);
        for (const [index, href] of hrefsOf(html).entries()) {
          const url = after[index] ?? '';
          if (url === href) continue;
          const { status, headers } = await fetch(url, { redirect: 'manual' });
          const location = headers.get('location') ?? '';
          expect([status, new URL(location).href]).to.deep.equal([302, new URL(href).href]);
          expect(location).to.equal(tokens().open(url.replace(/.*\//, ''))?.link?.target);
          followed += 1;
        }
      };
      await fc.assert(fc.asyncProperty(linkedDocument, follow), { numRuns: DOCUMENTS });
      expect(followed).to.be.above(DOCUMENTS / 4);
    });
  });

  it('Answers the pixel with a transparent GIF of 43 bytes, with `no-store`, which pages of other sites may show.', async () => {
    const { status, headers, body } = await get(pixel()).responseType('blob');
    expect([status, body.toString('hex')]).to.deep.equal([200, GIF]);
    expect(headers).to.include({
      'content-type': 'image/gif',
      'content-length': '43',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await hits()).map(({ link }) => link)).to.deep.equal([null]);
  });

  it('Answers links and pixels without a key, a cookie or a User-Agent, on every host, and below /api too.', async () => {
    for (const prefix of ['', '/api', '/']) {
      for (const host of ['links.acme.dev', 'localhost', '']) {
        const clicked = await get(prefix + click()).set({ 'User-Agent': '', Host: host });
        expect([clicked.status, clicked.headers['set-cookie']]).to.deep.equal([302, undefined]);
        expect((await get(`${prefix}${pixel()}?x=1`).set('Host', host)).status).to.equal(200);
      }
    }
  });

  it('Answers 404 with a page for a link of which any character was changed, removed or added, and for one of another key; it redirects nowhere.', async () => {
    const token = click('https://acme.dev/').slice('/c/'.length);
    const next = (was: string) => BASE64URL[(BASE64URL.indexOf(was) + 1) % BASE64URL.length] ?? '';
    const changed = [...token].map((was, at) => `${token.slice(0, at)}${next(was)}${token.slice(at + 1)}`);
    const cut = [...token].map((_, length) => token.slice(0, length));
    const added = ['A', '=', '==', '.', '/', '/A', '%00', '%ff', '%41', '+', '%20', '%0a', 'A'.repeat(9_000)];
    const foreign = createTrackingTokens(['the secret key of another installation']);
    const others = [
      foreign.link(mail.recipientId, { number: 0, target: TARGET }),
      tokens().pixel(mail.recipientId),
      token.toLowerCase(),
      `${token}${token}`,
    ];
    const before = await contentsOf(app);
    for (const other of [...changed, ...cut, ...added.map((end) => token + end), ...others]) {
      const answer = await get(`/c/${other}`);
      expect(statusAndType(answer), other).to.deep.equal(BROKEN);
      expect(answer.text).to.include('This link does not work');
    }
    expect(statusAndType(await get('/c'))).to.deep.equal(BROKEN);
    expect(await contentsOf(app)).to.deep.equal(before);
    expect((await get(`/c/${token}`)).status).to.equal(302);
  });

  it('Answers the same GIF for a pixel that is broken or that is a link, and records nothing.', async () => {
    const before = await contentsOf(app);
    const token = tokens().pixel(mail.recipientId);
    for (const other of [
      '',
      token.slice(1),
      `${token}A`,
      `B${token.slice(1)}`,
      click().slice('/c/'.length),
    ]) {
      const { status, body } = await get(`/o/${other}`).responseType('blob');
      expect([status, body.toString('hex')], other).to.deep.equal([200, GIF]);
    }
    expect(await contentsOf(app)).to.deep.equal(before);
  });

  it('Answers HEAD like GET and records nothing.', async () => {
    const before = await contentsOf(app);
    for (const path of [pixel(), click(), '/c/broken']) {
      const head = await app.bare().head(path).redirects(0);
      const got = await get('/c/broken');
      expect(head.status).to.equal(path === pixel() ? 200 : path === '/c/broken' ? got.status : 302);
    }
    expect((await app.bare().head(click()).redirects(0)).headers['location']).to.equal(TARGET);
    expect((await app.bare().head(pixel())).headers['content-length']).to.equal('43');
    expect(await contentsOf(app)).to.deep.equal(before);
  });

  it('Answers any other method 404 with a page and records nothing.', async () => {
    const before = await contentsOf(app);
    for (const path of [pixel(), click()]) {
      for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const) {
        const answer = await app.bare()[method](path).redirects(0).send('List-Unsubscribe=One-Click');
        expect(statusAndType(answer), method).to.deep.equal(BROKEN);
      }
    }
    expect(await contentsOf(app)).to.deep.equal(before);
  });

  it('Records the recipient, the link, the time, the address and the User-Agent of a client that opens or clicks, and whether it said that it loads ahead.', async () => {
    const long = `Mozilla/5.0 é ${'x'.repeat(3_000)}`;
    await get(pixel()).set({ 'User-Agent': long, 'X-Forwarded-For': '198.51.100.1, 2001:db8::7' });
    app.clock.advance(1_000);
    const ahead = [
      { Purpose: 'prefetch' },
      { 'Sec-Purpose': 'prefetch;prerender' },
      { 'X-Purpose': 'preview' },
      { 'X-Moz': 'prefetch' },
    ];
    for (const headers of ahead) {
      await get(click()).set({ 'User-Agent': 'A', 'X-Forwarded-For': '::ffff:203.0.113.9', ...headers });
      app.clock.advance(10_000);
    }
    await get(click()).set({ 'User-Agent': '', 'X-Forwarded-For': '<script>alert(1)</script>' });
    const of = { email_id: mail.id, recipient_id: mail.recipientId };
    const endMs = app.clock.now().getTime();
    expect(await hits()).to.deep.equal([
      {
        ...of,
        link: null,
        hit_at: new Date(endMs - 41_000),
        ip_address: '2001:db8::7',
        user_agent: long.slice(0, 500),
        is_prefetch: false,
      },
      ...[40_000, 30_000, 20_000, 10_000].map((agoMs) => ({
        ...of,
        link: TARGET,
        hit_at: new Date(endMs - agoMs),
        ip_address: '203.0.113.9',
        user_agent: 'A',
        is_prefetch: true,
      })),
      { ...of, link: TARGET, hit_at: new Date(endMs), ip_address: '', user_agent: '', is_prefetch: false },
    ]);
  });

  it('Takes the same client that opens or clicks again within ten seconds as one hit, however often it does.', async () => {
    for (let round = 0; round < 20; round += 1)
      await Promise.all(Array.from({ length: 50 }, () => get(pixel()).set('User-Agent', 'Mail')));
    expect(await hits()).to.have.length(1);
    app.clock.advance(10_000);
    await get(pixel()).set('User-Agent', 'Mail');
    await get(pixel()).set('User-Agent', 'Other');
    await get(click()).set('User-Agent', 'Mail');
    expect(await hits()).to.have.length(4);
  });

  it('Answers clicks and pixels while Postgres is away, and records them when it is there again.', async () => {
    gated.gate.shut();
    expect((await gated.get(click())).headers['location']).to.equal(TARGET);
    expect((await gated.get(pixel())).status).to.equal(200);
    expect(await hits()).to.deep.equal([]);
    gated.gate.open();
    await eventually('both are recorded', async () => (await hits()).length === 2);
  });

  it('Leads to the target of a link for ever, also when its email was removed; such a click is not recorded.', async () => {
    const link = click();
    await app.pool.query('DELETE FROM email_recipients WHERE email_id = $1', [mail.id]);
    await app.pool.query('DELETE FROM emails WHERE id = $1', [mail.id]);
    app.clock.advance(20 * 365 * 24 * 3_600_000);
    expect((await get(link)).headers['location']).to.equal(TARGET);
    expect((await get(pixel())).status).to.equal(200);
    expect(await hits()).to.deep.equal([]);
  });

  it('Writes no token of a tracked link or a pixel to the process log or to the labels of metrics.', async () => {
    const from = app.logLines.length;
    const paths = [pixel(), click(), `/api/${click()}?x=1`, `${click()}A`];
    for (const path of paths) await get(path);
    const lines = app.logLines.slice(from);
    expect(lines.map(({ path }) => path)).to.deep.equal(['/o/:token', '/c/:token', '/c/:token', '/c/:token']);
    const metrics = await app.deps.metrics.registry.metrics();
    expect(metrics).to.include('route="/c/:token"');
    const written = JSON.stringify(lines) + metrics;
    for (const path of paths) expect(written).not.to.include(path.replace(/.*\//, '').slice(0, 20));
  });

  it('Answers odd tokens, headers and hosts with a status below 500, and redirects nowhere.', async () => {
    const random = createRandom(48);
    const texts = [...ODD_TEXTS, ...BASE64URL].filter((text) => text.length < 8_000);
    for (let round = 0; round < 400; round += 1) {
      const good = { page: pick(random, ['o', 'c']), token: tokens().pixel(mail.recipientId) };
      const { page, token } = Object(mutate(good, random)) as Record<string, unknown>;
      const path = [page, token, pick(random, texts)].map((part) => encodeURIComponent(asText(part)));
      const [name, value] = pick(random, ODD_HEADERS);
      const host = pick(random, [
        'links.acme.dev',
        'x'.repeat(300),
        '[::1',
        '[::1]:80',
        '..',
        'a:b:c',
        '%00',
      ]);
      if (name === 'transfer-encoding') continue;
      const headers = { [name]: Buffer.from(value).toString('latin1'), host };
      const answer = await get(`/${path.join('/')}`).set(headers);
      expect(answer.status, path.join('/')).to.be.below(500);
      expect(answer.headers['location'] ?? '/').to.match(/^\//);
    }
  });
});

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value ?? 'none')).toWellFormed().slice(0, 4_000);
}
