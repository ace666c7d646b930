// Malicious mail: the inbox parses what can be parsed, shows the rest as source, and stays usable.
import { expect } from 'chai';
import { useInbox } from './support/use-inbox.ts';

describe('The local inbox, given hostile mail', () => {
  const inbox = useInbox();
  const source = async (id: string) => {
    const answer = await fetch(`${inbox.inbox.url}/inbox/messages/${id}/raw`);
    return Buffer.from(await answer.arrayBuffer()).toString('latin1');
  };
  const withAttachment = (parameters: string) =>
    [
      'Subject: a file',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; ${parameters}`,
      '',
      'content',
      '--b--',
      '',
    ].join('\r\n');
  const disposition = async () => {
    const { id } = await inbox.newest();
    const answer = await inbox.http().get(`/inbox/messages/${id}/attachments/1`).expect(200);
    return answer.headers['content-disposition'] ?? '';
  };

  for (const path of ['../../etc/passwd', '..\\\\..\\\\passwd', '/etc/passwd', 'C:\\\\passwd']) {
    it(`downloads the attachment ${path} under a name without a path`, async () => {
      await inbox.sendRaw(withAttachment(`filename="${path}"`));
      expect(await disposition()).to.equal('attachment; filename=passwd');
    });
  }

  for (const name of ['..', '.', '%00']) {
    it(`downloads the attachment ${name} under a safe name`, async () => {
      await inbox.sendRaw(withAttachment(`filename*=utf-8''${name}`));
      expect(await disposition()).to.equal('attachment; filename=attachment');
    });
  }

  it('downloads an attachment whose name contains line breaks and text-direction characters without them', async () => {
    await inbox.sendRaw(withAttachment("filename*=utf-8''a%0D%0ASet-Cookie:%20x%E2%80%AEgpj.exe"));
    expect(await disposition()).to.equal('attachment; filename="aSet-Cookie: xgpj.exe"');
  });

  it('downloads an attachment with an invalid type as bytes', async () => {
    await inbox.sendRaw(
      withAttachment('filename=a').replace('application/octet-stream', 'text/=?utf-8?Q?html=0D=0AX:y?='),
    );
    const { id } = await inbox.newest();
    const answer = await inbox.http().get(`/inbox/messages/${id}/attachments/1`).expect(200);
    expect(answer.headers['content-type']).to.equal('application/octet-stream');
    expect(answer.headers).to.not.have.property('x');
  });

  it('shows an injected header as part of the header that contains it', async () => {
    await inbox.sendRaw('Subject: =?utf-8?Q?Hello=0D=0ABcc:_victim@acme.io?=\r\n\r\nx');
    const message = await inbox.newest();
    expect(message.subject).to.equal('Hello\r\nBcc: victim@acme.io');
    expect(message.headers.map(({ name }) => name)).to.deep.equal(['Subject']);
  });

  it('does not let an image type end the HTML attribute that contains it', async () => {
    const image = [
      'Content-Type: image/=?utf-8?Q?png"_onerror=3D"alert(1)?=',
      'Content-ID: <x>',
      '',
      'x',
      '--b--',
    ].join('\r\n');
    await inbox.sendRaw(
      `Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<img src="cid:x">\r\n--b\r\n${image}\r\n`,
    );
    const { id } = await inbox.newest();
    const answer = await inbox.http().get(`/inbox/messages/${id}/html`).expect(200);
    expect(answer.text).to.not.include('onerror');
    expect(answer.text).to.include('<img src="cid:x">');
  });

  it('embeds an image that is referenced a thousand times only up to the size limit', async () => {
    const content = Buffer.alloc(1024 * 1024);
    const attachments = [{ filename: 'x.png', content, cid: 'x' }];
    await inbox.send({ html: '<img src="cid:x">'.repeat(1_000), attachments });
    const { id } = await inbox.newest();
    const answer = await inbox.http().get(`/inbox/messages/${id}/html`).expect(200);
    expect(answer.text.length).to.be.greaterThan(50_000_000).and.lessThan(60_000_000);
  });

  it('lists a message with parts nested ten thousand deep, with its header and its source', async () => {
    const depth = 10_000;
    const open = Array.from(
      { length: depth },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    );
    await inbox.sendRaw(`Subject: a bomb\r\n${open.join('')}\r\nthe core`);
    const message = await inbox.newest();
    expect(message.subject).to.equal('a bomb');
    expect(message.parse_error).to.be.a('string').and.not.equal('');
    expect(await source(message.id)).to.include('the core');
  });

  it('reads a message with ten thousand recipients', async () => {
    const recipients = Array.from({ length: 10_000 }, (_, number) => `user${number}@acme.io`);
    await inbox.send({ to: recipients, subject: 'to all' });
    const message = await inbox.newest();
    expect(message.to).to.deep.equal(recipients);
    expect(message.envelope.to).to.have.lengthOf(recipients.length);
    expect(await inbox.list({ to: 'user9999@' })).to.have.lengthOf(1);
  });

  it('reads a message with NUL bytes everywhere', async () => {
    const raw = 'Subject: a\0b\r\nX\0Y: 1\r\nContent-Type: text/html\r\n\r\n<p>c\0d</p>\0';
    await inbox.sendRaw(raw);
    const message = await inbox.newest();
    expect(message.subject).to.match(/^a.?b$/s);
    expect(message.html).to.include('<p>c');
    expect(await source(message.id)).to.include('<p>c\0d</p>\0');
  });

  for (const [name, html] of [
    ['nested elements', '<div></p>'.repeat(110_000)],
    ['spaces', `<img src=${' '.repeat(1_000_000)}`],
    ['links', '<link '.repeat(200_000)],
    ['cid links', 'cid:'.repeat(250_000)],
    ['urls', 'url('.repeat(250_000)],
  ] as const) {
    it(`accepts and shows a megabyte of ${name} in less than five seconds`, async () => {
      const startedAt = performance.now();
      await inbox.sendRaw(`Content-Type: text/html\r\n\r\n${html}\r\n`);
      const { id } = await inbox.newest();
      await inbox.http().get(`/inbox/messages/${id}/html`).expect(200);
      expect(performance.now() - startedAt).to.be.lessThan(5_000);
    });
  }

  for (const [name, raw] of [
    ['nothing at all', ''],
    ['no header', '\r\n\r\n'],
    ['a header line of a megabyte', `Subject: ${'x'.repeat(1_100_000)}\r\n\r\nbody`],
    ['a header without an end', 'X-A: b\r\n'.repeat(200_000)],
    ['bytes that are no text', Buffer.from(Array.from({ length: 4_096 }, (_, index) => (index * 7) % 256))],
    ['an unknown charset', 'Content-Type: text/plain; charset=x-none\r\n\r\nhello'],
    ['bad base64', 'Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n<<<not base64>>>'],
    ['a boundary that never comes', 'Content-Type: multipart/mixed; boundary=never\r\n\r\nbody'],
    ['an empty boundary', 'Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\nbody\r\n----'],
    [
      'headers named like object properties',
      '__proto__: 1\r\nconstructor: 2\r\nList-__proto__: <a@b>\r\n\r\nx',
    ],
    ['dates that are none', 'Date: 99 Foo 99999 99:99\r\n\r\nx'],
  ] as [string, string | Buffer][]) {
    it(`lists and shows the source of a message with ${name}`, async () => {
      await inbox.sendRaw(raw);
      const message = await inbox.newest();
      expect(await inbox.list()).to.have.lengthOf(1);
      expect((await source(message.id)).length).to.equal(message.size);
    });
  }
});
