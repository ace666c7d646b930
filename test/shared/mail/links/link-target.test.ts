// The target of a link, as a browser reads its attribute: what is tracked and how it is written, and what is not.
import { expect } from 'chai';
import { linkTargetOf, TARGET_MAX_LENGTH } from '../../../../shared/mail/links/link-target.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';

const URL_START = 'https://shop.test/';

const TARGETS: Record<string, [written: string, target: string]> = {
  'byte for byte': ['https://Shop.Test:443/A/../b?x=%7e&y=1#f', 'https://Shop.Test:443/A/../b?x=%7e&y=1#f'],
  'without a path': ['http://shop.test', 'http://shop.test'],
  'with a scheme in capitals': ['HTTPS://shop.test/a', 'HTTPS://shop.test/a'],
  'with decoded references': [
    'https://shop.test/?a=1&amp;b=2&#38;c=3&#x26;d&copy=4&copy;5',
    'https://shop.test/?a=1&b=2&c=3&d&copy=4%C2%A95',
  ],
  'without the white space around it': [' \n\thttps://shop.test/a \r\n', 'https://shop.test/a'],
  'without line breaks and tabs': ['https://sh\nop.te\tst/a\r\nb', 'https://shop.test/ab'],
  'with spaces encoded': ['https://shop.test/a b?c d#e f', 'https://shop.test/a%20b?c%20d#e%20f'],
  'with other characters encoded': [
    'https://shop.test/grüße/😀?q=é',
    'https://shop.test/gr%C3%BC%C3%9Fe/%F0%9F%98%80?q=%C3%A9',
  ],
  'with a lone surrogate as browsers write it': ['https://shop.test/\ud800', 'https://shop.test/%EF%BF%BD'],
  'with its host in punycode': ['https://grüße.test:8080/ü', 'https://xn--gre-6ka8l.test:8080/%C3%BC'],
  'with its user': ['https://ü:p@grüße.test/', 'https://%C3%BC:p@xn--gre-6ka8l.test/'],
  'with encoded line breaks as they are': [
    'https://shop.test/%0d%0aSet-Cookie:a',
    'https://shop.test/%0d%0aSet-Cookie:a',
  ],
  'with another url in it': [
    'https://shop.test/?to=https://other.test/?a=b&c=https%3A%2F%2Fd.test',
    'https://shop.test/?to=https://other.test/?a=b&c=https%3A%2F%2Fd.test',
  ],
  'with signs that are no errors': [`https://shop.test/a"b'<c>|^{d}`, `https://shop.test/a"b'<c>|^{d}`],
  'with an address as its host': ['http://192.0.2.1/a', 'http://192.0.2.1/a'],
};

const UNTRACKED: Record<string, string> = {
  nothing: '',
  'a place in the mail': '#top',
  'a relative url': '/a',
  'the url of no scheme': '//shop.test/a',
  'a scheme alone': 'https:',
  'a url without a host': 'https:///a',
  'a url whose host depends on the page': 'https:shop.test/a',
  'a url with a slash': 'https:/shop.test/a',
  'a url with a backslash after its host': 'https://shop.test\\@other.test/',
  'a url with slashes that browsers correct': 'https:\\\\shop.test/a',
  'a script': 'javascript:alert(1)',
  'a script that names a url': 'javascript:https://shop.test/',
  'an address': 'mailto:ana@shop.test',
  'a number': 'tel:+49',
  'a file of the mail': 'cid:a',
  data: 'data:text/html,a',
  'another scheme': 'ftp://shop.test/a',
  'a host with a space': 'https://shop test/a',
  'a host that is none': 'https://a..%/b',
  'a host with hidden letters': 'https://gr%C3%BC.test/',
  'a bad port': 'https://shop.test:99999/',
  'an address without its end': 'https://[::1/',
  'a host that is longer than DNS allows': `https://${'ü'.repeat(250)}.test/a`,
  'an international host of more labels than DNS has room for': `https://${'ü.'.repeat(32)}test/a`,
  'a host with too many characters': `https://${'a'.repeat(250)}.test/`,
  'too many characters': URL_START + 'a'.repeat(TARGET_MAX_LENGTH),
  'too many characters once they are encoded': URL_START + 'ü'.repeat(TARGET_MAX_LENGTH / 6),
};

describe('The target of a link', () => {
  for (const [title, [written, target]] of Object.entries(TARGETS))
    it(`is the url ${title}`, () => {
      expect(linkTargetOf(written)).to.equal(target);
      // The same place for a browser, which decodes references before.
      if (!written.includes('&')) expect(new URL(target).href).to.equal(new URL(written).href);
    });

  for (const [title, written] of Object.entries(UNTRACKED))
    it(`is not that of ${title}`, () => {
      expect(linkTargetOf(written)).to.equal(undefined);
    });

  it('may have as many characters as a token takes', () => {
    const longest = URL_START + 'a'.repeat(TARGET_MAX_LENGTH - URL_START.length);
    expect(linkTargetOf(longest)).to.equal(longest);
  });

  it('is read in time that does not grow with the square of hostile values', () => {
    const values = [' '.repeat(15_000), `https://a.test/${' '.repeat(14_000)}b`, '&'.repeat(16_000)];
    for (const value of values)
      expect(
        cpuMsOf(() => Array.from({ length: 200 }, () => linkTargetOf(value))),
        value.slice(0, 20),
      ).to.be.below(1_000);
  });
});
