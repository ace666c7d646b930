// The addresses that clients may give, and their form in a header.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  addressKey,
  formatMailbox,
  invisibleHint,
  type Mailbox,
  needsSmtpUtf8,
  parseMailbox,
  parseStoredMailbox,
  spellAddress,
} from '../../../shared/mail/addresses.ts';
import { formatWritten } from '../../../shared/mail/parse/to-parsed-message.ts';

// biome-ignore format: a table.
const ACCEPTED: [title: string, text: string, address: string, name?: string][] = [
  ['an address', 'ana@customer.test', 'ana@customer.test'],
  ['a name before the address', 'Ana <ana@customer.test>', 'ana@customer.test', 'Ana'],
  ['angle brackets without a name', '<ana@customer.test>', 'ana@customer.test'],
  ['an empty name, which counts as none', '"  " <ana@customer.test>', 'ana@customer.test'],
  ['no space before the bracket', 'Ana<ana@customer.test>', 'ana@customer.test', 'Ana'],
  ['spaces around it, and runs of spaces between words, which become one',
    '  Ana   Silva  <ana@customer.test> ', 'ana@customer.test', 'Ana Silva'],
  ['an initial with a dot', 'John Q. Public <john@customer.test>', 'john@customer.test', 'John Q. Public'],
  ['a name of any script without quotes', '山田 太郎 👋 <taro@customer.test>', 'taro@customer.test', '山田 太郎 👋'],
  ['a quoted name with every character that needs quotes',
    '"Silva, \\"Ana\\" <x@y.test> (\\\\)" <ana@customer.test>', 'ana@customer.test',
    'Silva, "Ana" <x@y.test> (\\)'],
  ['a name of quoted and unquoted words', 'Ana "the boss" Silva <ana@customer.test>', 'ana@customer.test',
    'Ana the boss Silva'],
  ['every unquoted character', "!#$%&'*+-/?=^_`{|}~@a.test", "!#$%&'*+-/?=^_`{|}~@a.test"],
  ['the case of a local part, but not of a domain', 'Ana@CUSTOMER.Test', 'Ana@customer.test'],
  ['a quoted local part', '"ana @ home"@a.test', '"ana @ home"@a.test'],
  ['unnecessary quotes, which are removed', '"ana.silva"@a.test', 'ana.silva@a.test'],
  ['unnecessary escapes, which are removed', '"ana\\ \\"x\\""@a.test', '"ana \\"x\\""@a.test'],
  ['dots in a row, which SMTP needs in quotes', 'ana..silva@a.test', '"ana..silva"@a.test'],
  ['a dot before the @', 'Ana <ana.@a.test>', '"ana."@a.test', 'Ana'],
  ['a dot at the start in quotes', '".ana"@a.test', '".ana"@a.test'],
  ['an underscore in a host name', 'ana@My_Customer.test', 'ana@my_customer.test'],
  ['an underscore in an international host name', 'ana@mü_x.test', 'ana@xn--m_x-hoa.test'],
  ['what is not seen around it', '\u200b\ufeff ana@a.test\u2060 \u200e', 'ana@a.test'],
  ['what is not seen at the start of the brackets', 'Ana <\u200b\u200eana@a.test>', 'ana@a.test', 'Ana'],
  ['what is not seen in a name', '👩\u200d🔧\ufe0f Ana <ana@a.test>', 'ana@a.test', '👩\u200d🔧\ufe0f Ana'],
  ['a UTF-8 local part', '用户@a.test', '用户@a.test'],
  ['a local part of 64 octets', `${'é'.repeat(32)}@a.test`, `${'é'.repeat(32)}@a.test`],
  ['an international domain', 'ana@MÜNCHEN.test', 'ana@xn--mnchen-3ya.test'],
  ['an ideographic full stop', 'ana@例え。test', 'ana@xn--r8jz45g.test'],
  ['a domain of labels from right to left and from left to right', 'ana@mail1.דוגמה.شركة٢.test',
    'ana@mail1.xn--6dbbec0c.xn--ogbpi5dui.test'],
  ['a joiner that the script needs', 'ana@نامه\u200cای.test', 'ana@xn--mgba3gch31f060k.test'],
  ['a symbol in a domain', 'ana@i❤️.test', 'ana@xn--i-7iq.test'],
  ['a capital sharp s, which is not ss', 'ana@STRAẞE.test', 'ana@xn--strae-oqa.test'],
  ['an invisible character', 'ana@cust\u2063omer.test', 'ana@customer.test'],
  ['combining marks in any order', 'ana@a\u0301\u0323.test', 'ana@xn--lsa752l.test'],
  ['valid punycode', 'ana@xn--mnchen-3ya.test', 'ana@xn--mnchen-3ya.test'],
  ['a label of 63 characters', `a@${'b'.repeat(63)}.test`, `a@${'b'.repeat(63)}.test`],
];

const LABELS_OF_187 = `${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(63)}`;

