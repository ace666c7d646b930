// Messages that were made to break their reader: each has a result, and no thread ends of it. Giant texts are compared as
// booleans, so that a failure prints no megabytes.
import { expect } from 'chai';
import { useParser } from './support/use-parser.ts';

const CLIENT = { address: '192.0.2.1', helo: 'mx.evil.test', mailFrom: 'a@evil.test' };
const MIB = 1024 * 1024;

describe('A hostile message', () => {
  const received = useParser({
    logger: { warn: (_: unknown, text?: string) => expect.fail(text ?? '') } as never,
  });
  const parse = (raw: Buffer | string) => received.parse(raw, CLIENT);
  const multipart = (parts: readonly string[]) =>
    `From: a@evil.test\r\nSubject: parts\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts
      .map((part) => `--b\r\n${part}\r\n`)
      .join('')}--b--\r\n`;

  it('of nothing has an empty record', async () => {
    const message = await parse('');
    expect(message).to.deep.include({ headers: [], from: [], subject: null, text: null, parseError: null });
    expect(message).to.deep.include({ messageId: null, date: null, fromAddress: null, authenticated: false });
  });

  it('with a header of more than 1 MiB has what is in its beginning', async () => {
    const raw = `From: a@evil.test\r\nSubject: long\r\n${`X-Long: ${'x'.repeat(900)}\r\n`.repeat(1_400)}\r\nbody`;
    const message = await parse(raw);
    expect(message).to.deep.include({ subject: 'long', fromAddress: 'a@evil.test', text: null });
    expect(message.headers).to.have.lengthOf.within(1_100, 1_200);
    expect(message.parseError).to.include('The header is longer than 1 MiB');
    expect(message.authentication).to.include({ dkim: 'permerror', arc: 'permerror', spf: 'none' });
  });

  it('with a header of nearly 1 MiB in one field is read', async () => {
    const message = await parse(`Subject: ${'x'.repeat(MIB - 100)}\r\n\r\nbody`);
    expect(message.subject?.length).to.equal(MIB - 100);
    expect(message).to.include({ text: 'body', parseError: null });
  });

  it('with ten thousand fields is read', async () => {
    const message = await parse(`${'X-Field: value\r\n'.repeat(10_000)}From: a@evil.test\r\n\r\nbody`);
    expect(message.headers).to.have.lengthOf(10_001);
    expect(message).to.include({ text: 'body', fromAddress: 'a@evil.test', parseError: null });
  });

  it('with a field of a hundred thousand lines has what is in its beginning', async () => {
    const message = await parse(`Subject: folded\r\nX-Field:${' x\r\n'.repeat(100_000)}\r\nbody`);
    expect(message.subject).to.equal('folded');
    expect(message.parseError).to.include('20,000 lines');
  });

  it('with ten thousand recipients and groups is read', async () => {
    const to = Array.from({ length: 10_000 }, (_, number) => `Group ${number}: u${number}@acme.test;`);
    const message = await parse(`To: ${to.join(',\r\n ')}\r\nFrom: G: a@evil.test, b@evil.test;\r\n\r\nbody`);
    expect(message.to).to.have.lengthOf(10_000);
    expect(message.from.map(({ address }) => address)).to.deep.equal(['a@evil.test', 'b@evil.test']);
    expect(message.fromAddress).to.equal(null);
  });

  it('with parts nested a thousand deep has its header only', async () => {
    const open = Array.from(
      { length: 1_000 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    );
    const message = await parse(`From: a@evil.test\r\nSubject: deep\r\n${open.join('')}\r\nthe core`);
    expect(message).to.deep.include({ subject: 'deep', text: null, attachments: [] });
    expect(message.parseError).to.include('more than 1,000 parts');
    expect(message.authentication.dkim).to.equal('none');
  });

  it('of a hundred thousand parts has its header only', async () => {
    const message = await parse(multipart(Array.from({ length: 100_000 }, () => '\r\npart')));
    expect(message).to.deep.include({ subject: 'parts', text: null, attachments: [] });
    expect(message.parseError).to.include('more than 1,000 parts');
  });

  it('with a thousand parts is read', async () => {
    const file = 'Content-Type: application/pdf\r\n\r\nfile';
    const message = await parse(multipart(Array.from({ length: 999 }, () => file)));
    expect(message.attachments).to.have.lengthOf(999);
    expect(message.parseError).to.equal(null);
  });

  for (const [type, field] of [
    ['text/plain', 'text'],
    ['text/html', 'html'],
  ] as const) {
    for (const encoding of ['8bit', 'quoted-printable', 'base64']) {
      it(`with 20 MiB of ${type} in ${encoding} has the first 10 MiB as sent, and its files`, async () => {
        const line = encoding === '8bit' ? 'line of a text\r\n' : 'bGluZQoK=\r\n';
        const text = line.repeat((20 * MIB) / line.length);
        const message = await parse(
          multipart([
            `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}`,
            'Content-Type: application/pdf\r\n\r\nfile',
          ]),
        );
        expect(message[field]?.length).to.be.within(4 * MIB, 10 * MIB);
        expect(message.parseError).to.include('longer than 10 MiB');
        expect(message.attachments.map(({ size }) => size)).to.deep.equal([4]);
      });
    }
  }

  it('with 30 MiB of escapes in a quoted-printable file is streamed', async () => {
    const part = `Content-Type: application/pdf\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
    const message = await parse(multipart([part + `${'=41'.repeat(24)}=\r\n`.repeat((30 * MIB) / 75)]));
    const [file] = message.attachments;
    expect(file?.size).to.be.within(9 * MIB, 11 * MIB);
    expect(received.files.get(file?.fileId ?? '')?.every((octet) => octet === 0x41)).to.equal(true);
    received.files.clear();
  });

  it('with a line of 2 MB, and quoted-printable without lines, is read', async () => {
    const part = `Content-Transfer-Encoding: quoted-printable\r\n\r\n${'=C3=A4'.repeat(200_000)}`;
    const message = await parse(multipart([`Content-Type: text/html\r\n\r\n${'x'.repeat(2_000_000)}`, part]));
    expect(message.html?.includes('x'.repeat(2_000_000))).to.equal(true);
    expect(message.text?.trim() === 'ä'.repeat(200_000)).to.equal(true);
  });

  it('with NUL, lone surrogates and invalid UTF-8 everywhere has none of them in its record', async () => {
    const surrogate = Buffer.from([0x3d, 0xd8]).toString('base64');
    const raw = [
      `From: =?utf-16le?B?${surrogate}?= <a\0@evil.test>`,
      `Subject: a\0b =?utf-16le?B?${surrogate}?=`,
      'X\0Y: \0',
      'Content-Type: multipart/mixed; boundary=b\r\n',
      '--b',
      'Content-Type: text/plain; charset=utf-16le\r\nContent-Transfer-Encoding: base64\r\n',
      surrogate,
      '--b',
      'Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n',
      Buffer.from('<p>\0\xff</p>', 'latin1').toString('base64'),
      '--b',
      `Content-Type: image/png; name="=?utf-16le?B?${surrogate}?="\r\nContent-ID: <\0>\r\n`,
      'x',
      '--b--',
    ];
    const message = await parse(raw.join('\r\n'));
    expect(JSON.stringify(message)).to.not.match(/\\u0000|\\ud[89a-f]/i);
    expect(message.subject).to.include('a\ufffdb');
    expect(message.html).to.include('<p>\ufffdÿ</p>');
  });

  for (const charset of [
    'x-none',
    'utf-8',
    'utf-16',
    'iso-2022-jp',
    'gb18030',
    '"\0"',
    '../../x',
    '__proto__',
  ]) {
    it(`of bytes that are no text, said to be ${JSON.stringify(charset)}, is read`, async () => {
      const bytes = Buffer.from(Array.from({ length: 4_096 }, (_, index) => 0x80 + ((index * 7) % 128)));
      const head = `Subject: =?${charset}?B?////?=\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n`;
      const message = await parse(Buffer.concat([Buffer.from(head), bytes]));
      expect(message.text).to.be.a('string').and.not.equal('');
      expect(message.parseError).to.equal(null);
    });
  }

  for (const filename of ['../../etc/passwd', '/etc/passwd', 'C:\\\\windows\\\\x', '..', 'a\u202egpj.exe']) {
    it(`with a file that says its name is ${JSON.stringify(filename)} has that name, and no path of ours`, async () => {
      const message = await parse(
        multipart([
          `Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="${filename}"\r\n\r\nx`,
        ]),
      );
      const [file] = message.attachments;
      expect(file?.filename).to.equal(filename.replaceAll('\\\\', '\\'));
      expect(file?.fileId).to.match(/^file \d+$/);
    });
  }

  it('with a winmail.dat, a message and a delivery status has them as files', async () => {
    const inner = 'From: b@evil.test\r\nSubject: inner\r\n\r\ninner text';
    const message = await parse(
      multipart([
        'Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+Ig==',
        `Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n${inner}`,
        'Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; evil.test',
      ]),
    );
    expect(message.attachments.map(({ contentType, filename }) => [contentType, filename])).to.deep.equal([
      ['application/ms-tnef', 'winmail.dat'],
      ['message/rfc822', null],
      ['message/delivery-status', null],
    ]);
    expect(received.files.get(message.attachments[1]?.fileId ?? '')?.toString()).to.equal(inner);
    expect(message).to.include({ subject: 'parts', fromAddress: 'a@evil.test', text: null });
  });

  it('with hostile html has the html as sent', async () => {
    const html = `${'<div></p>'.repeat(50_000)}<script>alert(1)</script>${'<link '.repeat(50_000)}`;
    const message = await parse(`Content-Type: text/html\r\n\r\n${html}`);
    expect(message.html === html).to.equal(true);
  });

  it('with fields named like the properties of objects is read', async () => {
    const message = await parse('__proto__: 1\r\nconstructor: 2\r\nList-__proto__: <a@b>\r\n\r\nx');
    expect(message.headers[0]).to.deep.equal({ name: '__proto__', value: '1' });
    expect(message.text).to.equal('x');
  });

  for (const [from, address] of [
    ['a@evil.test (bob@acme.test)', 'a@evil.test'],
    ['"bob@acme.test" <a@evil.test>', 'a@evil.test'],
    ['bob@acme.test <a@evil.test>', 'a@evil.test'],
    ['=?utf-8?Q?bob=40acme.test?= <a@EVIL.test>', 'a@evil.test'],
    ['"=?utf-8?Q?bob=40acme.test=3E?=" (<bob@acme.test>)\r\n <a@evil.test>', 'a@evil.test'],
    ['a@m\u00fcller.test', 'a@xn--mller-kva.test'],
    ['=?utf-8?B?Ym9iQGFjbWUudGVzdA==?=', null],
    ['bob@acme.test\r\nFrom : a@evil.test', null],
    ['bob@acme.test, a@evil.test', null],
    ['bob@acme.test <a@evil.test> <c@evil.test>', null],
    ['<bob@acme.test> a@evil.test', null],
    ['<bob@acme.test>, <a@evil.test', null],
    ['"<bob@acme.test>" a@evil.test <a@evil.test', null],
    ['<@evil.test:bob@acme.test>', null],
    ['<bob@acme.test\0@evil.test>', null],
    ['bob@acme.test(a)@evil.test', null],
    ['"bob@acme.test"@evil.test', null],
    ['(a (b) <a@evil.test>) bob@acme.test', null],
    ['"a\\" <bob@acme.test>, " <a@evil.test>', 'a@evil.test'],
    ['G: bob@acme.test;', null],
    ['a@evil', null],
    ['<>', null],
  ] as const) {
    it(`with ${JSON.stringify(from)} in From is from ${address ?? 'no address'}`, async () => {
      expect((await parse(`From: ${from}\r\n\r\nx`)).fromAddress).to.equal(address);
    });
  }

  for (const date of ['99 Foo 99999 99:99', '', 'Thu, 1 Jan -5000 00:00:00 +0000', '1 Jan 275760']) {
    it(`with the date ${JSON.stringify(date)} has none`, async () => {
      expect((await parse(`Date: ${date}\r\n\r\nx`)).date).to.equal(null);
    });
  }

  it('with a Message-ID of 100 KB and 50,000 references has no id, and a hundred of them', async () => {
    const references = Array.from({ length: 50_000 }, (_, number) => `<${number}@evil.test>`);
    const message = await parse(
      `Message-ID: <${'x'.repeat(100_000)}@evil.test>\r\nReferences: ${references.join('\r\n ')}\r\n\r\nx`,
    );
    expect(message.parseError).to.include('20,000 lines');
    expect(message.messageId).to.equal(null);
    expect(message.references).to.have.lengthOf(100);
  });

  it('with a hundred signatures of repeated signs costs ten questions to DNS at most', async () => {
    const signature = `DKIM-Signature: v=1; a=rsa-sha256; d=evil.test; s=s; h=From${':x'.repeat(2_000)}; bh=x; b=y${';'.repeat(2_000)}\r\n`;
    const message = await parse(`${signature.repeat(100)}From: a@evil.test\r\n\r\nx`);
    expect(message.authentication.dkim).to.equal('fail');
    expect(
      received.dns.questions.filter((question) => question.includes('_domainkey')),
    ).to.have.lengthOf.below(11);
  });
});
