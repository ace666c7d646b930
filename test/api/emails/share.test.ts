// POST /emails/:id/share and the page that its signed link opens (docs/reference/emails.md#post-emailsidshare).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createEmail } from '../../support/factories.ts';
import { createSender, type Sender } from './sender.ts';

const HOUR_MS = 3_600_000;

describe('POST /emails/:id/share', () => {
  const app = useApp({ config: { publicUrl: 'https://mail.acme.dev' } });
  let sender: Sender;
  let id: string;
  beforeEach(async () => {
    sender = await createSender(app);
    const html = '<p>Hi "Bo"</p><script>x()</script>';
    const others = { cc: 'cy@customer.dev', bcc: 'di@customer.dev' };
    id = (await sender.send({ subject: 'Hello <Bo>', html, ...others })).body.id;
  });
  const share = (body: object = {}, of = id) => app.as(sender.token).post(`/emails/${of}/share`).send(body);
  const open = (url: string) => app.bare().get(url.replace('https://mail.acme.dev', ''));

  it('Answers a link below PUBLIC_URL that anyone can open for 48 hours, without a key.', async () => {
    // The body is optional.
    const { status, body } = await app.as(sender.token).post(`/emails/${id}/share`);
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('object', 'id', 'url').and.to.include({ object: 'email', id });
    expect(body.url).to.match(/^https:\/\/mail\.acme\.dev\/share\/emails\//);
    app.clock.advance(48 * HOUR_MS - 1_000);
    expect((await open(body.url)).status).to.equal(200);
    app.clock.advance(1_000);
    expect((await open(body.url)).status).to.equal(404);
  });

  describe('Ends the link after the duration in expires_in.', () => {
    for (const [text, lastsMs] of [
      ['10m', HOUR_MS / 6],
      ['2 hours', 2 * HOUR_MS],
      ['48h', 48 * HOUR_MS],
    ] as const) {
      it(text, async () => {
        const { url } = (await share({ expires_in: text })).body;
        const expires = Number(new URL(url).searchParams.get('expires'));
        expect(expires).to.equal(Math.floor((app.clock.now().getTime() + lastsMs) / 1000));
        app.clock.advance(lastsMs - 1_000);
        expect((await open(url)).status).to.equal(200);
        app.clock.advance(1_000);
        expect((await open(url)).status).to.equal(404);
      });
    }
  });

  describe('Rejects an expires_in of more than 48 hours with validation_error 422.', () => {
    for (const text of ['49 hours', '3 days']) {
      it(text, async () => {
        const message = expectError(await share({ expires_in: text }), 422, 'validation_error');
        expect(message).to.equal('`expires_in` must not exceed 48 hours.');
      });
    }
  });

  describe('Rejects an expires_in that is not a positive duration with validation_error 422.', () => {
    for (const value of ['soon', '', '-1 h', '0', 5, {}]) {
      it(JSON.stringify(value), async () => {
        expectError(await share({ expires_in: value }), 422, 'validation_error');
      });
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
    expect(page.text).to.include('<iframe sandbox').and.to.include('&lt;script&gt;');
    expect(page.text)
      .to.include('Hi &quot;Bo&quot;')
      .and.not.to.match(/(cy|di)@customer\.dev/);
    expect(page.text).not.to.include('<script');
  });

  it('Shows the text of an email without html, and none of it as html.', async () => {
    const plain = (await sender.send({ text: 'Hi <b>Bo</b>' })).body.id;
    const page = await open((await share({}, plain)).body.url);
    expect(page.text).to.include('Hi &lt;b&gt;Bo&lt;/b&gt;').and.not.to.include('<iframe');
  });

  describe('Answers 404 for a link that was changed in any part.', () => {
    for (const [what, change] of [
      [
        'another email',
        (url: string) =>
          url.replace(
            id,
            id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
          ),
      ],
      [
        'a later end',
        (url: string) => url.replace(/expires=(\d+)/, (_, end) => `expires=${Number(end) + 1}`),
      ],
      [
        'another signature',
        (url: string) => url.replace(/signature=./, (s) => `${s.slice(0, -1)}${s.endsWith('A') ? 'B' : 'A'}`),
      ],
      ['no signature', (url: string) => url.replace(/&signature=.*/, '')],
      ['two signatures', (url: string) => `${url}&signature=x`],
    ] as const) {
      it(what, async () => {
        const { url } = (await share()).body;
        expect((await open(change(url))).status).to.equal(404);
      });
    }
  });
});
