// Which submitted messages are ordinary mail, and which are kept as they arrived: a row per form, read by the real parser.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { createMessageParser } from '../../../../shared/mail/parse/message-parser.ts';
import { findReasonToKeep, type KeepReason } from '../../../../shared/mail/submitted/keeping.ts';

const HEADER = 'From: a@acme.dev\r\nTo: b@remote.dev\r\nSubject: s';

/** A part: its type, and its content or its parts. */
type Node = readonly [type: string, content: string | readonly Node[]];

let boundaries = 0;

function write([type, content]: Node): string {
  if (typeof content === 'string') return `Content-Type: ${type}\r\n\r\n${content}\r\n`;
  boundaries += 1;
  const boundary = `b${boundaries}`;
  const parts = content.map((part) => `--${boundary}\r\n${write(part)}`);
  return `Content-Type: ${type}; boundary=${boundary}\r\n\r\n${parts.join('')}--${boundary}--\r\n`;
}

const PLAIN: Node = ['text/plain; charset=utf-8', 'text'];
const HTML: Node = ['text/html; charset=iso-8859-1', '<p>html'];
const FILE: Node = ['application/pdf; name=a.pdf\r\nContent-Disposition: attachment', 'pdf'];
const IMAGE: Node = ['image/png\r\nContent-ID: <logo>\r\nContent-Disposition: inline', 'png'];
const WITHOUT_ID: Node = ['image/png\r\nContent-Location: logo.png', 'png'];
const BOTH: Node = ['multipart/alternative', [PLAIN, HTML]];

const ORDINARY: Readonly<Record<string, Node>> = {
  'a text': PLAIN,
  'a text without a type': ['text/plain', 'text'],
  'html alone': HTML,
  'text and html': BOTH,
  'html with its images': ['multipart/related', [HTML, IMAGE]],
  'text, html and its images': ['multipart/alternative', [PLAIN, ['multipart/related', [HTML, IMAGE]]]],
  'the same, the other way round': ['multipart/related', [BOTH, IMAGE]],
  'a text and files': ['multipart/mixed', [PLAIN, FILE, IMAGE]],
  'text, html and files': ['multipart/mixed', [BOTH, FILE]],
  'a text file': [
    'multipart/mixed',
    [PLAIN, ['text/plain; name=a.txt\r\nContent-Disposition: attachment', 't']],
  ],
  'a winmail.dat': ['multipart/mixed', [PLAIN, ['application/ms-tnef; name=winmail.dat', 'tnef']]],
};

const KEPT: Readonly<Record<string, readonly [Node, KeepReason]>> = {
  'flowed text': [['text/plain; format=flowed', 'text \r\nmore'], 'text whose lines flow'],
  'a signature (PGP)': [
    ['multipart/signed; protocol="application/pgp-signature"', [PLAIN, ['application/pgp-signature', 'x']]],
    'a multipart that is not of ordinary mail',
  ],
  'an encrypted message (PGP)': [
    [
      'multipart/encrypted',
      [
        ['application/pgp-encrypted', 'x'],
        ['application/octet-stream', 'x'],
      ],
    ],
    'a multipart that is not of ordinary mail',
  ],
  'an encrypted message (S/MIME)': [
    ['application/pkcs7-mime; smime-type=enveloped-data', 'x'],
    'a part that is more than a file',
  ],
  'an older encrypted message (S/MIME)': [
    ['application/x-pkcs7-mime', 'x'],
    'a part that is more than a file',
  ],
  'a report': [['multipart/report', [PLAIN]], 'a multipart that is not of ordinary mail'],
  'a digest': [['multipart/digest', [PLAIN]], 'a multipart that is not of ordinary mail'],
  'a multipart of another name': [['multipart/x-new', [PLAIN]], 'a multipart that is not of ordinary mail'],
  'an invitation': [
    ['multipart/alternative', [PLAIN, ['text/calendar; method=REQUEST', 'x']]],
    'a part that is more than a file',
  ],
  'a forwarded message': [
    ['multipart/mixed', [PLAIN, ['message/rfc822', 'a: b\r\n\r\nc']]],
    'a part that is more than a file',
  ],
  'a message in parts': [['message/partial', 'x'], 'a part that is more than a file'],
  'two texts': [['multipart/mixed', [PLAIN, PLAIN]], 'several texts'],
  'text and html that are no alternatives': [['multipart/mixed', [PLAIN, HTML]], 'several texts'],
  'html before its text': [['multipart/alternative', [HTML, PLAIN]], 'several texts'],
  'a text between files': [['multipart/mixed', [FILE, PLAIN]], 'a text after a file'],
  'a file alone, as a scanner sends it': [['multipart/mixed', [FILE]], 'no text'],
  'nothing at all': [['text/plain', ''], 'no text'],
  'html for watches': [
    ['multipart/alternative', [PLAIN, ['text/watch-html', 'x'], HTML]],
    'a text after a file',
  ],
  'a file as an alternative': [
    ['multipart/alternative', [PLAIN, FILE]],
    'alternatives that are no text and html',
  ],
  'a charset of another world': [
    ['text/plain; charset=x-klingon', 'text'],
    'a charset that is not known, or not the right one',
  ],
  'an image that the html names by its place': [
    ['multipart/related', [HTML, WITHOUT_ID]],
    'a file that no attachment can be',
  ],
  'two files of one Content-ID': [
    ['multipart/related', [HTML, IMAGE, IMAGE]],
    'a file that no attachment can be',
  ],
};

