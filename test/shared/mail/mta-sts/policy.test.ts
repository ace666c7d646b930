// MTA-STS policies (RFC 8461 §3.2, RFC 8461 §4.1): what is read of them, what is not a policy, and which hosts they list.
import { expect } from 'chai';
import { isListedMx, parseMtaStsPolicy } from '../../../../shared/mail/mta-sts/policy.ts';

const YEAR_S = 31_557_600;
const text = (...lines: string[]) => ['version: STSv1', ...lines].join('\n');

describe('An MTA-STS policy', () => {
  // biome-ignore format: a table.
  const policies: [title: string, text: string, mode: string, mx: string[], maxAgeS: number][] = [
    ['with all that it needs', text('mode: enforce', 'mx: mx.acme.test', 'max_age: 86400'), 'enforce', ['mx.acme.test'], 86_400],
    ['with lines that end with CRLF, and an empty one', text('mode: testing', 'mx: a.test', 'max_age: 1', '', '').replaceAll('\n', '\r\n'), 'testing', ['a.test'], 1],
    ['in another order, without spaces', 'max_age:1\nmx:a.test\nmode:testing\nversion:STSv1', 'testing', ['a.test'], 1],
    ['with a wildcard, capitals and final dots', text('mode: enforce', 'mx: *.ACME.test.', 'mx: Mx.acme.test.', 'max_age: 1'), 'enforce', ['*.acme.test', 'mx.acme.test'], 1],
    ['of mode none without mx', text('mode: none', 'max_age: 1'), 'none', [], 1],
    ['with unknown keys', text('mode: enforce', 'later: über alles: x', 'mx: a.test', 'max_age: 1'), 'enforce', ['a.test'], 1],
    ['of which the first of doubled keys counts', text('mode: testing', 'mode: enforce', 'version: STSv2', 'mx: a.test', 'max_age: 1', 'max_age: x'), 'testing', ['a.test'], 1],
    ['that is over at once', text('mode: enforce', 'mx: a.test', 'max_age: 0'), 'enforce', ['a.test'], 0],
    ['whose max_age is cut to a year', text('mode: enforce', 'mx: a.test', 'max_age: 1000000000000'), 'enforce', ['a.test'], YEAR_S],
  ];
  for (const [title, policy, mode, mx, maxAgeS] of policies)
    it(`is one ${title}`, () => {
      expect(parseMtaStsPolicy(policy)).to.deep.equal({ mode, mx, maxAgeS });
    });

  // biome-ignore format: a table.
  const faults: [title: string, text: string, fault: string][] = [
    ['nothing', '', 'version'],
    ['a page of html', '<!doctype html>\n<title>Not found</title>', 'key: value'],
    ['a policy without a version', 'mode: none\nmax_age: 1', 'version'],
    ['an unknown mode', text('mode: strict', 'mx: a.test', 'max_age: 1'), 'mode'],
    ['a mode in capitals', text('mode: Enforce', 'mx: a.test', 'max_age: 1'), 'mode'],
    ['no mx', text('mode: enforce', 'max_age: 1'), 'no `mx`'],
    ['an empty mx', text('mode: enforce', 'mx:', 'max_age: 1'), 'host name'],
    ['a wildcard in another place', text('mode: enforce', 'mx: mx.*.test', 'max_age: 1'), 'host name'],
    ['a wildcard alone', text('mode: enforce', 'mx: *', 'max_age: 1'), 'host name'],
    ['a list of mx', text('mode: enforce', 'mx: a.test, b.test', 'max_age: 1'), 'host name'],
    ['an mx of 254 characters', text('mode: enforce', `mx: ${'a.'.repeat(125)}test`, 'max_age: 1'), 'host name'],
    ['no max_age', text('mode: enforce', 'mx: a.test'), 'max_age'],
    ['a max_age with a unit', text('mode: enforce', 'mx: a.test', 'max_age: 1d'), 'max_age'],
    ['a key with a space', text('mode : enforce', 'mx: a.test', 'max_age: 1'), 'key: value'],
    ['a line that is too long', text('mode: enforce', 'mx: a.test', 'max_age: 1', `x: ${'y'.repeat(1_000)}`), '1000 characters'],
    ['NUL', text('mode: enforce', 'mx: a\u0000.test', 'max_age: 1'), 'host name'],
  ];
  for (const [title, policy, fault] of faults)
    it(`is not: ${title}`, () => {
      expect(parseMtaStsPolicy(policy)).to.have.keys('fault').and.property('fault').include(fault);
    });

  const mx = ['mx.acme.test', '*.pool.acme.test'];
  for (const host of ['mx.acme.test', 'MX.Acme.Test.', 'a.pool.acme.test', 'A.POOL.acme.test.'])
    it(`lists ${host}`, () => {
      expect(isListedMx({ mx }, host)).to.equal(true);
    });
  // biome-ignore format: a table.
  for (const host of ['', '.', 'acme.test', 'a.mx.acme.test', 'mx.acme.test.evil.test', 'pool.acme.test', '.pool.acme.test', 'a.b.pool.acme.test', 'xmx.acme.test', 'mx.acme.test..'])
    it(`does not list ${JSON.stringify(host)}`, () => {
      expect(isListedMx({ mx }, host)).to.equal(false);
    });
});
