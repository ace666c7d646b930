// Reading a message of the local inbox and its attachments, as tests and the page do.
import { expect } from 'chai';
import { useInbox } from './support/use-inbox.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const UNKNOWN_ID = '01a1f7f9-451c-7000-8000-03106295cd4c';

describe('The local inbox, reading a message', () => {
  const inbox = useInbox();
  const readPart = async (part: string) => {
    const { id } = await inbox.newest();
    return inbox.http().get(`/inbox/messages/${id}/${part}`);
  };

  it('returns the parsed message', async () => {
    await inbox.send({
      from: 'Shop <shop@posthorn.dev>',
      to: ['Zoë <zoe@acme.io>', 'bob@acme.io'],
      cc: 'boss@acme.io',
      replyTo: 'help@posthorn.dev',
      subject: 'Grüße aus 東京',
      date: new Date('2026-02-03T04:05:06Z'),
      headers: { 'X-Campaign': 'winter' },
      text: 'plain',
      html: '<p>rich <img src="cid:logo"></p>',
      attachments: [
        { filename: 'logo.png', content: PNG, cid: 'logo' },
        { filename: 'テスト.csv', content: 'a,b' },
      ],
    });
    const message = await inbox.newest();
    expect(message).to.deep.include({
      from: 'Shop <shop@posthorn.dev>',
      to: ['Zoë <zoe@acme.io>', 'bob@acme.io'],
      cc: ['boss@acme.io'],
      reply_to: ['help@posthorn.dev'],
      subject: 'Grüße aus 東京',
      date: '2026-02-03T04:05:06.000Z',
      text: 'plain',
      html: '<p>rich <img src="cid:logo"></p>',
      blocked_remote_content: false,
      parse_error: null,
    });
    expect(message.headers).to.deep.include({ name: 'X-Campaign', value: 'winter' });
    expect(message.attachments).to.deep.equal([
      {
        id: '1',
        filename: 'logo.png',
        size: PNG.length,
        content_type: 'image/png',
        content_id: 'logo',
        disposition: 'inline',
      },
      {
        id: '2',
        filename: 'テスト.csv',
        size: 3,
        content_type: 'text/csv',
        content_id: null,
        disposition: 'attachment',
      },
    ]);
  });

  it('returns null for parts that a message does not have', async () => {
    await inbox.sendRaw('X-Empty: yes\r\n\r\n');
    expect(await inbox.newest()).to.deep.include({
      from: null,
      to: [],
      subject: null,
      html: null,
      text: null,
    });
  });

  it('reads a header that is UTF-8 without any encoding', async () => {
    await inbox.sendRaw('X-Name: Zoë\r\n\r\nx');
    expect((await inbox.newest()).headers).to.deep.equal([{ name: 'X-Name', value: 'Zoë' }]);
  });

  it('returns no text for a message that has only HTML', async () => {
    await inbox.send({ html: '<p>rich</p>' });
    expect((await inbox.newest()).text).to.equal(null);
  });

  it('returns the members of an address group', async () => {
    await inbox.sendRaw('To: Team: Ada <ada@acme.io>, bob@acme.io;\r\n\r\nx');
    expect((await inbox.newest()).to).to.deep.equal(['Ada <ada@acme.io>', 'bob@acme.io']);
  });

  it('embeds the images of a message in its document', async () => {
    await inbox.send({
      html: '<img src="cid:logo">',
      attachments: [{ filename: 'l.png', content: PNG, cid: 'logo' }],
    });
    const document = await readPart('html');
    expect(document.headers['content-type']).to.equal('text/html; charset=utf-8');
    expect(document.text).to.include(`<img src="data:image/png;base64,${PNG.toString('base64')}">`);
  });

  it('keeps the doctype at the beginning of a document, so that it renders as in a mail program', async () => {
    await inbox.send({ html: '<!doctype html><title>x</title>' });
    expect((await readPart('html')).text).to.match(/^<!doctype html><base target="_blank"><title>/);
  });

  // The content security policy does not stop a preconnect, and the browser of the end-to-end tests makes none.
  for (const element of ['link rel=preconnect', 'LINK', 'iframe', 'IFrame/', 'frame']) {
    it(`leaves no <${element}> in a document, because it could connect to a remote server`, async () => {
      await inbox.send({ html: `<p>x</p><${element} href="https://evil.dev" src="https://evil.dev">` });
      expect((await readPart('html')).text).to.match(/<p>x<\/p><meta data-was-(link|frame|iframe)/i);
    });
  }

  it('reports blocked remote content', async () => {
    await inbox.send({ html: '<img src="https://tracker.posthorn.dev/p.gif">' });
    expect((await inbox.newest()).blocked_remote_content).to.equal(true);
  });

  it('does not report a remote link as remote content', async () => {
    await inbox.send({ html: '<a href="https://posthorn.dev/">read on</a>' });
    expect((await inbox.newest()).blocked_remote_content).to.equal(false);
  });

  it('answers not_found 404 to the document of a message without HTML', async () => {
    await inbox.send({ text: 'plain' });
    expect((await readPart('html')).body).to.include({ statusCode: 404, name: 'not_found' });
  });

  it('returns an attachment as a download whose type no browser guesses', async () => {
    await inbox.send({ attachments: [{ filename: 'テスト.csv', content: 'a,b\n' }] });
    const file = await readPart('attachments/1');
    expect(file.text).to.equal('a,b\n');
    expect(file.headers).to.include({ 'content-type': 'text/csv', 'x-content-type-options': 'nosniff' });
    expect(file.headers['content-disposition']).to.match(/^attachment; .*filename\*=UTF-8''%E3%83%86/);
  });

  for (const attachment of ['0', '2', 'x', '__proto__', '%00']) {
    it(`answers not_found 404 to the attachment ${attachment} of a message with one`, async () => {
      await inbox.send({ attachments: [{ filename: 'a', content: 'b' }] });
      const answer = await readPart(`attachments/${attachment}`);
      expect(answer.body).to.include({ statusCode: 404, name: 'not_found' });
    });
  }

  it('finds the newest copy of a message by its Message-ID', async () => {
    for (const subject of ['First', 'Second', 'Other'])
      await inbox.send({ subject, messageId: `<${subject === 'Other' ? 'b' : 'a'}@send.acme.dev>` });
    const { body } = await inbox.http().get('/inbox/messages/a@send.acme.dev').expect(200);
    expect(body).to.include({ subject: 'Second' });
    await inbox.http().get('/inbox/messages/c@send.acme.dev').expect(404);
  });

  for (const path of ['', '/raw', '/html', '/attachments/1']) {
    it(`answers not_found 404 to an unknown message${path}`, async () => {
      for (const id of [UNKNOWN_ID, 'x', '%00', '%E0%A4%A']) {
        const answer = await inbox.http().get(`/inbox/messages/${id}${path}`).expect(404);
        expect(answer.body).to.include({ statusCode: 404, name: 'not_found' });
      }
    });
  }
});
