import { expect } from 'chai';
import { createSignal } from '../../../support/time/signal.ts';
import { goOn, makeMail, useRelay } from './support/use-relay.ts';

/** Longer than a test may take. */
const NEVER_MS = 60_000;
const CLOSING = { kind: 'unreachable', stage: 'queue', reason: 'The transport is closing.' };
const STAGES = { mail: 'mail', 'after-data': 'content' } as const;

describe('Closing the relay', () => {
  const bench = useRelay();

  it('closes idle connections with QUIT', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    await relay.send(makeMail(), goOn);
    await relay.close();
    expect(sink.commands.at(-1)).to.equal('QUIT');
  });

  it('finishes the mail on the wire, rejects the mails that wait, and accepts nothing more', async () => {
    const sink = await bench.sink({ faults: [{ stage: 'after-data', kind: 'delay', ms: 100 }] });
    const relay = bench.relay(sink.url, { maxConnections: 2 });
    const deliveries = ['one', 'two', 'three', 'four'].map((text) => relay.send(makeMail(text), goOn));
    await sink.waitFor(2);
    await relay.close();
    const kinds = (await Promise.all(deliveries)).map(({ kind }) => kind);
    expect(kinds).to.deep.equal(['accepted', 'accepted', 'unreachable', 'unreachable']);
    expect(sink.count()).to.equal(2);
    const late = await relay.send(makeMail(), goOn);
    expect(late).to.deep.equal(CLOSING);
  });

  for (const stage of ['connect', 'greeting', 'ehlo', 'tls', 'auth'] as const) {
    it(`rejects at once a mail whose connection is being opened, at ${stage}`, async () => {
      const reached = createSignal();
      const sink = await bench.sink({
        tls: stage === 'connect' ? 'implicit' : 'starttls',
        auth: { user: 'me', pass: 'secret' },
        faults: [{ stage, kind: 'silence', onStruck: reached.give }],
      });
      const relay = bench.relay(`${sink.url}?tls=insecure`, { closeMs: NEVER_MS });
      const deliveries = [relay.send(makeMail('one'), goOn), relay.send(makeMail('two'), goOn)];
      await reached.given;
      await relay.close();
      for (const delivery of await Promise.all(deliveries)) {
        expect(delivery).to.deep.equal({
          kind: 'unreachable',
          stage: 'queue',
          reason: 'The transport is closing.',
        });
      }
      expect(sink.count()).to.equal(0);
    });
  }

  for (const stage of ['mail', 'after-data'] as const) {
    it(`closes a connection by force that a silent server keeps open too long, at ${stage}`, async () => {
      const reached = createSignal();
      const sink = await bench.sink({ faults: [{ stage, kind: 'silence', onStruck: reached.give }] });
      const relay = bench.relay(sink.url, { closeMs: 100 });
      const delivery = relay.send(makeMail(), goOn);
      await reached.given;
      await relay.close();
      const uncertain = stage === 'after-data' ? { uncertain: true } : {};
      expect(await delivery).to.deep.include({ kind: 'unreachable', stage: STAGES[stage], ...uncertain });
    });
  }

  for (const stage of ['greeting', 'mail'] as const) {
    it(`aborts a probe that a server keeps waiting, at ${stage}`, async () => {
      const reached = createSignal();
      const sink = await bench.sink({ faults: [{ stage, kind: 'silence', onStruck: reached.give }] });
      const relay = bench.relay(sink.url, { probeMs: NEVER_MS });
      const probe = relay.probe();
      await reached.given;
      await relay.close();
      expect(await probe).to.equal('The server did not answer in time.');
      expect(await relay.probe()).to.equal('The transport is closing.');
    });
  }

  it('does not wait for a server that never answers QUIT', async () => {
    const sink = await bench.sink({ faults: [{ stage: 'after-reply', kind: 'silence' }] });
    const relay = bench.relay(sink.url);
    await relay.send(makeMail(), goOn);
    await relay.close();
  });

  it('may be called twice, and before anything was sent', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    await Promise.all([relay.close(), relay.close()]);
    await relay.close();
  });
});
