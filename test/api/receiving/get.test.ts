// GET /emails/receiving/:id (docs/reference/receiving.md#get-emailsreceivingid).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { createReceived, type ReceivedFields } from '../../support/factories/received-factories.ts';
import { createSender } from '../emails/sender.ts';

const MIB = 1024 * 1024;

describe('GET /emails/receiving/:id', () => {
  const app = useApp({ config: { publicUrl: 'https://mail.acme.dev' } });
  const account = useAccount(app);
  const receive = (fields: ReceivedFields) => createReceived(app.pool, account.accountId, fields);
  const get = async (fields: ReceivedFields, query = '') =>
    await account.read(`/emails/receiving/${(await receive(fields)).id}${query}`);

  it('Answers a received email with all that the list has of it, its bodies, its size and a link to the message.', async () => {
    const raw = 'Subject: Hello\r\n\r\nHello\r\n';
    const { id } = await receive({ raw, contents: { html: '<p>Hello</p>', text: null } });
    const { data } = await account.read('/emails/receiving');
    const { raw: link, ...email } = await account.read(`/emails/receiving/${id}`);
    expect(email).to.deep.equal({
      object: 'email',
      ...data[0],
      html: '<p>Hello</p>',
      text: null,
      html_format: 'data_uri',
      headers: { from: 'Bo <bo@customer.dev>', subject: 'Hello' },
      size: raw.length,
    });
    expect(link.download_url).to.match(
      /^https:\/\/mail\.acme\.dev\/downloads\/received-emails\/[0-9a-f-]+\?/,
    );
    const ends = Math.floor(app.clock.now().getTime() / 1000) * 1000 + 3_600_000;
    expect(link.expires_at).to.equal(new Date(ends).toISOString());
  });

  it('Says with charset_guessed whether the texts or the header, or the name of a file, had to be read in a charset that was guessed.', async () => {
    const file = {
      contentType: 'text/csv; charset=windows-1252',
      charsetGuessed: true,
      description: 'Umsätze',
    };
    const guessed = await get({ contents: { charsetGuessed: true }, files: [file] });
    expect(guessed).to.include({ charset_guessed: true });
    expect(guessed.attachments[0]).to.include({
      charset_guessed: true,
      content_type: 'text/csv; charset=windows-1252',
      content_description: 'Umsätze',
    });
    const known = await get({ files: [{}] });
    expect([known.charset_guessed, known.attachments[0].charset_guessed]).to.deep.equal([false, false]);
  });

  it('Answers the header fields with names in lower case, and joins the values of a repeated field in their order.', async () => {
    const headers = [
      { name: 'Received', value: 'by b' },
      { name: 'X-Odd', value: '' },
      { name: 'received', value: 'by a' },
      { name: '__proto__', value: 'x' },
    ];
    const { headers: answered } = await get({ contents: { headers } });
    expect(Object.entries(answered)).to.deep.equal([
      ['received', 'by b, by a'],
      ['x-odd', ''],
      ['__proto__', 'x'],
    ]);
  });

  describe('html_format', () => {
    const logo = {
      filename: 'logo.png',
      contentType: 'image/png',
      contentId: 'logo@x',
      disposition: 'inline',
    };
    const html = '<img src="cid:logo@x"><img src=\'cid:logo%40x\'><img src="cid:other">';

    it('Makes images of the message a part of the html without html_format, or with data_uri.', async () => {
      for (const query of ['', '?html_format=data_uri']) {
        const email = await get({ contents: { html }, files: [{ ...logo, bytes: 'png' }] }, query);
        const uri = 'data:image/png;base64,cG5n';
        expect(email.html).to.equal(`<img src="${uri}"><img src='${uri}'><img src="cid:other">`);
        expect(email.html_format).to.equal('data_uri');
      }
    });

    it('Answers the html as it came with html_format=cid.', async () => {
      const email = await get({ contents: { html }, files: [logo] }, '?html_format=cid');
      expect([email.html, email.html_format]).to.deep.equal([html, 'cid']);
    });

    it('Leaves cid: in the html where the file is no image, and where images would take more than 12 MB.', async () => {
      const quoted = { ...logo, contentType: 'image/png"><script>' };
      for (const file of [{ ...logo, contentType: 'text/html' }, quoted])
        expect((await get({ contents: { html }, files: [file] })).html).to.equal(html);
      const files = ['a', 'b', 'c'].map((contentId) => ({
        ...logo,
        contentId,
        bytes: Buffer.alloc(contentId === 'c' ? 1 : 5 * MIB),
      }));
      const shown = '<img src="cid:a"><img src="cid:a"><img src="cid:b"><img src="cid:c">';
      const email = await get({ contents: { html: shown }, files });
      const sources = [...email.html.matchAll(/src="(cid:.|data:)/g)].map(([, source]) => source);
      expect(sources).to.deep.equal(['data:', 'data:', 'cid:b', 'data:']);
    });

    it('Rejects another html_format with validation_error 422.', async () => {
      const { id } = await receive({});
      for (const query of [
        'html_format=',
        'html_format=raw',
        'html_format=cid&html_format=cid',
        'htmlformat=cid',
      ])
        expectError(await account.api.get(`/emails/receiving/${id}?${query}`), 422, 'validation_error');
    });
  });

  it('Answers the sender so that it can be written to, whatever its name is.', async () => {
    const sender = await createSender(app);
    for (const name of [
      'Müller, Jan',
      ' "Jan" <x@y.dev>',
      'a\\b;(c)@[d]',
      'a\r\nb\0',
      '\u200b',
      '山田 👋',
      '',
    ]) {
      const contents = { from: [{ name, address: 'jan@customer.dev' }], fromAddress: 'jan@customer.dev' };
      const { id } = await createReceived(app.pool, sender.accountId, { contents });
      const { from } = await sender.read(`/emails/receiving/${id}`);
      const { recipients, to } = await sender.sent({ to: from });
      expect([to, recipients[0].address], from).to.deep.equal([[from], 'jan@customer.dev']);
      const { body } = await sender.api.get('/emails/receiving').query({ from, limit: 1 });
      expect(body.data[0]?.id, from).to.equal(id);
    }
  });

  it('Answers not_found 404 for an unknown id, an email of another account, and one that is not parsed yet.', async () => {
    const unread = await receive({ isParsed: false });
    const sent = await account.api.get('/emails/receiving/none');
    expectError(sent, 404, 'not_found');
    for (const path of ['', '/raw', '/attachments'])
      expectError(await account.api.get(`/emails/receiving/${unread.id}${path}`), 404, 'not_found');
    expectError(await account.api.delete(`/emails/receiving/${unread.id}`), 404, 'not_found');
    expect(await account.count('received_emails')).to.equal(1);
  });
});
