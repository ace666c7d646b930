import { expect } from 'chai';
import { freePort } from '../../../../dev/processes/ports.ts';
import type { Fault } from '../../../support/smtp-sink/faults.ts';
import { startSmtpSink } from '../../../support/smtp-sink/smtp-sink.ts';
import { goOn, makeMail, useRelay } from './support/use-relay.ts';

describe('The relay with a second server', () => {
  const bench = useRelay();
  /** Time limit for servers that never answer; working servers must also answer within it. */
  const brief = { greetingMs: 500, mailMs: 500, contentMs: 500 };

  /** Sends one mail through a first server with a fault. */
  async function send(fault: Fault, text = 'Hello', auth?: { user: string; pass: string }) {
    const first = await bench.sink({ faults: [fault], ...(auth ? { auth } : {}) });
    const second = await bench.sink();
    const relay = bench.relay(`${first.url}${auth ? '?tls=off' : ''},${second.url}`, {
      timeouts: fault.kind === 'silence' ? brief : {},
    });
    const delivery = await relay.send(makeMail(text), goOn);
    return { delivery, first: first.count(), second: second.count(), relay, sinks: [first, second] as const };
  }

  it('uses the first one while it works', async () => {
    const { delivery, first, second } = await send({ stage: 'mail', kind: 'delay', ms: 10 });
    expect({ kind: delivery.kind, first, second }).to.deep.equal({ kind: 'accepted', first: 1, second: 0 });
  });

  it('uses the second one when the first does not listen', async () => {
    const second = await bench.sink();
    const relay = bench.relay(`smtp://127.0.0.1:${await freePort()},${second.url}`);
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(second.count()).to.equal(1);
  });

  const elsewhere: [title: string, fault: Fault, text?: string][] = [
    ['drops the connection', { stage: 'connect', kind: 'drop', how: 'rst' }],
    ['says nothing', { stage: 'greeting', kind: 'silence' }],
    ['is full (421)', { stage: 'greeting', kind: 'answer', reply: '421 4.3.2 full' }],
    ['refuses our connection (554)', { stage: 'greeting', kind: 'answer', reply: '554 5.3.2 not you' }],
    ['refuses EHLO temporarily', { stage: 'ehlo', kind: 'answer', reply: '421 4.3.2 later' }],
    ['dies at MAIL', { stage: 'mail', kind: 'drop', how: 'fin' }],
    ['shuts down at RCPT (421)', { stage: 'rcpt', kind: 'answer', reply: '421 4.3.2 bye' }],
    ['says nothing at MAIL', { stage: 'mail', kind: 'silence' }],
    ['dies at DATA', { stage: 'data', kind: 'drop', how: 'rst' }],
    [
      'dies in the middle of the content',
      { stage: 'in-data', kind: 'drop', how: 'rst', afterBytes: 50_000 },
      'x'.repeat(20_000_000),
    ],
  ];
  for (const [title, fault, text] of elsewhere)
    it(`uses the second one when the first ${title}`, async () => {
      const { delivery, first, second } = await send(fault, text);
      expect({ kind: delivery.kind, first, second }).to.deep.equal({ kind: 'accepted', first: 0, second: 1 });
    });

  for (const kind of ['drop', 'silence', 'garbage'] as const) {
    it(`does not use the second one after the final dot: the first ends by ${kind}, and may have the mail`, async () => {
      const fault: Fault =
        kind === 'drop' ? { stage: 'after-data', kind, how: 'rst' } : { stage: 'after-data', kind };
      const { delivery, second } = await send(fault);
      expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'content', uncertain: true });
      expect(second).to.equal(0);
    });
  }

  const here: [title: string, fault: Fault][] = [
    ['a recipient', { stage: 'rcpt', kind: 'answer', reply: '550 5.1.1 unknown' }],
    ['a recipient temporarily', { stage: 'rcpt', kind: 'answer', reply: '450 4.2.1 busy' }],
    ['a content', { stage: 'after-data', kind: 'answer', reply: '554 5.7.1 spam' }],
    ['a content, shutting down', { stage: 'after-data', kind: 'answer', reply: '421 4.3.2 bye' }],
  ];
  for (const [title, fault] of here) {
    it(`does not use the second one when the first refuses ${title}`, async () => {
      const { delivery, second } = await send(fault);
      expect({ kind: delivery.kind, second }).to.deep.equal({ kind: 'refused', second: 0 });
    });
  }

  it('does not use the second one because the first is busy', async () => {
    const first = await bench.sink({ faults: [{ stage: 'after-data', kind: 'delay', ms: 50, times: 1 }] });
    const second = await bench.sink();
    const relay = bench.relay(`${first.url},${second.url}`, { maxConnections: 1, limits: { maxWaiting: 1 } });
    const deliveries = await Promise.all(['1', '2', '3'].map((text) => relay.send(makeMail(text), goOn)));
    expect(deliveries.map(({ kind }) => kind)).to.deep.equal(['accepted', 'accepted', 'unreachable']);
    expect(second.count()).to.equal(0);
  });

  it('reports that the first refuses our login instead of using the second', async () => {
    const fault: Fault = { stage: 'auth', kind: 'answer', reply: '535 5.7.8 no' };
    const { delivery, relay, sinks } = await send(fault, 'x', { user: 'u', pass: 'p' });
    expect(delivery).to.deep.include({ kind: 'refused', stage: 'auth' });
    expect(await relay.send(makeMail(), goOn)).to.deep.include({ kind: 'refused', stage: 'auth' });
    expect(sinks[1].count()).to.equal(0);
  });

  it('uses the second one while the first cannot check logins (454)', async () => {
    const fault: Fault = { stage: 'auth', kind: 'answer', reply: '454 4.7.0 later' };
    const { delivery, second } = await send(fault, 'x', { user: 'u', pass: 'p' });
    expect({ kind: delivery.kind, second }).to.deep.equal({ kind: 'accepted', second: 1 });
  });

  it('does not try a first one that is down for a while, and uses it again afterwards', async () => {
    const first = await bench.sink({ faults: [{ stage: 'connect', kind: 'silence' }] });
    const second = await bench.sink();
    const relay = bench.relay(`${first.url},${second.url}`, { timeouts: brief, limits: { restMs: 300 } });
    await relay.send(makeMail(), goOn);
    const tries = first.connections().total;
    for (let mail = 0; mail < 20; mail += 1) await relay.send(makeMail(), goOn);
    expect(first.connections().total).to.equal(tries);
    expect(second.count()).to.equal(21);
    first.clearFaults();
    while (first.count() === 0) await relay.send(makeMail(), goOn);
  });

  it('returns the failure of the last one when none can be reached', async () => {
    const relay = bench.relay(`smtp://127.0.0.1:${await freePort()},smtp://127.0.0.1:${await freePort()}`);
    for (let mail = 0; mail < 2; mail += 1)
      expect(await relay.send(makeMail(), goOn)).to.deep.include({ kind: 'unreachable', stage: 'connect' });
  });

  it('uses a server again that was restarted', async () => {
    const first = await startSmtpSink();
    const relay = bench.relay(first.url);
    await relay.send(makeMail(), goOn);
    await first.stop();
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('unreachable');
    const again = await bench.sink({ port: first.port });
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(again.count()).to.equal(1);
  });
});
