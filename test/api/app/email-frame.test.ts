// The content of an email as a document for a frame (docs/reference/pages.md#emails-in-frames).
import { expect } from 'chai';
import type { EmailSource } from '../../../shared/resources/messaging/emails/email.ts';
import { enter, usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createEmail } from '../../support/factories/factories.ts';

const DOCTYPE = '<!DOCTYPE html>';
const HIDDEN = 'The service sent this email itself. Only its recipients can read its content.';

describe('The frame of an email', () => {
  const app = useApp();
  const viewer = usePerson(app, { role: 'viewer' });

  const make = async (
    { html = null, text = null }: { html?: string | null; text?: string | null },
    { accountId = viewer.accountId, source = 'api' }: { accountId?: string; source?: EmailSource } = {},
  ) => {
    const { id } = await createEmail(app.pool, accountId, { source });
    await app.pool.query('UPDATE email_contents SET html = $2, text = $3 WHERE id = $1', [id, html, text]);
    return id;
  };
  const attach = async (
    emailId: string,
    file: { contentId: string; contentType?: string; content?: Buffer; path?: string },
  ) => {
    const { contentId, contentType = 'image/png', content = Buffer.from('pixels'), path = null } = file;
    const writer = app.deps.attachments.create();
    await writer.write(content);
    const stored = await writer.end();
    await app.pool.query(
      `INSERT INTO email_attachments (id, email_id, account_id, filename, content_type, content_id, disposition, path,
                                      size, stored_id, created_at)
       VALUES ($1, $2, $3, 'a', $4, $5, 'inline', $6, $7, $8, now())`,
      [app.deps.ids.next(), emailId, viewer.accountId, contentType, contentId, path, stored.size, stored.id],
    );
  };
  const open = (path: string, session: { token: string } | null = viewer) =>
    app.bare().get(`/app/frames/emails/${path}`).unset('User-Agent').set('Cookie', cookieOf(session));
  const cookieOf = (session: { token: string } | null) =>
    session ? `posthorn_session=${session.token}` : '';
  const policyOf = (images: string) =>
    `default-src 'none'; img-src ${images}; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; ` +
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

  it('Shows the HTML of an email as a document in a sandbox of its own, whose links open in a new tab.', async () => {
    const id = await make({ html: `${DOCTYPE}<title>Hi</title><p>Hello</p><iframe src="x"></iframe>` });
    const { text, headers } = await open(id).expect(200);
    expect(text).to.equal(
      `${DOCTYPE}<base target="_blank"><title>Hi</title><p>Hello</p><meta data-was-iframe src="x"></iframe>`,
    );
    expect(headers).to.include({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf('data:'),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
      'x-content-type-options': 'nosniff',
    });
    await app.bare().head(`/app/frames/emails/${id}`).set('Cookie', cookieOf(viewer)).expect(200);
  });

  it('Lets the document of an email load images of other servers only with ?images=1.', async () => {
    const id = await make({ html: '<img src="https://tracker.test/x.png">' });
    for (const [query, images] of [
      ['?images=1', 'http: https: data:'],
      ['', 'data:'],
      ['?images=0', 'data:'],
      ['?images=true', 'data:'],
      ['?images=1&images=1', 'data:'],
    ] as const) {
      const { headers } = await open(id + query).expect(200);
      expect(headers['content-security-policy'], query).to.equal(policyOf(images));
    }
  });

  it('Embeds the images that are attached to the email and that its HTML shows, up to 12 MiB; hosted ones are not fetched.', async () => {
    const ids = ['logo@acme', 'a b', 'text', 'hosted', 'large', 'absent', 'evil'];
    const html = ids.map((id) => `<img src="cid:${encodeURIComponent(id)}">`).join('');
    const id = await make({ html: `${html}<img src="cid:logo@acme">` });
    await attach(id, { contentId: 'logo@acme' });
    await attach(id, { contentId: 'a b', contentType: 'image/svg+xml' });
    await attach(id, { contentId: 'text', contentType: 'text/html' });
    await attach(id, { contentId: 'evil', contentType: 'image/png"><script>x()</script>' });
    await attach(id, { contentId: 'hosted', path: 'https://files.test/x.png' });
    await attach(id, { contentId: 'large', content: Buffer.alloc(12 * 1024 * 1024 + 1) });
    const pixels = Buffer.from('pixels').toString('base64');
    const { text } = await open(id).expect(200);
    expect([...text.matchAll(/src="([^"]*)"/g)].map(([, src]) => src)).to.deep.equal([
      `data:image/png;base64,${pixels}`,
      `data:image/svg+xml;base64,${pixels}`,
      'cid:text',
      'cid:hosted',
      'cid:large',
      'cid:absent',
      'cid:evil',
      `data:image/png;base64,${pixels}`,
    ]);
  });

  it('Shows an email without HTML as its text, and nothing that the service has hidden in its own mail.', async () => {
    const plain = await open(await make({ text: 'a < b & "c"\n</pre><script>x()</script>' })).expect(200);
    expect(plain.text).to.match(
      /<pre>a &lt; b &amp; "c"\n&lt;\/pre&gt;&lt;script&gt;x\(\)&lt;\/script&gt;<\/pre>$/,
    );
    expect((await open(await make({})).expect(200)).text).to.match(/<pre><\/pre>$/);
    const notice = await make({ html: '<a href="/secret">secret</a>', text: 'secret' }, { source: 'notice' });
    const hidden = await open(notice).expect(200);
    expect(hidden.text).to.include(`<pre>${HIDDEN}</pre>`).and.not.include('secret');
    const { body } = await viewer.api.get(`/emails/${notice}`).expect(200);
    expect([body.html, body.text]).to.deep.equal([null, HIDDEN]);
  });

  it('Shows nothing of an email of another account, and no email to anybody who is not signed in.', async () => {
    const other = await enter(app);
    const foreign = await make({ html: 'foreign' }, { accountId: other.accountId });
    const own = await make({ html: 'own' });
    for (const id of [foreign, viewer.accountId, 'x', '%27', "';--", `${own}x`]) {
      const { text, headers } = await open(id).expect(404);
      expect(text, id).to.include('This email does not exist.').and.not.include('foreign');
      expect(headers).to.include({
        'content-security-policy': policyOf('data:'),
        'x-frame-options': 'SAMEORIGIN',
      });
    }
    await open(foreign, other).expect(200);
    await open(own, other).expect(404);
    for (const session of [null, { token: 'x' }]) {
      const { text } = await open(own, session).expect(401);
      expect(text).to.include('You are not signed in.').and.not.include('own');
    }
    await app.pool.query('DELETE FROM sessions');
    await open(own).expect(401);
  });
});
