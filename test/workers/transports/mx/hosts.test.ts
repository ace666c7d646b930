// Which server gets a mail: everything real but what domains demand of TLS.
import { expect } from 'chai';
import type { SmtpSink } from '../../../support/smtp-sink/smtp-sink.ts';
import { OWN_HOST, useDirect } from './support/use-direct.ts';

const TO = 'ana@acme.test';

describe('Direct delivery', () => {
  const bench = useDirect();
  const mx = (...records: string[]) => bench.mx('acme.test', ...records);

  it('gives the mail to the preferred host of the domain', async () => {
    const first = await bench.host('a.acme.test', 2);
    const second = await bench.host('b.acme.test', 3);
    mx('20 b.acme.test', '10 a.acme.test');
    expect(await bench.send(TO)).to.deep.include({ kind: 'accepted', server: 'a.acme.test' });
    expect([first.count(), second.count()]).to.deep.equal([1, 0]);
    expect(first.commands[0]).to.equal('EHLO client.test');
  });

  for (const [title, fault] of [
    ['accepts no connection', { stage: 'connect', kind: 'drop', how: 'rst' }],
    ['greets with a refusal', { stage: 'greeting', kind: 'answer', reply: '554 5.7.1 no' }],
    ['is busy before MAIL', { stage: 'ehlo', kind: 'answer', reply: '421 4.3.2 busy' }],
    ['leaves at RCPT', { stage: 'rcpt', kind: 'answer', reply: '421 4.3.2 leaving' }],
    ['never greets', { stage: 'greeting', kind: 'silence' }],
  ] as const) {
    it(`goes on with the next host when one ${title}`, async () => {
      const first = await bench.host('a.acme.test', 2);
      const second = await bench.host('b.acme.test', 3);
      first.setFault(fault);
      mx('10 a.acme.test', '20 b.acme.test');
      expect(await bench.send(TO)).to.deep.include({ kind: 'accepted', server: 'b.acme.test' });
      expect([first.count(), second.count()]).to.deep.equal([0, 1]);
    });
  }

  for (const reply of ['550 5.1.1 no such user', '451 4.7.1 greylisted']) {
    it(`asks no other host after ${reply} about the recipient`, async () => {
      const first = await bench.host('a.acme.test', 2);
      const second = await bench.host('b.acme.test', 3);
      first.setFault({ stage: 'rcpt', kind: 'answer', reply });
      mx('10 a.acme.test', '20 b.acme.test');
      expect(await bench.send(TO)).to.deep.include({ kind: 'refused', stage: 'rcpt', server: 'a.acme.test' });
      expect(second.connections().total).to.equal(0);
    });
  }

  it('reaches the eighth host when seven hang, and begins with it the next time', async () => {
    const names = [2, 3, 4, 5, 6, 7, 8, 9].map((last) => ({ name: `mx${last}.acme.test`, last }));
    for (const { name, last } of names) {
      const sink = await bench.host(name, last);
      if (last < 9) sink.setFault({ stage: 'greeting', kind: 'silence' });
      mx(`${last} ${name}`);
    }
    const transport = bench.direct({ timeouts: { greetingMs: 60 } });
    expect(await bench.send(TO, {}, transport)).to.deep.include({
      kind: 'accepted',
      server: 'mx9.acme.test',
    });
    const questions = bench.dns.questions.length;
    expect(await bench.send(TO, {}, transport)).to.deep.include({
      kind: 'accepted',
      server: 'mx9.acme.test',
    });
    expect(bench.dns.questions.length).to.equal(questions);
  });

  it('uses the address of a domain without MX records', async () => {
    const sink = await bench.host('acme.test', 2);
    expect(await bench.send(TO)).to.deep.include({ kind: 'accepted', server: 'acme.test' });
    expect(sink.count()).to.equal(1);
  });

  it('follows an alias', async () => {
    const sink = await bench.host('a.other.test', 2);
    bench.dns.publish('acme.test', { type: 'CNAME', value: 'other.test' });
    bench.mx('other.test', '10 alias.other.test');
    bench.dns.publish('alias.other.test', { type: 'CNAME', value: 'a.other.test' });
    expect(await bench.send(TO)).to.deep.include({ kind: 'accepted' });
    expect(sink.count()).to.equal(1);
  });

  it('sends nothing to a domain with a null MX', async () => {
    const sink = await bench.host('acme.test', 2);
    mx('0 ');
    const delivery = await bench.send(TO);
    expect(delivery).to.deep.include({ kind: 'refused', stage: 'rcpt' });
    expect(delivery)
      .to.have.property('reply')
      .that.deep.includes({ code: 556, enhanced: '5.1.10', isOurs: true });
    expect(sink.connections().total).to.equal(0);
  });

  it('says that a domain does not exist only when DNS says so', async () => {
    expect(await bench.send('ana@gone.test')).to.deep.equal({ kind: 'no_such_domain' });
    bench.dns.fail('SERVFAIL', 'broken.test');
    const delivery = await bench.send('ana@broken.test');
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'connect' });
    expect(delivery)
      .to.have.property('reason')
      .that.includes('DNS did not answer for broken.test (servfail)');
  });

  it('waits for a domain whose hosts have no address', async () => {
    mx('10 nowhere.acme.test', '20 silent.acme.test');
    bench.dns.set('silent.acme.test', 'refused');
    expect(await bench.send(TO)).to.deep.include({
      kind: 'unreachable',
      stage: 'connect',
      server: 'silent.acme.test',
      reason: 'DNS did not answer for silent.acme.test (refused).',
    });
  });

  it('survives a loop of aliases, fifty MX records and names that no host can have', async () => {
    bench.dns.publish('acme.test', { type: 'CNAME', value: 'loop.test' });
    bench.dns.publish('loop.test', { type: 'CNAME', value: 'acme.test' });
    expect((await bench.send(TO)).kind).to.be.oneOf(['no_such_domain', 'unreachable']);
    const sink = await bench.host('last.many.test', 2);
    const bad = ['192.0.2.1', `${'x'.repeat(60)}.many.test`, 'a b.many.test'];
    const records = Array.from({ length: 49 }, (_, at) => `${at + 1} ${bad[at % bad.length]}`);
    bench.mx('many.test', '0 last.many.test', ...records);
    expect((await bench.send('ana@many.test')).kind).to.equal('accepted');
    expect(sink.count()).to.equal(1);
  });

  it('connects to no address of a private network', async () => {
    const addresses = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1'];
    addresses.forEach((value, at) => {
      bench.dns.publish(`mx${at}.acme.test`, { type: 'A', value });
      mx(`${at} mx${at}.acme.test`);
    });
    const transport = bench.direct({ reach: 'public', port: 9 });
    expect(await bench.send(TO, {}, transport)).to.deep.include({
      kind: 'unreachable',
      stage: 'connect',
      reason: 'The mail servers of the domain have no public IP address.',
    });
  });

  it('leaves out our own host, unless the domain receives here', async () => {
    const own = await bench.host(OWN_HOST, 2);
    mx(`10 ${OWN_HOST}`);
    expect(await bench.send(TO)).to.deep.include({ kind: 'unreachable', stage: 'connect' });
    expect(own.connections().total).to.equal(0);
    bench.received.add('acme.test');
    expect(await bench.send(TO)).to.deep.include({ kind: 'accepted', server: OWN_HOST });
  });

  it('connects from the source of the mail, under its name', async () => {
    const sink = await bench.host('a.acme.test', 2);
    mx('10 a.acme.test');
    const seen: string[] = [];
    const chooseSources = ({ id }: { id: string }) => {
      seen.push(id);
      return { v4: { address: '127.0.0.77', hostname: 'mx7.client.test' } };
    };
    expect((await bench.send(TO, { id: 'r1' }, bench.direct({ chooseSources }))).kind).to.equal('accepted');
    expect(sink.commands[0]).to.equal('EHLO mx7.client.test');
    expect(sink.peers()).to.deep.equal(['127.0.0.77']);
    expect(new Set(seen)).to.deep.equal(new Set(['r1']));
  });

  it('connects to no IPv6 address without a source of IPv6', async () => {
    bench.dns.publish('a.acme.test', { type: 'AAAA', value: '::1' });
    mx('10 a.acme.test');
    expect((await bench.send(TO)).kind).to.equal('unreachable');
  });

  it('keeps connections for other servers while one hangs', async () => {
    const hanging = await bench.host('mx.slow.test', 2);
    hanging.setFault({ stage: 'greeting', kind: 'silence' });
    bench.mx('slow.test', '10 mx.slow.test');
    await bench.host('mx.fast.test', 3);
    bench.mx('fast.test', '10 mx.fast.test');
    const transport = bench.direct({ maxConnections: 4, timeouts: { greetingMs: 600_000 } });
    const waiting = Array.from({ length: 20 }, (_, at) => bench.send(`r${at}@slow.test`, {}, transport));
    expect((await bench.send('ana@fast.test', {}, transport)).kind).to.equal('accepted');
    await transport.close();
    const kinds = (await Promise.all(waiting)).map(({ kind }) => kind);
    expect(new Set(kinds)).to.deep.equal(new Set(['unreachable']));
  });

  it('opens no more connections than the process may have', async () => {
    const sinks: SmtpSink[] = [];
    for (const last of [2, 3, 4, 5]) {
      sinks.push(await bench.host(`mx.d${last}.test`, last));
      bench.mx(`d${last}.test`, `10 mx.d${last}.test`);
    }
    const transport = bench.direct({ maxConnections: 2 });
    const recipients = Array.from({ length: 40 }, (_, at) => `r${at}@d${2 + (at % 4)}.test`);
    let most = 0;
    const sent = recipients.map(async (to) => {
      const delivery = await bench.send(to, {}, transport);
      most = Math.max(
        most,
        sinks.reduce((sum, sink) => sum + sink.connections().open, 0),
      );
      return delivery.kind;
    });
    expect(new Set(await Promise.all(sent))).to.deep.equal(new Set(['accepted']));
    expect(most).to.be.at.most(3);
    expect(sinks.map((sink) => sink.count())).to.deep.equal([10, 10, 10, 10]);
  });
});
