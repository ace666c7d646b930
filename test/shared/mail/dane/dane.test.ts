// What a mail server demands by TLSA records, as a real unbound proves them.
import { expect } from 'chai';
import { createDane, type Dane } from '../../../../shared/mail/dane/dane.ts';
import { useUnbound } from '../../../support/net/use-unbound.ts';

const DIGEST = Buffer.alloc(32, 7);
const NONE = { kind: 'none' };
const usable = (baseDomain: string, usage = 3) => ({
  kind: 'usable',
  records: [{ usage, selector: 1, matchingType: 1, data: DIGEST }],
  baseDomain,
});

describe('DANE', () => {
  const test = useUnbound();
  let dane: Dane;
  before(() => {
    dane = createDane(test.resolver);
  });
  const publishHost = (name: string) => test.signed.publish({ name, type: 'A', data: '127.0.0.2' });
  const publishTlsa = (host: string, usage = 3, certificate = DIGEST) =>
    test.signed.publish({
      name: `_25._tcp.${host}`,
      type: 'TLSA',
      data: { usage, selector: 1, matchingType: 1, certificate },
    });

  it('finds the usable records of a host, and leaves out the others', async () => {
    publishHost('mx.signed.test');
    publishTlsa('mx.signed.test');
    publishTlsa('mx.signed.test', 1);
    publishTlsa('mx.signed.test', 3, Buffer.alloc(31));
    expect(await dane.find('mx.signed.test')).to.deep.equal(usable('mx.signed.test'));
  });

  it('demands TLS where no record can be used, also of one that is too short', async () => {
    publishHost('old.signed.test');
    publishTlsa('old.signed.test', 0);
    publishHost('short.signed.test');
    const name = '_25._tcp.short.signed.test';
    test.signed.publish({ name, type: 'UNKNOWN_52' as 'TLSA', data: Buffer.alloc(0) });
    expect(await dane.find('old.signed.test')).to.deep.equal({ kind: 'unusable' });
    expect(await dane.find('short.signed.test')).to.deep.equal({ kind: 'unusable' });
  });

  it('demands nothing without records, and nothing that is not proven', async () => {
    publishHost('plain.signed.test');
    test.unsigned.publish('mx.unsigned.test', { type: 'A', value: '127.0.0.4' });
    for (const host of ['plain.signed.test', 'none.signed.test', 'mx.unsigned.test', 'a b.test'])
      expect(await dane.find(host), host).to.deep.equal(NONE);
    // An alias to an unsigned zone, of the host and of its records.
    test.signed.publish({ name: 'leaving.signed.test', type: 'CNAME', data: 'mx.unsigned.test' });
    publishTlsa('leaving.signed.test');
    expect(await dane.find('leaving.signed.test')).to.deep.equal(NONE);
    test.signed.publish({ name: '_25._tcp.plain2.signed.test', type: 'CNAME', data: 'tlsa.unsigned.test' });
    publishHost('plain2.signed.test');
    expect(await dane.find('plain2.signed.test')).to.deep.equal(NONE);
  });

  it('does not know where a signature is wrong', async () => {
    publishHost('bogus-tlsa.signed.test');
    publishTlsa('bogus-tlsa.signed.test');
    test.signed.breakSignatures('_25._tcp.bogus-tlsa.signed.test');
    publishHost('bogus.signed.test');
    test.signed.breakSignatures('bogus.signed.test');
    const unanswered = { kind: 'unanswered', reason: 'servfail' };
    expect(await dane.find('bogus-tlsa.signed.test')).to.deep.equal(unanswered);
    expect(await dane.find('bogus.signed.test')).to.deep.equal(unanswered);
  });

  it('looks at the end of the aliases of a host first, then at the host', async () => {
    publishHost('end.signed.test');
    test.signed.publish(
      { name: 'first.signed.test', type: 'CNAME', data: 'end.signed.test' },
      { name: 'second.signed.test', type: 'CNAME', data: 'plain-end.signed.test' },
    );
    publishHost('plain-end.signed.test');
    publishTlsa('end.signed.test', 2);
    publishTlsa('first.signed.test');
    publishTlsa('second.signed.test');
    expect(await dane.find('first.signed.test')).to.deep.equal(usable('end.signed.test', 2));
    expect(await dane.find('second.signed.test')).to.deep.equal(usable('second.signed.test'));
  });

  it('passes on whether the mail servers of a domain are proven', async () => {
    test.signed.publish({
      name: 'signed.test',
      type: 'MX',
      data: { preference: 10, exchange: 'mx.signed.test' },
    });
    test.unsigned.publish('unsigned.test', { type: 'MX', value: 'mx.signed.test', priority: 10 });
    const answer = { kind: 'found', values: [{ exchange: 'mx.signed.test', priority: 10 }] };
    expect(await dane.mx('signed.test')).to.deep.include({ answer, isSecure: true });
    expect(await dane.mx('unsigned.test')).to.deep.include({ answer, isSecure: false });
  });
});