const REFUSED: Record<string, string> = {
  nothing: '',
  'only spaces': '  ',
  'no @': 'ana.customer.test',
  'no local part': '@customer.test',
  'no domain': 'ana@',
  'an unclosed bracket': 'Ana <ana@customer.test',
  'a closing bracket without an opening one': 'ana@customer.test>',
  'text after the address': 'Ana <ana@customer.test> Silva',
  'two addresses': 'ana@customer.test, bob@customer.test',
  'an address for a name': 'bob@customer.test <ana@customer.test>',
  'an unquoted comma in a name': 'Silva, Ana <ana@customer.test>',
  'a comment': 'Ana (home) <ana@customer.test>',
  'a comment after the address': 'ana@customer.test (Ana)',
  'a group': 'Team: ana@customer.test;',
  'a route': '<@relay.test:ana@customer.test>',
  'nested brackets': 'Ana <<ana@customer.test>>',
  'spaces within the brackets': 'Ana < ana@customer.test >',
  'an unclosed quote': '"Ana <ana@customer.test>',
  'a line break and another header field': 'Ana\r\nBcc: bob@customer.test <ana@customer.test>',
  'a line feed at the end': 'ana@customer.test\n',
  'a carriage return': 'A\rna <ana@customer.test>',
  NUL: 'ana@customer.test\0',
  'a tab': 'Ana\t<ana@customer.test>',
  'a control character in a quoted name': '"A\u0007na" <ana@customer.test>',
  'a C1 control character': 'ana\u0085@customer.test',
  'a dot at the start': '.ana@customer.test',
  'a space in a local part': 'ana silva@customer.test',
  'white space of another script': 'ana\u3000silva@customer.test',
  'an empty quoted local part': '""@customer.test',
  'text after a quoted local part': '"ana"silva@customer.test',
  'a zero width space': 'ana\u200b@customer.test',
  'a soft hyphen': 'an\u00ada@customer.test',
  'a direction mark within quotes': '"an\u200ea"@customer.test',
  'a variation selector': 'Ana <❤\ufe0f@customer.test>',
  'a word joiner after a bracket in quotes': '"<a\u2060<b"@customer.test',
  'a filler that is a letter': 'an\u3164a@customer.test',
  'text that looks like an encoded word': '=?utf-8?q?ana?=@customer.test',
  'a local part of 65 octets': `${'a'.repeat(65)}@customer.test`,
  'a local part of 33 characters and 66 octets': `${'é'.repeat(33)}@customer.test`,
  'an address of 255 octets': `${'a'.repeat(62)}@${LABELS_OF_187}.test`,
  'a domain without a dot': 'ana@localhost',
  'an IP literal': 'ana@[192.0.2.1]',
  'an IPv6 literal': 'ana@[IPv6:2001:db8::1]',
  'an IPv4 address': 'ana@192.0.2.1',
  'an IPv4 address in wide digits': 'ana@１９２.0.2.1',
  'a numeric top level': 'ana@customer.123',
  'a final dot': 'ana@customer.test.',
  'an empty label': 'ana@customer..test',
  'a hyphen at the start of a label': 'ana@-customer.test',
  'a hyphen at the end of a label': 'ana@customer-.test',
  'an underscore in a top level': 'ana@customer.te_st',
  'a label of 64 characters': `ana@${'b'.repeat(64)}.test`,
  'an international label that is too long in punycode': `ana@${'ü'.repeat(63)}.test`,
  'percent encoding in a domain': 'ana@c%75stomer.test',
  'a slash in an international domain': 'ana@münchen/x.test',
  'malformed punycode': 'ana@xn--a.test',
  'punycode of ASCII': 'ana@xn--abc-.test',
  'punycode of an upper-case letter': 'ana@xn--mnchen-psa.test',
  'a character of no Unicode version, in punycode': 'ana@xn--ab-4bf.test',
  'two directions in a label': 'ana@aא.test',
  'a label that begins with a digit next to one from right to left': 'ana@1a.אב.test',
  'two kinds of digits in a label from right to left': 'ana@א1\u0660.test',
  'a name of 999 characters': `"${'a'.repeat(999)}" <ana@customer.test>`,
  'megabytes that are not seen': `<${'\u200b'.repeat(1_000_000)} ana@customer.test`,
  'a text of megabytes': `"${'\\"'.repeat(1_000_000)} <ana@customer.test>`,
};

