// The addresses that clients may give, and their form in a header.
import { expect } from 'chai';
import {
  addressKey,
  formatMailbox,
  type Mailbox,
  needsSmtpUtf8,
  parseMailbox,
} from '../../../shared/mail/addresses.ts';

const ACCEPTED: { title: string; text: string; name?: string; address: string }[] = [
  { title: 'an address', text: 'ana@customer.test', address: 'ana@customer.test' },
  {
    title: 'a name before the address',
    text: 'Ana <ana@customer.test>',
    name: 'Ana',
    address: 'ana@customer.test',
  },
  { title: 'angle brackets without a name', text: '<ana@customer.test>', address: 'ana@customer.test' },
  {
    title: 'an empty name, which counts as none',
    text: '"  " <ana@customer.test>',
    address: 'ana@customer.test',
  },
  {
    title: 'no space before the bracket',
    text: 'Ana<ana@customer.test>',
    name: 'Ana',
    address: 'ana@customer.test',
  },
  {
    title: 'spaces around it, and runs of spaces between words, which become one',
    text: '  Ana   Silva  <ana@customer.test> ',
    name: 'Ana Silva',
    address: 'ana@customer.test',
  },
  {
    title: 'an initial with a dot',
    text: 'John Q. Public <john@customer.test>',
    name: 'John Q. Public',
    address: 'john@customer.test',
  },
  {
    title: 'a name of any script without quotes',
    text: '山田 太郎 👋 <taro@customer.test>',
    name: '山田 太郎 👋',
    address: 'taro@customer.test',
  },
  {
    title: 'a quoted name with every character that needs quotes',
    text: '"Silva, \\"Ana\\" <x@y.test> (\\\\)" <ana@customer.test>',
    name: 'Silva, "Ana" <x@y.test> (\\)',
    address: 'ana@customer.test',
  },
  {
    title: 'a name of quoted and unquoted words',
    text: 'Ana "the boss" Silva <ana@customer.test>',
    name: 'Ana the boss Silva',
    address: 'ana@customer.test',
  },
  {
    title: 'every unquoted character',
    text: "!#$%&'*+-/?=^_`{|}~@a.test",
    address: "!#$%&'*+-/?=^_`{|}~@a.test",
  },
  {
    title: 'the case of a local part, but not of a domain',
    text: 'Ana@CUSTOMER.Test',
    address: 'Ana@customer.test',
  },
  { title: 'a quoted local part', text: '"ana @ home"@a.test', address: '"ana @ home"@a.test' },
  { title: 'unnecessary quotes, which are removed', text: '"ana.silva"@a.test', address: 'ana.silva@a.test' },
  {
    title: 'unnecessary escapes, which are removed',
    text: '"ana\\ \\"x\\""@a.test',
    address: '"ana \\"x\\""@a.test',
  },
  { title: 'a UTF-8 local part', text: '用户@a.test', address: '用户@a.test' },
  {
    title: 'a local part of 64 octets',
    text: `${'é'.repeat(32)}@a.test`,
    address: `${'é'.repeat(32)}@a.test`,
  },
  { title: 'an international domain', text: 'ana@MÜNCHEN.test', address: 'ana@xn--mnchen-3ya.test' },
  { title: 'an ideographic full stop', text: 'ana@例え。test', address: 'ana@xn--r8jz45g.test' },
  {
    title: 'a domain of labels from right to left and from left to right',
    text: 'ana@mail1.דוגמה.شركة٢.test',
    address: 'ana@mail1.xn--6dbbec0c.xn--ogbpi5dui.test',
  },
  {
    title: 'a joiner that the script needs',
    text: 'ana@نامه\u200cای.test',
    address: 'ana@xn--mgba3gch31f060k.test',
  },
  { title: 'a symbol in a domain', text: 'ana@i❤️.test', address: 'ana@xn--i-7iq.test' },
  { title: 'a capital sharp s, which is not ss', text: 'ana@STRAẞE.test', address: 'ana@xn--strae-oqa.test' },
  { title: 'an invisible character', text: 'ana@cust\u2063omer.test', address: 'ana@customer.test' },
  {
    title: 'combining marks in any order',
    text: 'ana@a\u0301\u0323.test',
    address: 'ana@xn--lsa752l.test',
  },
  { title: 'valid punycode', text: 'ana@xn--mnchen-3ya.test', address: 'ana@xn--mnchen-3ya.test' },
  {
    title: 'a label of 63 characters',
    text: `a@${'b'.repeat(63)}.test`,
    address: `a@${'b'.repeat(63)}.test`,
  },
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
  'a dot at the end': 'ana.@customer.test',
  'two dots': 'ana..silva@customer.test',
  'a space in a local part': 'ana silva@customer.test',
  'white space of another script': 'ana\u3000silva@customer.test',
  'an empty quoted local part': '""@customer.test',
  'text after a quoted local part': '"ana"silva@customer.test',
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
  'an underscore in a domain': 'ana@my_customer.test',
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
  'a text of megabytes': `"${'\\"'.repeat(1_000_000)} <ana@customer.test>`,
};

describe('an address', () => {
  for (const { title, text, name, address } of ACCEPTED) {
    it(`may have ${title}`, () => {
      const domain = address.slice(address.lastIndexOf('@') + 1);
      expect(parseMailbox(text)).to.deep.equal({ name, address, domain });
    });
  }

  for (const [title, text] of Object.entries(REFUSED)) {
    it(`may not have ${title}`, () => {
      expect(parseMailbox(text)).to.equal(undefined);
    });
  }

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

  it('is the bare address without a name', () => {
    expect(format(undefined)).to.equal('ana@customer.test');
  });

  it('has a plain name unchanged', () => {
    expect(format("Ana O'Hara")).to.equal("Ana O'Hara <ana@customer.test>");
  });

  it('quotes a name with punctuation', () => {
    expect(format('Silva, "Ana"')).to.equal('"Silva, \\"Ana\\"" <ana@customer.test>');
  });

  it('quotes a name whose spaces would be lost', () => {
    expect(format('Ana  Silva')).to.equal('"Ana  Silva" <ana@customer.test>');
  });

  it('encodes a name outside ASCII', () => {
    expect(format('Jürgen Groß')).to.equal('=?UTF-8?Q?J=C3=BCrgen_Gro=C3=9F?= <ana@customer.test>');
  });

  it('encodes a name that looks like an encoded word', () => {
    expect(format('=?UTF-8?Q?Boss?=')).to.equal(
      '=?UTF-8?Q?=3D=3FUTF-8=3FQ=3FBoss=3F=3D?= <ana@customer.test>',
    );
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

function mailbox(name: string | undefined): Mailbox {
  return { name, address: 'ana@customer.test', domain: 'customer.test' };
}
