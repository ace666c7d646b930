// Transfer encodings of bodies: 7 bits, short lines, and decoding to the same text.
import { expect } from 'chai';
import { type EncodedText, encodeText } from '../../../shared/mail/encodings/transfer-encoding.ts';

const ENCODING_OF: Record<string, [text: string, encoding: EncodedText['encoding']]> = {
  'plain English': ['Hello Ana,\n\nyour order is on its way.\n', '7bit'],
  'html of ordinary lines': [`<p class="a">${'x'.repeat(900)}</p>\n`.repeat(5), '7bit'],
  'lines that start with a dot': ['.\n..\n.a {}\n', '7bit'],
  nothing: ['', '7bit'],
  'a line of 998 characters': [`${'x'.repeat(998)}\nx`, '7bit'],
  'a line of 999 characters': [`${'x'.repeat(999)}\nx`, 'quoted-printable'],
  'a long last line': [`x\n${'x'.repeat(999)}`, 'quoted-printable'],
  'a few letters outside ASCII': ['Grüße aus Köln, Ana\n', 'quoted-printable'],
  'a space at the end of a line': ['-- \nAna', 'quoted-printable'],
  'a tab at the end': ['Ana\t', 'quoted-printable'],
  'a line that starts with From': ['Hello\nFrom here on\n', 'quoted-printable'],
  'From at the very start': ['From here on\n', 'quoted-printable'],
  'a line like a boundary of ours': ['a\n--=_0123\n', 'quoted-printable'],
  'a control character': ['a\u0007b', 'quoted-printable'],
  Russian: ['Привет, мир', 'base64'],
  Japanese: ['日本語のテキスト', 'base64'],
};

const TEXTS: Record<string, string> = {
  'every kind of line break': 'a\nb\r\nc\rd\n\re\r\r\nf\n\n',
  'white space everywhere': ' a \t\n\t\n \n  b  c\t\td ',
  'equals signs': `${'='.repeat(200)}\n=3D=20=\n`,
  'every octet of ASCII but NUL': Array.from({ length: 127 }, (_, octet) =>
    String.fromCharCode(octet + 1),
  ).join(''),
  'long lines of letters and spaces': `${'word '.repeat(400)}ü`,
  'a long line of From': `ü${'From '.repeat(400)}`,
  'no final line break': 'ü',
  scripts: 'Grüße, Привет, 日本語, مرحبا, e\u0301, 👩‍👩‍👧‍👦\n'.repeat(50),
  megabytes: 'ünd weiter\n'.repeat(100_000),
};

describe('the transfer encoding', () => {
  for (const [title, [text, encoding]] of Object.entries(ENCODING_OF)) {
    it(`of ${title} is ${encoding}`, () => {
      expect(encodeText(text).encoding).to.equal(encoding);
    });
  }

  for (const [title, text] of Object.entries(TEXTS)) {
    for (const [kind, prefix] of Object.entries({
      'in Latin text': 'é',
      'among Japanese': '語'.repeat(text.length),
    })) {
      it(`decodes to the same text: ${title}, ${kind}`, () => {
        const encoded = encodeText(`${prefix}${text}`);
        expect(decode(encoded)).to.equal(`${prefix}${text}`.replace(/\r\n?|\n/g, '\r\n'));
        expectTransportable(encoded);
      });
    }
  }

  it('quoted-printable uses the whole line', () => {
    const [first = ''] = encodeText(`ü${'x'.repeat(1_000)}`)
      .content.toString('latin1')
      .split('\r\n');
    expect(first).to.have.length(76);
  });

  it('quoted-printable escapes white space only where it would be lost', () => {
    const { content } = encodeText('a b \tc\t \nü d \n');
    expect(content.toString('latin1')).to.equal('a b \tc\t=20\r\n=C3=BC d=20\r\n');
  });

  it('quoted-printable has no line that starts with From, for any line break', () => {
    for (let before = 0; before < 80; before += 1) {
      const text = `${'x'.repeat(before)}From here on${'x'.repeat(1_000)}`;
      const lines = encodeText(text).content.toString('latin1').split('\r\n');
      expect(lines.length).to.be.above(10);
      expect(lines.filter((line) => line.startsWith('From '))).to.deep.equal([]);
    }
  });
});

function decode({ encoding, content }: EncodedText): string {
  const text = content.toString('latin1');
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding === '7bit') return text;
  // RFC 2045 §6.7: a decoder removes white space at the end of a line, because it was added in transit.
  const joined = text.replace(/[ \t]+(?=\r\n|$)/g, '').replaceAll('=\r\n', '');
  const octets = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(octets, 'latin1').toString();
}

function expectTransportable({ encoding, content }: EncodedText) {
  const text = content.toString('latin1');
  expect(text).to.match(/^[\t\r\n\x20-\x7e]*$/);
  expect(text.replaceAll('\r\n', '')).not.to.match(/[\r\n]/);
  const longest = Math.max(...text.split('\r\n').map((line) => line.length));
  expect(longest).to.be.at.most(encoding === '7bit' ? 998 : 76);
}
