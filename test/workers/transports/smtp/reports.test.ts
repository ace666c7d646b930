// The delivery reports (DSN, RFC 3461) that the relay requests from a server.
import { expect } from 'chai';
import { goOn, makeMail, useRelay, verdictOf } from './support/use-relay.ts';

describe('The relay, with reports enabled,', () => {
  const bench = useRelay();
  const ask = (to: string) => ({ ...makeMail('Hello', to), reportId: 'id+1=2' });

  it('requests reports on success and failure, with the header only, under the id', async () => {
    const sink = await bench.sink();
    const delivery = await bench.relay(sink.url).send(ask('you@example.test'), goOn);
    expect(delivery).to.deep.include({ kind: 'accepted', willReport: true });
    const [, mail, rcpt] = sink.commands;
    expect(mail).to.match(/^MAIL FROM:<bounce@example\.test> SIZE=\d+ RET=HDRS ENVID=id\+2B1\+3D2$/);
    expect(rcpt).to.equal('RCPT TO:<you@example.test> NOTIFY=SUCCESS,FAILURE ORCPT=rfc822;you@example.test');
  });

  for (const [address, original] of [
    ['a+b=c@example.test', 'rfc822;a+2Bb+3Dc@example.test'],
    ['"a b"@example.test', 'rfc822;"a+20b"@example.test'],
    ['grå@example.test', 'utf-8;grå@example.test'],
    ['"å\\\\ +="@example.test', 'utf-8;"å\\x{5C}\\x{5C}\\x{20}\\x{2B}\\x{3D}"@example.test'],
  ] as const) {
    it(`encodes ${address} so that its server can read it`, async () => {
      const sink = await bench.sink();
      expect((await bench.relay(sink.url).send(ask(address), goOn)).kind).to.equal('accepted');
      expect(sink.commands[2]).to.equal(`RCPT TO:<${address}> NOTIFY=SUCCESS,FAILURE ORCPT=${original}`);
    });
  }

  it('requests nothing from a server without DSN, and says so in the result', async () => {
    const sink = await bench.sink({ extensions: { dsn: false } });
    const delivery = await bench.relay(sink.url).send(ask('you@example.test'), goOn);
    expect(verdictOf(delivery)).to.deep.equal({
      kind: 'accepted',
      reply: { code: 250, enhanced: '2.0.0', text: 'taken' },
      server: '127.0.0.1',
    });
    expect(sink.commands[2]).to.equal('RCPT TO:<you@example.test>');
  });
});
