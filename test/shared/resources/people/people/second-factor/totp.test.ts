// Codes of authenticator apps, against the vectors of RFC 6238.
import { expect } from 'chai';
import {
  createTotpSecret,
  findTotpStep,
  totpUri,
} from '../../../../../../shared/resources/people/people/second-factor/totp.ts';

/** RFC 6238 appendix B, SHA-1: the secret `12345678901234567890` in base32, and the last six of eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];
const at = (seconds: number) => new Date(seconds * 1000);

describe('The codes of authenticator apps', () => {
  for (const [seconds, code] of VECTORS) {
    it(`are those of RFC 6238 (${seconds} s)`, () => {
      expect(findTotpStep(SECRET, code, at(seconds))).to.equal(Math.floor(seconds / 30));
    });
  }

  it('name the step in which they were made, one before or after the present one, to the millisecond', () => {
    const code = '279037';
    const step = Math.floor(2_000_000_000 / 30);
    const begin = step * 30_000;
    const end = (step + 1) * 30_000;
    for (const ms of [begin - 30_000, begin, end - 1, end + 29_999])
      expect(findTotpStep(SECRET, code, new Date(ms)), String(ms - begin)).to.equal(step);
    for (const ms of [begin - 30_001, end + 30_000])
      expect(findTotpStep(SECRET, code, new Date(ms)), String(ms - begin)).to.equal(undefined);
  });

  it('may be typed with spaces, and are nothing else than six ASCII digits', () => {
    expect(findTotpStep(SECRET, ' 279 037 ', at(2_000_000_000))).to.be.a('number');
    for (const code of [
      '',
      '27903',
      '2790370',
      '２７９０３７',
      '27903x',
      '-27903',
      '2.7e05',
      '279037\n279037',
    ])
      expect(findTotpStep(SECRET, code, at(2_000_000_000)), code).to.equal(undefined);
  });

  it('come from secrets of 160 bits that differ', () => {
    const secrets = Array.from({ length: 100 }, createTotpSecret);
    expect(new Set(secrets).size).to.equal(100);
    for (const secret of secrets) expect(secret).to.match(/^[A-Z2-7]{32}$/);
  });

  it('come with a URI whose parts an address cannot break', () => {
    const uri = new URL(totpUri(SECRET, 'ada+"x"&secret=eve?#/%@acme.dev'));
    expect(uri.protocol + uri.host).to.equal('otpauth:totp');
    expect(decodeURIComponent(uri.pathname)).to.equal('/Posthorn:ada+"x"&secret=eve?#/%@acme.dev');
    expect(Object.fromEntries(uri.searchParams)).to.deep.equal({ secret: SECRET, issuer: 'Posthorn' });
  });
});