const FIELDS: Readonly<Record<string, readonly [fields: string, KeepReason | undefined]>> = {
  'fifty fields': [fieldsOf(50), undefined],
  'fifty-one fields': [fieldsOf(51), 'header fields that no email can have'],
  'a field that comes twice': ['X-A: 1\r\nX-A: 2', 'header fields that no email can have'],
  'traces and signatures': [
    'Received: a\r\nReceived: b\r\nDKIM-Signature: c\r\nDKIM-Signature: d',
    undefined,
  ],
  tags: ['X-Posthorn-Tag: a=b\r\nX-Posthorn-Tag: c=d', undefined],
  '64 KB of fields': [`X-A: ${'a '.repeat(33_000)}`, 'header fields that no email can have'],
  '64 KB of recipients': [`Cc: ${'a@b.dev, '.repeat(8_000)}`, 'header fields that no email can have'],
  'a name that is none': ['X A: b', 'header fields that no email can have'],
  'answers to a group': ['Reply-To: friends', 'header fields that no email can have'],
};

function fieldsOf(count: number): string {
  return Array.from({ length: count }, (_, n) => `X-Field-${n}: ${n}`).join('\r\n');
}

describe('A submitted message', () => {
  const parser = createMessageParser({ dns: null });
  after(() => parser.close());

  const reasonOf = async (content: string) => {
    const octets = Buffer.from(content);
    const source = { size: octets.length, isAuthenticated: false, isDescribed: true };
    const chunks = () => Readable.from([octets]);
    const message = await parser.parse({ ...source, chunks }, null, {
      openFile: () =>
        Promise.resolve({ id: 'file', write: () => Promise.resolve(), end: () => Promise.resolve() }),
    });
    const { structure } = message;
    if (!structure) throw new Error('The message has no structure.');
    return findReasonToKeep({ ...message, structure });
  };

  for (const [name, node] of Object.entries(ORDINARY))
    it(`is ordinary mail: ${name}`, async () => {
      expect(await reasonOf(`${HEADER}\r\n${write(node)}`)).to.equal(undefined);
    });

  for (const [name, [node, reason]] of Object.entries(KEPT))
    it(`is kept: ${name}`, async () => {
      expect(await reasonOf(`${HEADER}\r\n${write(node)}`)).to.equal(reason);
    });

  for (const [name, [fields, reason]] of Object.entries(FIELDS))
    it(`has ${name}: ${reason ?? 'ordinary mail'}`, async () => {
      expect(await reasonOf(`${HEADER}\r\n${fields}\r\n${write(PLAIN)}`)).to.equal(reason);
    });

  it('is kept when it cannot be read completely', async () => {
    const deep = `${HEADER}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\na\r\n'.repeat(1_100)}`;
    expect(await reasonOf(deep)).to.equal('not read completely');
  });
});
