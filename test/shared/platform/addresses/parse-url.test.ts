// URLs whose hosts the supported versions of Node read differently; guarded-url.test.ts tests the other rules.
import { expect } from 'chai';
import { parseUrl } from '../../../../shared/platform/addresses/parse-url.ts';

/** Far above the number of calls after which Node compiles a function. */
const MANY = 50_000;

const ACCEPTED: [url: string, meaning: string][] = [
  ['http://MÜNCHEN.test/é', 'http://xn--mnchen-3ya.test/%C3%A9'],
  ['https://xn--mnchen-3ya.test.:8443/', 'https://xn--mnchen-3ya.test.:8443/'],
  ['https://דוגמה.test/', 'https://xn--6dbbec0c.test/'],
  ['http://A\u0301\u0323.test/a\u0301', 'http://xn--lsa752l.test/a%CC%81'],
  ['http://%6cocal.test/', 'http://local.test/'],
  ['http://STRAẞE.test:8080/', 'http://xn--strae-oqa.test:8080/'],
  ['http:/ẞ.test/', 'http://xn--zca.test/'],
  ['http://a\u2063b.test/', 'http://ab.test/'],
  ['http://[2001:db8::1]:8080/', 'http://[2001:db8::1]:8080/'],
  ['http://a.test/%E1%BA%9E/ẞ', 'http://a.test/%E1%BA%9E/%E1%BA%9E'],
];

const REFUSED: Record<string, string> = {
  'no host': 'http://',
  'malformed punycode': 'http://xn--a.test/',
  'malformed punycode before a final dot and a port': 'http://xn--a.:8080/',
  'a host in percent encoding that is not ASCII': 'http://%E1%BA%9E.test/',
  'a full-width @, which would end a login': 'http://＠evil.test/',
  'a full-width backslash': 'http://Ｅxample.test＼＠127.0.0.1/',
  'a full-width colon': 'http://a.test：8443/',
  'a full-width slash': 'https://hooks.acme.test／x',
  'a full-width address of IPv6': 'http://[２001:db8::1]/',
  'two directions in a label': 'http://1א.test/',
};

describe('A URL', () => {
  for (const [url, meaning] of ACCEPTED) {
    it(`may be ${url}`, () => {
      expect(parseUrl(url)?.href).to.equal(meaning);
    });
  }

  for (const [title, url] of Object.entries(REFUSED)) {
    it(`may not have ${title}`, () => {
      expect(parseUrl(url)).to.equal(undefined);
    });
  }

  it('may be relative to another, with or without a host', () => {
    expect(parseUrl('ẞ?x', 'http://a.test/b/c')?.href).to.equal('http://a.test/b/%E1%BA%9E?x');
    expect(parseUrl('//ẞ.test/', 'http://a.test/')?.href).to.equal('http://xn--zca.test/');
    expect(parseUrl('//xn--a.test/', 'http://a.test/')).to.equal(undefined);
  });

  it('has the same meaning however often it is parsed', () => {
    for (let count = 0; count < MANY; count++) {
      if (!parseUrl('https://grüße.acme.dev/')) expect.fail(`It was refused after ${count} times.`);
    }
  });
});
