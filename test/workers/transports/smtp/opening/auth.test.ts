import { expect } from 'chai';
import { freePort } from '../../../../../dev/processes/ports.ts';
import { goOn, makeMail, useRelay, verdictOf } from '../support/use-relay.ts';

const auth = { user: 'us@er', pass: 'p:a/s s,wörd' };

describe('The login of the relay', () => {
  const bench = useRelay();
  const wrong = (url: string) => url.replace(/:\/\/.*@/, '://wrong:login@');

  it('is sent with every character of the password', async () => {
    const sink = await bench.sink({ auth, tls: 'starttls' });
    const relay = bench.relay(`${sink.url}?tls=insecure`);
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.messages[0]).to.deep.include({ user: auth.user, tls: true });
  });

  it('is refused at auth, with the reply of the server, each time', async () => {
    const sink = await bench.sink({ auth });
    const relay = bench.relay(`${wrong(sink.url)}?tls=off`);
    for (let mail = 0; mail < 2; mail += 1)
      expect(verdictOf(await relay.send(makeMail(), goOn))).to.deep.equal({
        kind: 'refused',
        stage: 'auth',
        reply: { code: 535, enhanced: '5.7.8', text: 'wrong name or password' },
        server: '127.0.0.1',
      });
    expect(sink.count()).to.equal(0);
  });

  it('is refused by a server without logins', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(`smtp://u:p@127.0.0.1:${sink.port}?tls=off`);
    expect(await relay.send(makeMail(), goOn)).to.deep.include({ kind: 'refused', stage: 'auth' });
  });

  it('is missing: the server says so at MAIL', async () => {
    const sink = await bench.sink({ auth });
    const delivery = await bench.relay(`smtp://127.0.0.1:${sink.port}`).send(makeMail(), goOn);
    expect(verdictOf(delivery)).to.deep.equal({
      kind: 'refused',
      stage: 'mail',
      reply: { code: 530, enhanced: '5.7.0', text: 'log in first' },
      server: '127.0.0.1',
    });
  });

  it('is not sent to a server that cannot encrypt', async () => {
    const sink = await bench.sink({ auth });
    const delivery = await bench.relay(sink.url).send(makeMail(), goOn);
    expect(delivery).to.deep.include({ kind: 'unreachable', stage: 'tls' });
    expect(sink.commands.join()).not.to.include('AUTH');
  });

  describe('probed', () => {
    it('is accepted, and nothing is sent', async () => {
      const sink = await bench.sink({ auth });
      expect(await bench.relay(`${sink.url}?tls=off`).probe()).to.equal(undefined);
      expect(sink.commands.at(-1)).to.equal('QUIT');
      expect(sink.count()).to.equal(0);
    });

    it('is refused', async () => {
      const sink = await bench.sink({ auth });
      const refusal = await bench.relay(`${wrong(sink.url)}?tls=off`).probe();
      expect(refusal).to.equal('535 5.7.8 wrong name or password');
    });

    it('is missing', async () => {
      const sink = await bench.sink({ auth });
      expect(await bench.relay(`smtp://127.0.0.1:${sink.port}`).probe()).to.equal('530 5.7.0 log in first');
    });

    it('is accepted although the server refuses the empty return path', async () => {
      const sink = await bench.sink({ faults: [{ stage: 'mail', kind: 'answer', reply: '550 5.7.1 no' }] });
      expect(await bench.relay(sink.url).probe()).to.equal(undefined);
    });

    for (const stage of ['mail', 'rcpt', 'data'] as const) {
      it(`is refused as long as the mail that was refused at ${stage}, and accepted afterwards; nothing is sent`, async () => {
        const sink = await bench.sink({ faults: [{ stage, kind: 'answer', reply: '530 5.7.0 log in' }] });
        const relay = bench.relay(sink.url);
        const { envelope } = makeMail();
        expect(await relay.probe({ stage, ...envelope })).to.equal('530 5.7.0 log in');
        sink.clearFaults();
        expect(await relay.probe({ stage, ...envelope })).to.equal(undefined);
        expect(sink.commands).to.include('RCPT TO:<you@example.test>');
        expect(sink.commands.filter((line) => line === 'DATA').length).to.equal(stage === 'data' ? 2 : 0);
        expect(sink.count()).to.equal(0);
      });
    }

    it('is accepted although the address no longer exists', async () => {
      const sink = await bench.sink({ faults: [{ stage: 'rcpt', kind: 'answer', reply: '550 5.1.1 no' }] });
      expect(await bench.relay(sink.url).probe({ stage: 'rcpt', ...makeMail().envelope })).to.equal(
        undefined,
      );
    });

    it('is unknown while the server cannot be reached', async () => {
      expect(await bench.relay(`smtp://127.0.0.1:${await freePort()}`).probe()).to.include('ECONNREFUSED');
    });

    it('is unknown when the server does not answer in time', async () => {
      for (const stage of ['greeting', 'mail'] as const) {
        const sink = await bench.sink({ faults: [{ stage, kind: 'silence' }] });
        const relay = bench.relay(sink.url, { probeMs: 100 });
        expect(await relay.probe()).to.be.a('string');
      }
    });

    it('is tried at the first server that can be reached', async () => {
      const sink = await bench.sink();
      const relay = bench.relay(`smtp://127.0.0.1:${await freePort()},${sink.url}`);
      expect(await relay.probe()).to.equal(undefined);
    });
  });
});