describe('an address', () => {
  it('may have many forms', () => {
    for (const [title, text, address, name] of ACCEPTED) {
      const domain = address.slice(address.lastIndexOf('@') + 1);
      expect(parseMailbox(text), title).to.deep.equal({ name, address, domain });
    }
  });

  it('may not be what mail servers read differently', () => {
    for (const [title, text] of Object.entries(REFUSED))
      expect(parseMailbox(text), title).to.equal(undefined);
  });

  it('is refused with the name of its character that is not seen', () => {
    for (const [text, hint] of [
      ['bo\u200b@a.test', '; it has the invisible character U+200B'],
      ['\u200e Bo\u200d <b\u00ado@a.test>', '; it has the invisible character U+00AD'],
      ['b\u{e0041}o@a.test', '; it has the invisible character U+E0041'],
      ['\u200bbo\u00a0@a.test', ''],
      ['bo', ''],
    ] as const)
      expect(invisibleHint(text), text).to.equal(hint);
  });

  it('is read as it was stored before', () => {
    for (const address of ['bo\u200b@a.test', '\u200ebo@a.test'])
      expect(parseStoredMailbox(address)?.address).to.equal(address);
  });

  it('has one spelling', () => {
    for (const [text, spelt] of [
      ['"bo"@A.test', 'bo@a.test'],
      ['bo..@a.test', '"bo.."@a.test'],
      ['.bo@a.test', '.bo@a.test'],
    ] as const)
      expect(spellAddress(text)).to.equal(spelt);
  });

  it('may have 254 octets', () => {
    const address = `${'a'.repeat(61)}@${LABELS_OF_187}.test`;
    expect(address).to.have.length(254);
    expect(parseMailbox(address)?.address).to.equal(address);
  });

  it('is the same recipient in any case and Unicode composition', () => {
    expect(addressKey('ANA@customer.test')).to.equal('ana@customer.test');
    expect(addressKey('JU\u0308RGEN@customer.test')).to.equal(addressKey('jürgen@customer.test'));
    expect(addressKey(addressKey('J\u030can@customer.test'))).to.equal(addressKey('J\u030can@customer.test'));
    expect(addressKey('ana+a@customer.test')).not.to.equal(addressKey('ana@customer.test'));
  });

  it('needs SMTPUTF8 when its local part is not ASCII', () => {
    expect(needsSmtpUtf8(parseMailbox('jürgen@customer.test')?.address ?? '')).to.equal(true);
    expect(needsSmtpUtf8(parseMailbox('ana@münchen.test')?.address ?? '')).to.equal(false);
  });
});

describe('a mailbox in a header', () => {
  const format = (name: string | undefined) => formatMailbox(mailbox(name));

  it('has its name unchanged, quoted or encoded', () => {
    for (const [rule, name, formatted] of [
      ['no name', undefined, 'ana@customer.test'],
      ['a plain name', "Ana O'Hara", "Ana O'Hara <ana@customer.test>"],
      ['punctuation', 'Silva, "Ana"', '"Silva, \\"Ana\\"" <ana@customer.test>'],
      ['spaces that would be lost', 'Ana  Silva', '"Ana  Silva" <ana@customer.test>'],
      ['not ASCII', 'Jürgen Groß', '=?UTF-8?Q?J=C3=BCrgen_Gro=C3=9F?= <ana@customer.test>'],
      [
        'like an encoded word',
        '=?UTF-8?Q?Boss?=',
        '=?UTF-8?Q?=3D=3FUTF-8=3FQ=3FBoss=3F=3D?= <ana@customer.test>',
      ],
    ] as const)
      expect(format(name), rule).to.equal(formatted);
  });

  it('encodes a name that is too long to quote, so that it can be folded', () => {
    expect(format(`Silva, ${'a'.repeat(90)}`)).to.match(/^=\?UTF-8\?Q\?[^?]+\?= =\?UTF-8\?Q\?[^?]+\?= <ana@/);
  });

  it('is parsed again as the same mailbox', () => {
    for (const name of ['Ana', 'Silva, "Ana" \\', 'John Q. Public']) {
      expect(parseMailbox(format(name))).to.deep.equal(mailbox(name));
    }
  });
});

describe('a mailbox that others wrote', () => {
  const character = fc.oneof(
    fc.constantFrom(...'",;<>@()[]:.\\ \t\r\n\0\u00a0\u200b\u2028\ufeff=?_'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  const names = fc.oneof(
    fc.array(character, { maxLength: 12 }).map((characters) => characters.join('')),
    fc.constantFrom(
      'Müller, Jan',
      ' "Müller, Jan"',
      '=?utf-8?q?x?=',
      '"',
      '\\',
      '\\"',
      '<bo@a.test>',
      '(',
      'a  b',
    ),
    fc.integer({ min: 990, max: 1_010 }).map((length) => '"x'.repeat(length / 2)),
  );

  it('is written so that it is read again as the same, whatever its name is', () => {
    const property = fc.property(names, (name) => {
      const written = formatWritten({ name, address: 'ana@customer.test' });
      const read = name
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 998)
        .trim();
      expect(parseMailbox(written), JSON.stringify(written)).to.deep.equal(mailbox(read || undefined));
    });
    fc.assert(property, { numRuns: 5_000 });
  });

  it('has its name in quotes only where it must', () => {
    for (const [name, written] of [
      ['Müller, Jan', '"Müller, Jan" <bo@a.test>'],
      [' "Jan" M.', '"\\"Jan\\" M." <bo@a.test>'],
      ['山田 Q. 👋', '山田 Q. 👋 <bo@a.test>'],
      ['\t', 'bo@a.test'],
    ] as const)
      expect(formatWritten({ name, address: 'bo@a.test' })).to.equal(written);
    expect(formatWritten({ name: 'Team', address: '' })).to.equal('Team');
  });
});

function mailbox(name: string | undefined): Mailbox {
  return { name, address: 'ana@customer.test', domain: 'customer.test' };
}
