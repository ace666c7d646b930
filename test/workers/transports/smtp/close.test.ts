import { expect } from 'chai';
import { goOn, makeMail, useRelay } from './support/use-relay.ts';

describe('Closing the relay', () => {
  const bench = useRelay();

  it('closes idle connections in order', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    await relay.send(makeMail(), goOn);
    await relay.close();
    expect(sink.commands.at(-1)).to.equal('QUIT');
  });

  it('lets the mail under way arrive, turns away those that wait, and takes nothing more', async () => {
    const sink = await bench.sink({ faults: [{ stage: 'after-data', kind: 'delay', ms: 100 }] });
    const relay = bench.relay(sink.url, { maxConnections: 2 });
    const deliveries = ['one', 'two', 'three', 'four'].map((text) => relay.send(makeMail(text), goOn));
    await sink.waitFor(2);
    await relay.close();
    const kinds = (await Promise.all(deliveries)).map(({ kind }) => kind);
    expect(kinds).to.deep.equal(['accepted', 'accepted', 'unreachable', 'unreachable']);
    expect(sink.count()).to.equal(2);
    const late = await relay.send(makeMail(), goOn);
    expect(late).to.deep.equal({ kind: 'unreachable', stage: 'queue', reason: 'The relay is closing.' });
  });

  it('lets a mail arrive whose connection is being opened', async () => {
    const sink = await bench.sink({ faults: [{ stage: 'greeting', kind: 'delay', ms: 100 }] });
    const relay = bench.relay(sink.url);
    const delivery = relay.send(makeMail(), goOn);
    await relay.close();
    expect((await delivery).kind).to.equal('accepted');
  });

  for (const stage of ['greeting', 'tls', 'mail', 'after-data'] as const) {
    it(`breaks off what a server that is silent at ${stage} keeps open too long`, async () => {
      const sink = await bench.sink({ tls: 'starttls', faults: [{ stage, kind: 'silence' }] });
      const relay = bench.relay(sink.url, { closeMs: 100 });
      const delivery = relay.send(makeMail(), goOn);
      if (stage === 'after-data') await sink.waitFor(1);
      await relay.close();
      const uncertain = stage === 'after-data' ? { uncertain: true } : {};
      expect(await delivery).to.deep.include({ kind: 'unreachable', ...uncertain });
    });
  }

  it('does not wait for a server that never answers QUIT', async () => {
    const sink = await bench.sink({ faults: [{ stage: 'after-reply', kind: 'silence' }] });
    const relay = bench.relay(sink.url);
    await relay.send(makeMail(), goOn);
    await relay.close();
  });

  it('may be asked for twice, and before anything was sent', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    await Promise.all([relay.close(), relay.close()]);
    await relay.close();
  });
});
