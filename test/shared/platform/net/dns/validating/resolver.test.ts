// A validating resolver as a process asks it: a real unbound, with a signed zone and an unsigned one.
import { expect } from 'chai';
import { useUnbound } from '../../../../../support/net/use-unbound.ts';

const SERVICE = '_25._tcp.mx.signed.test';
const record = (data: Buffer, usage = 3) => ({ usage, selector: 1, matchingType: 1, certificate: data });
const read = (data: Buffer, usage = 3) => ({ usage, selector: 1, matchingType: 1, data });
const found = (canonicalName: string, ...values: unknown[]) => ({
  answer: { kind: 'found', values },
  isSecure: true,
  canonicalName,
});

describe('A validating resolver', () => {
  const test = useUnbound();

  it('proves the records of a signed zone', async () => {
    test.signed.publish(
      { name: 'signed.test', type: 'MX', data: { preference: 20, exchange: 'mx2.signed.test' } },
      { name: 'signed.test', type: 'MX', data: { preference: 10, exchange: 'mx.signed.test' } },
      { name: 'mx.signed.test', type: 'A', data: '127.0.0.2' },
      { name: 'mx.signed.test', type: 'AAAA', data: '2001:db8::25' },
      { name: SERVICE, type: 'TLSA', data: record(Buffer.alloc(32, 7)) },
    );
    expect(await test.resolver.mx('Signed.test.')).to.deep.equal(
      found(
        'signed.test',
        { exchange: 'mx.signed.test', priority: 10 },
        { exchange: 'mx2.signed.test', priority: 20 },
      ),
    );
    expect(await test.resolver.addresses('mx.signed.test')).to.deep.equal(
      found('mx.signed.test', { address: '127.0.0.2', family: 4 }, { address: '2001:db8::25', family: 6 }),
    );
    expect(await test.resolver.tlsa(SERVICE)).to.deep.equal(found(SERVICE, read(Buffer.alloc(32, 7))));
  });

  it('proves that a record is absent, and that a name is', async () => {
    const absent = { answer: { kind: 'absent' }, isSecure: true };
    expect(await test.resolver.mx('ns.signed.test')).to.deep.include(absent);
    expect(await test.resolver.tlsa('_25._tcp.none.signed.test')).to.deep.include(absent);
    expect(await test.resolver.addresses('none.signed.test')).to.deep.include(absent);
  });

  it('follows aliases, and says where they end', async () => {
    test.signed.publish(
      { name: 'one.signed.test', type: 'CNAME', data: 'two.signed.test' },
      { name: 'two.signed.test', type: 'CNAME', data: 'three.signed.test' },
      { name: 'three.signed.test', type: 'A', data: '127.0.0.3' },
      { name: 'leaving.signed.test', type: 'CNAME', data: 'mx.unsigned.test' },
    );
    test.unsigned.publish('mx.unsigned.test', { type: 'A', value: '127.0.0.4' });
    expect(await test.resolver.addresses('one.signed.test')).to.deep.equal(
      found('three.signed.test', { address: '127.0.0.3', family: 4 }),
    );
    const left = await test.resolver.addresses('leaving.signed.test');
    expect(left).to.deep.include({ isSecure: false, canonicalName: 'mx.unsigned.test' });
    expect(left.answer.kind).to.equal('found');
  });

  it('proves nothing of an unsigned zone', async () => {
    test.unsigned.publish('unsigned.test', { type: 'MX', value: 'mx.unsigned.test', priority: 10 });
    const values = [{ exchange: 'mx.unsigned.test', priority: 10 }];
    expect(await test.resolver.mx('unsigned.test')).to.deep.include({
      answer: { kind: 'found', values },
      isSecure: false,
    });
    expect(await test.resolver.mx('none.unsigned.test')).to.deep.include({
      answer: { kind: 'absent' },
      isSecure: false,
    });
  });

  it('answers nothing where a signature is wrong', async () => {
    test.signed.publish({ name: 'bogus.signed.test', type: 'A', data: '127.0.0.5' });
    test.signed.breakSignatures('bogus.signed.test');
    test.signed.breakSignatures('_25._tcp.bogus.signed.test');
    const failed = { answer: { kind: 'unanswered', reason: 'servfail' }, isSecure: false };
    expect(await test.resolver.addresses('bogus.signed.test')).to.deep.include(failed);
    expect(await test.resolver.tlsa('_25._tcp.bogus.signed.test')).to.deep.include(failed);
  });

  it('asks over TCP for what UDP cannot carry', async () => {
    const name = '_25._tcp.many.signed.test';
    const data = Array.from({ length: 60 }, (_, index) => Buffer.alloc(64, index));
    test.signed.publish(...data.map((each) => ({ name, type: 'TLSA', data: record(each) }) as const));
    const { answer, isSecure } = await test.resolver.tlsa(name);
    expect(answer.kind === 'found' && answer.values).to.have.deep.members(data.map((each) => read(each)));
    expect(isSecure).to.equal(true);
  });

  it('reads a TLSA record that is too short, and those after it', async () => {
    const name = '_25._tcp.short.signed.test';
    test.signed.publish(
      { name, type: 'UNKNOWN_52' as 'TLSA', data: Buffer.from([3]) },
      { name, type: 'UNKNOWN_52' as 'TLSA', data: Buffer.from([3, 1, 1, 9, 9]) },
    );
    const { answer } = await test.resolver.tlsa(name);
    expect(answer.kind === 'found' && answer.values).to.have.deep.members([
      { usage: 3, selector: 255, matchingType: 255, data: Buffer.alloc(0) },
      read(Buffer.from([9, 9])),
    ]);
  });

  it('is not asked about a name that DNS cannot have', async () => {
    for (const name of ['a b.dev', '', 'x'.repeat(64), `${'a.'.repeat(130)}dev`]) {
      const { answer, isSecure } = await test.resolver.mx(name);
      expect({ answer, isSecure }, name).to.deep.equal({ answer: { kind: 'absent' }, isSecure: false });
    }
  });
});
