import { expect } from 'chai';
import { failureOf } from '../../../support/failure-of.ts';
import { goOn, makeMail, useRelay, verdictOf } from './support/use-relay.ts';

describe('The relay', () => {
  const bench = useRelay();

  it('delivers a mail and returns the reply of the server', async () => {
    const sink = await bench.sink();
    const delivery = await bench.relay(sink.url).send(makeMail('Hello'), goOn);
    expect(verdictOf(delivery)).to.deep.equal({
      kind: 'accepted',
      reply: { code: 250, enhanced: '2.0.0', text: 'taken' },
      server: '127.0.0.1',
    });
    expect(sink.messages[0]).to.deep.include({
      from: 'bounce@example.test',
      to: ['you@example.test'],
      raw: makeMail('Hello').raw,
      tls: false,
    });
    expect(sink.commands[0]).to.equal('EHLO client.test');
  });

  const bodies: [title: string, body: Buffer][] = [
    ['dots at the start of lines', Buffer.from('.\r\n..\r\n.a\r\na.\r\n\r\n.\r\n')],
    ['8-bit text', Buffer.from('ä€😀\r\n')],
    ['every octet except NUL, CR and LF', Buffer.from(Array.from({ length: 256 }, (_, octet) => octet))],
    ['a line of 998 octets', Buffer.from(`${'x'.repeat(998)}\r\n`)],
    ['two million octets', Buffer.from(`.${'y'.repeat(77)}\r\n`.repeat(25_000))],
  ];
  for (const [title, body] of bodies) {
    it(`delivers ${title} octet for octet`, async () => {
      const text = body.filter((octet, index) => {
        const isLineBreak =
          (octet === 13 && body[index + 1] === 10) || (octet === 10 && body[index - 1] === 13);
        return isLineBreak || (octet !== 0 && octet !== 13 && octet !== 10);
      });
      const raw = Buffer.concat([Buffer.from('Subject: x\r\n\r\n'), text, Buffer.from('\r\n')]);
      const sink = await bench.sink();
      const delivery = await bench.relay(sink.url).send({ ...makeMail(), raw }, goOn);
      expect(delivery.kind).to.equal('accepted');
      expect(sink.messages[0]?.raw.equals(raw)).to.equal(true);
    });
  }

  it('declares SIZE and 8BITMIME to a server that offers them, and only then', async () => {
    const raw = Buffer.from('Subject: x\r\n\r\nä\r\n');
    const full = await bench.sink();
    await bench.relay(full.url).send({ ...makeMail(), raw }, goOn);
    expect(full.messages[0]?.parameters).to.deep.equal([`SIZE=${raw.length}`, 'BODY=8BITMIME']);
    const none = { eightBitMime: false, pipelining: false, smtpUtf8: false, enhancedStatusCodes: false };
    const bare = await bench.sink({ extensions: { size: 0, ...none } });
    const delivery = await bench.relay(bare.url).send({ ...makeMail(), raw }, goOn);
    expect(verdictOf(delivery)).to.deep.equal({
      kind: 'accepted',
      reply: { code: 250, text: 'taken' },
      server: '127.0.0.1',
    });
    expect(bare.messages[0]).to.deep.include({ parameters: [], raw });
  });

  it('delivers to an international address by SMTPUTF8', async () => {
    const sink = await bench.sink();
    const delivery = await bench.relay(sink.url).send(makeMail('x', 'jürgen@example.test'), goOn);
    expect(delivery.kind).to.equal('accepted');
    expect(sink.messages[0]?.to).to.deep.equal(['jürgen@example.test']);
    expect(sink.messages[0]?.parameters).to.include('SMTPUTF8');
  });

  it('declares SMTPUTF8 for an international header although the envelope is ASCII', async () => {
    const sink = await bench.sink();
    await bench.relay(sink.url).send({ ...makeMail(), smtpUtf8: true }, goOn);
    expect(sink.messages[0]?.parameters).to.include('SMTPUTF8');
  });

  it('does not send an international mail to a server without SMTPUTF8', async () => {
    const sink = await bench.sink({ extensions: { smtpUtf8: false } });
    const relay = bench.relay(sink.url);
    const delivery = await relay.send({ ...makeMail(), smtpUtf8: true }, goOn);
    expect(delivery).to.deep.include({ kind: 'refused', stage: 'mail' });
    expect(delivery).to.have.nested.property('reply.enhanced', '5.6.7');
    expect(sink.commands).to.deep.equal(['EHLO client.test']);
    expect((await relay.send(makeMail(), goOn)).kind).to.equal('accepted');
    expect(sink.connections().total).to.equal(1);
  });

  it('sends from the empty return path', async () => {
    const sink = await bench.sink();
    const envelope = { from: '', to: 'you@example.test' };
    await bench.relay(sink.url).send({ ...makeMail(), envelope }, goOn);
    expect(sink.messages[0]?.from).to.equal('');
  });

  for (const pipelining of [true, false]) {
    it(`sends nothing when it is withheld, ${pipelining ? 'with' : 'without'} pipelining`, async () => {
      const sink = await bench.sink({ extensions: { pipelining } });
      const relay = bench.relay(sink.url);
      expect(await relay.send(makeMail('no'), { beforeData: () => false })).to.deep.equal({
        kind: 'withheld',
      });
      expect((await relay.send(makeMail('yes'), goOn)).kind).to.equal('accepted');
      expect(sink.messages.map(({ raw }) => raw)).to.deep.equal([makeMail('yes').raw]);
    });
  }

  it('calls beforeData before the content, when the server is ready for it', async () => {
    const sink = await bench.sink({
      faults: [{ stage: 'rcpt', kind: 'answer', reply: '450 later', times: 1 }],
    });
    const relay = bench.relay(sink.url);
    let asked = 0;
    const hooks = {
      beforeData: () => {
        asked += 1;
        return sink.commands.includes('DATA') && sink.count() === 0;
      },
    };
    expect((await relay.send(makeMail(), hooks)).kind).to.equal('refused');
    expect(asked).to.equal(0);
    expect((await relay.send(makeMail(), hooks)).kind).to.equal('accepted');
    expect(asked).to.equal(1);
  });

  it('passes on an error of beforeData, and keeps no connection open', async () => {
    const sink = await bench.sink();
    const hooks = { beforeData: () => Promise.reject(new RangeError('a bug')) };
    const failure = await failureOf(bench.relay(sink.url).send(makeMail(), hooks));
    expect(failure).to.be.instanceOf(RangeError);
    expect(sink.count()).to.equal(0);
  });

  for (const to of ['a@x.test>\r\nRCPT TO:<b@x.test', 'a@x.test> SMTPUTF8', 'a\n@x.test', '']) {
    it(`throws for the address ${JSON.stringify(to)} instead of sending it`, async () => {
      const sink = await bench.sink();
      const failure = await failureOf(bench.relay(sink.url).send(makeMail('x', to), goOn));
      expect(failure).to.be.instanceOf(TypeError);
      expect(sink.connections().total).to.equal(0);
    });
  }

  it('throws for a message with a bare line break instead of sending it', async () => {
    const sink = await bench.sink();
    const raw = Buffer.from('Subject: x\r\n\r\n\n.\nMAIL FROM:<>\r\n');
    const failure = await failureOf(bench.relay(sink.url).send({ ...makeMail(), raw }, goOn));
    expect(failure).to.be.instanceOf(TypeError);
  });
});
