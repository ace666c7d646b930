// Header fields: which ones a client may set (header injection), header folding and encoding.
import { expect } from 'chai';
import { decodeWords } from 'postal-mime';
import {
  addressField,
  createMessageId,
  findHeaderProblem,
  type HeaderField,
  textField,
  writeHeader,
} from '../../../shared/mail/header-fields.ts';
import { mailbox } from './support/mailbox.ts';

// biome-ignore format: a table.
const WRITTEN_BY_THE_SERVICE = [
  'From', 'Sender', 'To', 'Cc', 'Bcc', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'MIME-Version',
  'Content-Type', 'Content-Transfer-Encoding', 'Content-Anything', 'DKIM-Signature', 'ARC-Seal',
  'ARC-Message-Signature', 'Authentication-Results', 'Return-Path', 'Received', 'Resent-From',
  'Resent-Anything', 'CFBL-Address', 'CFBL-Feedback-ID', 'X-Posthorn-Hops', 'X-Posthorn-Ref',
];

// biome-ignore format: a table.
const ALLOWED = [
  'X-Entity-Ref-ID', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'In-Reply-To', 'References',
  'Auto-Submitted', 'Feedback-ID', 'X-Content-Type', 'Received-SPF', 'Tolerance',
];

describe('a custom header field', () => {
  it('may not be one that the service writes, in any case', () => {
    for (const name of WRITTEN_BY_THE_SERVICE)
      for (const spelling of [name, name.toLowerCase(), name.toUpperCase()])
        expect(findHeaderProblem(spelling, 'x'), spelling).to.equal('it is written by the service');
  });

  it('may be any other', () => {
    for (const name of ALLOWED) expect(findHeaderProblem(name, 'x'), name).to.equal(undefined);
  });

  it('may not have a name that is no header name', () => {
    for (const name of ['', 'X Y', 'X:Y', 'X-Ü', 'X\r\nY', 'X\0', 'X(Y)', ' X', 'X '])
      expect(findHeaderProblem(name, 'x'), name).to.equal('its name is not a header name (RFC 5322)');
  });

  it('may have a name of 75 characters and no more', () => {
    expect(findHeaderProblem('X'.repeat(75), 'x')).to.equal(undefined);
    expect(findHeaderProblem('X'.repeat(76), 'x')).to.equal('its name is longer than 75 characters');
  });

  it('may not have a line break or NUL in its value', () => {
    for (const value of ['a\rb', 'a\nb', 'a\r\nBcc: b', 'a\0b'])
      expect(findHeaderProblem('X-A', value), value).to.equal('its value contains a line break or NUL');
  });

  it('may have any other text as its value', () => {
    for (const value of ['', 'a', '日本語', 'a\tb', 'x'.repeat(5_000)]) {
      expect(findHeaderProblem('X-A', value)).to.equal(undefined);
    }
  });
});

describe('a field of text', () => {
  it('is unchanged when it is short and ASCII', () => {
    expect(textField('Subject', 'Hello, Ana: 3 < 4')).to.deep.equal({
      name: 'Subject',
      value: 'Hello, Ana: 3 < 4',
    });
  });

  it('is folded before 77 characters, at spaces', () => {
    const field = textField('Subject', 'word '.repeat(100));
    expect(Math.max(...lengths(field))).to.be.within(70, 76);
    expect(unfold(field)).to.equal('word '.repeat(100).trim());
  });

  it('is never folded inside a run of spaces, which mail clients would shorten', () => {
    const field = textField('Subject', 'word  '.repeat(30));
    expect(lengths(field)).to.have.length(1);
    expect(unfold(field)).to.equal('word  '.repeat(30).trim());
  });

  it('keeps a token that is longer than a line on the line of its name', () => {
    const url = `<https://customer.test/${'a'.repeat(300)}>`;
    expect(textField('List-Unsubscribe', url).value).to.equal(url);
  });

  it('moves a token to the next line if it fits there', () => {
    const token = 'a'.repeat(70);
    expect(textField('X-Entity-Ref-ID', token).value).to.equal(`\r\n ${token}`);
  });

  it('is encoded when a token is longer than a line may ever be', () => {
    const field = textField('X-A', 'a'.repeat(2_000));
    expect(Math.max(...lengths(field))).to.be.at.most(76);
    expect(decodeWords(unfold(field))).to.equal('a'.repeat(2_000));
  });

  it('has a line of 998 characters at most, its name counted', () => {
    expect(lengths(textField('X-A', 'a'.repeat(993)))).to.deep.equal([998]);
    expect(lengths(textField('X-A', 'a'.repeat(994))).length).to.be.above(10);
  });

  for (const [title, text] of Object.entries({
    'non-ASCII text': 'Grüße an alle, die das hier lesen, und noch viele mehr: '.repeat(10),
    emoji: '👩‍👩‍👧‍👦 '.repeat(60),
    'a tab': 'a\tb',
    'a control character': 'a\u0007b',
    'what looks like an encoded word': '=?UTF-8?Q?x?=',
  })) {
    it(`is encoded when it contains ${title}`, () => {
      const field = textField('Subject', text);
      expect(field.value).to.match(/^[\x20-\x7e\r\n]*$/);
      expect(Math.max(...lengths(field))).to.be.at.most(76);
      expect(decodeWords(unfold(field))).to.equal(text.trim());
    });
  }

  it('cannot begin another header field, with any content (header injection)', () => {
    expect(textField('Subject', 'a\r\nBcc: bob@customer.test').value).not.to.match(/[\r\n]/);
  });

  it('has short lines after the longest name', () => {
    const field = textField('X'.repeat(75), 'ü'.repeat(100));
    expect(Math.max(...lengths(field))).to.be.at.most(77);
    expect(decodeWords(unfold(field).trim())).to.equal('ü'.repeat(100));
  });

  it('may be empty', () => {
    expect(textField('Subject', ' ').value).to.equal('');
  });
});

describe('a field of addresses', () => {
  it('separates them by commas and folds between them', () => {
    const mailboxes = Array.from({ length: 50 }, (_, index) =>
      mailbox(`Person ${index} <p${index}@customer.test>`),
    );
    const field = addressField('To', mailboxes);
    expect(Math.max(...lengths(field))).to.be.at.most(76);
    expect(unfold(field).split(', ')).to.have.length(50);
    expect(unfold(field)).to.match(/^Person 0 <p0@customer\.test>, Person 1 </);
  });

  it('encodes the names and never the addresses', () => {
    const field = addressField('Cc', [mailbox('Jürgen <j@customer.test>'), mailbox('用户@customer.test')]);
    expect(field.value).to.equal('=?UTF-8?Q?J=C3=BCrgen?= <j@customer.test>, 用户@customer.test');
  });
});

describe('a header', () => {
  it('is written in order, one field per line', () => {
    const header = writeHeader([
      { name: 'A', value: '1' },
      { name: 'B', value: '2\r\n 3' },
    ]);
    expect(header).to.equal('A: 1\r\nB: 2\r\n 3\r\n');
  });
});

describe('a Message-ID', () => {
  it('contains the id of the email and its domain', () => {
    expect(createMessageId('0190', 'sender.test')).to.equal('<0190@sender.test>');
  });
});

function lengths(field: HeaderField): number[] {
  return writeHeader([field])
    .trimEnd()
    .split('\r\n')
    .map((line) => line.length);
}

function unfold({ value }: HeaderField): string {
  return value.replaceAll('\r\n', '');
}
