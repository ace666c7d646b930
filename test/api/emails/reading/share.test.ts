// POST /emails/:id/share and the page that its signed link opens (docs/reference/emails.md#post-emailsidshare).
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { expectError } from '../../../support/api/error-body.ts';
import { createEmail } from '../../../support/factories/factories.ts';
import { useSender } from '../sender.ts';

const HOUR_MS = 3_600_000;

describe('POST /emails/:id/share', () => {
  const app = useApp({ config: { publicUrl: 'https://mail.acme.dev' } });
  const sender = useSender(app);
  let id: string;
  beforeEach(async () => {
    const html = '<p>Hi "Bo"</p><script>x()</script>';
    const others = { cc: 'cy@customer.dev', bcc: 'di@customer.dev' };
    ({ id } = await sender.sent({ subject: 'Hello <Bo>', html, ...others }));
  });
  const share = (body: object = {}, of = id) => sender.api.post(`/emails/${of}/share`).send(body);
  const open = (url: string) => app.bare().get(url.replace('https://mail.acme.dev', ''));
  const openFrame = (url: string) => open(url.replace('?', '/frame?'));

  it('Answers a link below PUBLIC_URL that anyone can open for 48 hours, without a key.', async () => {
    // The body is optional.
    const { status, body } = await sender.api.post(`/emails/${id}/share`);
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('object', 'id', 'url').and.to.include({ object: 'email', id });
    expect(body.url).to.match(/^https:\/\/mail\.acme\.dev\/share\/emails\//);
    app.clock.advance(48 * HOUR_MS - 1_000);
    expect((await open(body.url)).status).to.equal(200);
    app.clock.advance(1_000);
    expect((await open(body.url)).status).to.equal(404);
  });

  it('Ends the link after the duration in expires_in.', async () => {
    for (const [text, lastsMs] of [
      ['10m', HOUR_MS / 6],
      ['2 hours', 2 * HOUR_MS],
      ['48h', 48 * HOUR_MS],
    ] as const) {
      const { url } = (await share({ expires_in: text })).body;
      const expires = Number(new URL(url).searchParams.get('expires'));
      expect(expires, text).to.equal(Math.floor((app.clock.now().getTime() + lastsMs) / 1000));
      app.clock.advance(lastsMs - 1_000);
      expect((await open(url)).status, text).to.equal(200);
      app.clock.advance(1_000);
      expect((await open(url)).status, text).to.equal(404);
    }
  });

  it('Rejects sharing an email with the source notice with validation_error 422.', async () => {
    const notice = await createEmail(app.pool, sender.accountId, { source: 'notice' });
    expectError(await share({}, notice.id), 422, 'validation_error');
    // A link that was signed for it by mistake shows nothing either.
    const { id: other } = await createEmail(app.pool, sender.accountId);
    const { url } = (await share({}, other)).body;
    await app.pool.query("UPDATE emails SET source = 'notice' WHERE id = $1", [other]);
    expect((await open(url)).status).to.equal(404);
  });

  it('Shows the subject, the sender, the to recipients and the body of the email, and runs no script of it.', async () => {
    const { url } = (await share()).body;
    const page = await open(url);
    expect(page.headers['content-type']).to.match(/^text\/html/);
    expect(page.headers['content-security-policy']).to.include("default-src 'none'");
    expect(page.text).to.include('Hello &lt;Bo&gt;').and.to.include('bo@customer.dev');
    expect(page.text).to.include(`ana@${sender.domain.name}`);
    expect(page.text).to.include('<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(page.text)
      .not.to.match(/(cy|di)@customer\.dev/)
      .and.not.include('<script')
      .and.not.include('Load remote images');
    const frame = await openFrame(url);
    expect(frame.text).to.equal('<base target="_blank"><p>Hi "Bo"</p><script>x()</script>');
    expect(frame.headers['content-security-policy'])
      .to.include("default-src 'none'; img-src data:;")
      .and.include('sandbox allow-popups');
  });

  it("Leads the recipient's own links on the page of a shared link nowhere.", async () => {
    const links = '<a href="{{{UNSUBSCRIBE_URL}}}">U</a><a href="{{{ PREFERENCES_URL }}}">P</a>';
    for (const [contents, shown] of [
      [{ html: links }, 'href="#">U</a>'],
      [{ text: 'Leave: {{{UNSUBSCRIBE_URL}}}' }, 'Leave: #'],
    ] as const) {
      const { id: other } = await sender.sent({ html: undefined, text: undefined, ...contents });
      const { url } = (await share({}, other)).body;
      const { text } = await ('html' in contents ? openFrame(url) : open(url));
      expect(text).to.include(shown).and.not.include('{{{');
    }
  });

  it('Lets the page of a shared link load images of other servers only once they are asked for.', async () => {
    const { id: remote } = await sender.sent({ html: '<img src="https://tracker.test/x.png">' });
    const { url } = (await share({}, remote)).body;
    const pictures = [`${remote}/frame`, `${remote}/frame`].map((path, asked) => {
      const query = new URL(url).search.replaceAll('&', '&amp;');
      return `src="${path}${query}${asked ? '&amp;images=1' : ''}"`;
    });
    const page = await open(url);
    expect(page.text).to.include('Load remote images').and.to.include(pictures[0]);
    const asked = await open(`${url}&images=1`);
    expect(asked.text).to.include(pictures[1]).and.not.include('Load remote images');
    const { headers } = await openFrame(`${url}&images=1`);
    expect(headers['content-security-policy']).to.include('img-src http: https: data:');
  });

  it('Shows the text of an email without html, and none of it as html.', async () => {
    const plain = await sender.sent({ text: 'Hi <b>Bo</b>' });
    const page = await open((await share({}, plain.id)).body.url);
    expect(page.text).to.include('Hi &lt;b&gt;Bo&lt;/b&gt;').and.not.to.include('<iframe');
  });

  it('Answers 404 for a link that was changed in any part.', async () => {
    const { url } = (await share()).body;
    for (const changed of [
      url.replace(
        id,
        id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
      url.replace(/expires=(\d+)/, (_: string, end: string) => `expires=${Number(end) + 1}`),
      url.replace(/signature=./, (s: string) => `${s.slice(0, -1)}${s.endsWith('A') ? 'B' : 'A'}`),
      url.replace(/&signature=.*/, ''),
      `${url}&signature=x`,
    ]) {
      expect(changed).not.to.equal(url);
      expect((await open(changed)).status, changed).to.equal(404);
      expect((await openFrame(changed)).status, changed).to.equal(404);
    }
  });
});
