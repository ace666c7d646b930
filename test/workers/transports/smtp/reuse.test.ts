import { expect } from 'chai';
import { eventually } from '../../../support/time/eventually.ts';
import { goOn, makeMail, useRelay } from './support/use-relay.ts';

describe('The connections of the relay', () => {
  const bench = useRelay();

  it('are reused: ten mails one after the other use one connection', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    for (let mail = 0; mail < 10; mail += 1) await relay.send(makeMail(), goOn);
    expect(sink.count()).to.equal(10);
    expect(sink.connections()).to.deep.equal({ open: 1, total: 1 });
    expect(sink.commands.filter((line) => line === 'RSET')).to.be.empty;
  });

  it('are never more than the limit, and each mail arrives once: 1,000 mails over 20 connections', async () => {
    const sink = await bench.sink({ keepRaw: false, keepHeader: 'X-Tag' });
    const relay = bench.relay(sink.url, { maxConnections: 20 });
    let most = 0;
    const hooks = {
      beforeData: () => {
        most = Math.max(most, sink.connections().open);
        return true;
      },
    };
    const tags = Array.from({ length: 1_000 }, (_, index) => `mail ${index}`);
    const deliveries = await Promise.all(tags.map((tag) => relay.send(makeMail(tag), hooks)));
    expect(new Set(deliveries.map(({ kind }) => kind))).to.deep.equal(new Set(['accepted']));
    expect(sink.messages.map(({ header }) => header).sort()).to.deep.equal([...tags].sort());
    expect(most).to.equal(20);
    expect(sink.connections().total).to.equal(20);
  });

  it('are closed after the maximum number of mails', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url, { maxConnections: 1, limits: { maxMails: 3 } });
    await Promise.all(Array.from({ length: 7 }, () => relay.send(makeMail(), goOn)));
    expect(sink.messages.map(({ connection }) => connection)).to.deep.equal([1, 1, 1, 2, 2, 2, 3]);
    expect(sink.commands.filter((line) => line === 'QUIT')).to.have.length(2);
  });

  it('are closed with QUIT when they have been idle for a while', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url, { limits: { idleMs: 20 } });
    await relay.send(makeMail(), goOn);
    await eventually('the idle connection is closed', () => sink.connections().open === 0);
    expect(sink.commands.at(-1)).to.equal('QUIT');
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.connections().total).to.equal(2);
  });

  it('are reset after a refusal and then reused', async () => {
    const sink = await bench.sink({
      faults: [{ stage: 'rcpt', kind: 'answer', reply: '550 5.1.1 no', recipient: 'bad@x.test' }],
    });
    const relay = bench.relay(sink.url);
    for (const to of ['bad@x.test', 'good@x.test', 'bad@x.test', 'good@x.test'])
      await relay.send(makeMail('x', to), goOn);
    expect(sink.messages.map(({ to }) => to)).to.deep.equal([['good@x.test'], ['good@x.test']]);
    expect(sink.commands.filter((line) => line === 'RSET')).to.have.length(2);
    expect(sink.connections().total).to.be.at.most(2);
  });

  it('are closed when the server refuses RSET', async () => {
    const sink = await bench.sink({
      faults: [
        { stage: 'rcpt', kind: 'answer', reply: '550 no', times: 1 },
        { stage: 'rset', kind: 'answer', reply: '500 what?' },
      ],
    });
    const relay = bench.relay(sink.url, { maxConnections: 1 });
    await relay.send(makeMail(), goOn);
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.connections().total).to.equal(2);
  });

  for (const how of ['fin', 'rst'] as const) {
    it(`are replaced without losing a mail when the server has closed them by ${how}`, async () => {
      const sink = await bench.sink({ faults: [{ stage: 'mail', kind: 'drop', how, times: 0 }] });
      const relay = bench.relay(sink.url, { maxConnections: 1 });
      await relay.send(makeMail(), goOn);
      sink.setFault({ stage: 'mail', kind: 'drop', how, times: 1 });
      expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
      expect(sink.connections().total).to.equal(2);
    });
  }

  it('have a queue of waiting mails with a limit', async () => {
    const sink = await bench.sink({ faults: [{ stage: 'after-data', kind: 'delay', ms: 100, times: 1 }] });
    const relay = bench.relay(sink.url, { maxConnections: 1, limits: { maxWaiting: 2 } });
    const deliveries = await Promise.all(Array.from({ length: 5 }, () => relay.send(makeMail(), goOn)));
    const full = { kind: 'unreachable', stage: 'queue', reason: 'Too many mails wait for a connection.' };
    expect(deliveries.slice(0, 3).map(({ kind }) => kind)).to.deep.equal([
      'accepted',
      'accepted',
      'accepted',
    ]);
    expect(deliveries.slice(3)).to.deep.equal([full, full]);
  });

  it('that a server refuses as too many do not fail a mail while others work, and are not tried again at once', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url, { maxConnections: 10 });
    await relay.send(makeMail(), goOn);
    sink.setFault({ stage: 'greeting', kind: 'answer', reply: '421 4.7.0 too many connections' });
    const sendMany = () => Promise.all(Array.from({ length: 30 }, () => relay.send(makeMail(), goOn)));
    const deliveries = await sendMany();
    const asked = sink.connections().total;
    deliveries.push(...(await sendMany()));
    expect(new Set(deliveries.map(({ kind }) => kind))).to.deep.equal(new Set(['accepted']));
    expect(sink.count()).to.equal(61);
    expect(sink.connections().total).to.equal(asked);
  });

  it('fail all mails that wait for them when the login is refused', async () => {
    const sink = await bench.sink({ auth: { user: 'u', pass: 'p' } });
    const relay = bench.relay(`${sink.url.replace('u:p@', 'u:wrong@')}?tls=off`, { maxConnections: 2 });
    const deliveries = await Promise.all(Array.from({ length: 10 }, () => relay.send(makeMail(), goOn)));
    for (const delivery of deliveries) expect(delivery).to.deep.include({ kind: 'refused', stage: 'auth' });
  });

  it('fail all mails that wait for them when none can be opened', async () => {
    const sink = await bench.sink({
      faults: [{ stage: 'greeting', kind: 'answer', reply: '421 4.3.2 closed' }],
    });
    const relay = bench.relay(sink.url, { maxConnections: 2 });
    const deliveries = await Promise.all(Array.from({ length: 10 }, () => relay.send(makeMail(), goOn)));
    for (const delivery of deliveries)
      expect(delivery).to.deep.include({ kind: 'refused', stage: 'greeting' });
    sink.clearFaults();
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
  });
});
