import { expect } from 'chai';
import { openSocket, readToEnd } from '../net/raw-http.ts';
import { openSmtpDialogue } from '../net/smtp-dialogue.ts';
import { eventually } from '../time/eventually.ts';
import type { Fault } from './faults.ts';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from './smtp-sink.ts';

describe('A fault of the SMTP sink', () => {
  const sinks: SmtpSink[] = [];
  const start = async (options?: SmtpSinkOptions) => {
    const sink = await startSmtpSink(options);
    sinks.push(sink);
    return sink;
  };
  afterEach(() => Promise.all(sinks.splice(0).map((sink) => sink.stop())));

  /** Sends a whole mail and returns everything that the server sent until it closed the connection. */
  async function play(sink: SmtpSink, to = 'you@example.test'): Promise<string> {
    try {
      const socket = await openSocket(sink.port);
      const all = readToEnd(socket);
      socket.write(
        `EHLO c\r\nMAIL FROM:<>\r\nRCPT TO:<${to}>\r\nDATA\r\n${'x'.repeat(2_000)}\r\n.\r\nQUIT\r\n`,
      );
      return await all;
    } catch (error) {
      return `broken: ${(error as NodeJS.ErrnoException).code}`;
    }
  }
  const codes = (text: string) => (text.match(/^\d{3}(?= )/gm) ?? []).join(' ');

  const said: [stage: Fault['stage'], before: string][] = [
    ['connect', ''],
    ['greeting', ''],
    ['ehlo', '220'],
    ['mail', '220 250'],
    ['rcpt', '220 250 250'],
    ['data', '220 250 250 250'],
    ['in-data', '220 250 250 250 354'],
    ['after-data', '220 250 250 250 354'],
    ['after-reply', '220 250 250 250 354 250'],
  ];
  for (const [stage, before] of said) {
    it(`closes the connection at ${stage}, and not before`, async () => {
      const sink = await start({ faults: [{ stage, kind: 'drop', how: 'fin', afterBytes: 0 }] });
      expect(codes(await play(sink))).to.equal(before);
      expect(sink.count()).to.equal(stage.startsWith('after-') ? 1 : 0);
    });

    it(`resets the connection at ${stage}`, async () => {
      const sink = await start({ faults: [{ stage, kind: 'drop', how: 'rst' }] });
      // A client that has not read the replies before the reset sees an ordinary end instead (libuv), so it tries
      // again.
      const isReset = async () => (await play(sink)) === 'broken: ECONNRESET';
      await eventually('the client sees a reset', isReset);
    });

    it(`stops answering at ${stage}`, async () => {
      const sink = await start({ faults: [{ stage, kind: 'silence', times: 1 }] });
      const socket = await openSocket(sink.port);
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      const mail = 'MAIL FROM:<>\r\nRCPT TO:<a@x.test>\r\nDATA\r\n.\r\n';
      socket.write(`EHLO c\r\n${mail}${mail}`);
      await eventually('the server says all before the fault', () => codes(heard) === before);
      // Another connection goes through the same loop many times, so a reply to this one would have arrived.
      expect(codes(await play(sink))).to.equal('220 250 250 250 354 250 221');
      expect(codes(heard)).to.equal(before);
      socket.destroy();
    });
  }

  it('sends the given answer, for one recipient and a limited number of times', async () => {
    const sink = await start();
    sink.setFault({
      stage: 'rcpt',
      kind: 'answer',
      reply: '450 4.2.1 later',
      recipient: 'b@x.test',
      times: 1,
    });
    const dialogue = await openSmtpDialogue(sink.port);
    await dialogue.say('EHLO c');
    await dialogue.say('MAIL FROM:<>');
    expect(await dialogue.say('RCPT TO:<a@x.test>')).to.equal('250 2.1.5 ok');
    expect(await dialogue.say('RCPT TO:<b@x.test>')).to.equal('450 4.2.1 later');
    expect(await dialogue.say('RCPT TO:<b@x.test>')).to.equal('250 2.1.5 ok');
  });

  it('does not keep a mail that it refuses after the content', async () => {
    const sink = await start({
      faults: [{ stage: 'after-data', kind: 'answer', reply: '554 5.7.1 spam' }],
    });
    expect(codes(await play(sink))).to.equal('220 250 250 250 354 554 221');
    expect(sink.count()).to.equal(0);
  });

  it('closes the connection in the content after a number of bytes and not before', async () => {
    const sink = await start({
      faults: [{ stage: 'in-data', kind: 'drop', how: 'fin', afterBytes: 5_000 }],
    });
    expect(codes(await play(sink))).to.equal('220 250 250 250 354 250 221');
    sink.setFault({ stage: 'in-data', kind: 'drop', how: 'fin', afterBytes: 1_000 });
    expect(codes(await play(sink))).to.equal('220 250 250 250 354');
    expect(sink.count()).to.equal(1);
  });

  it('sends garbage', async () => {
    const sink = await start({ faults: [{ stage: 'mail', kind: 'garbage', times: 1 }] });
    expect(await play(sink)).to.include('this is no SMTP reply');
  });

  it('sends octets instead of a reply, and accepts the mail if they begin like a positive reply', async () => {
    for (const [octets, taken] of [
      ['250 half a re', 1],
      ['550 half a re', 0],
    ] as const) {
      const sink = await start({
        faults: [{ stage: 'after-data', kind: 'octets', octets: Buffer.from(octets) }],
      });
      expect(await play(sink)).to.match(new RegExp(`354 go ahead\r\n${octets}221`));
      expect(sink.count()).to.equal(taken);
    }
  });

  it('sends an endless reply, as fast as the client reads and no faster', async () => {
    const sink = await start({
      faults: [{ stage: 'mail', kind: 'endless', beginning: '250-', piece: 'x'.repeat(1_000) }],
    });
    const socket = await openSocket(sink.port);
    socket.write('EHLO c\r\nMAIL FROM:<>\r\n');
    let heard = '';
    for await (const chunk of socket) {
      heard += chunk;
      if (heard.includes('x'.repeat(10_000))) break;
    }
    await eventually('it notices that the client is gone', () => sink.connections().open === 0);
    expect(heard).to.include('250-xxx');
  });

  it('stops reading', async () => {
    const sink = await start({ faults: [{ stage: 'mail', kind: 'stall' }] });
    const socket = await openSocket(sink.port);
    socket.write('EHLO c\r\nMAIL FROM:<>\r\n');
    socket.resume();
    const piece = Buffer.alloc(1_000_000);
    await eventually(
      'the network takes no more',
      () => !socket.write(piece) && socket.writableLength > 50_000_000,
    );
    expect(sink.commands).to.deep.equal(['EHLO c', 'MAIL FROM:<>']);
    socket.destroy();
  });

  for (const stage of ['connect', 'greeting', 'mail', 'in-data', 'after-data'] as const) {
    it(`answers late at ${stage} and then continues`, async () => {
      const sink = await start({ faults: [{ stage, kind: 'delay', ms: 60, times: 1 }] });
      const startedAt = performance.now();
      expect(codes(await play(sink))).to.equal('220 250 250 250 354 250 221');
      expect(performance.now() - startedAt).to.be.at.least(59);
    });
  }

  it('sends its reply byte by byte', async () => {
    const sink = await start({ faults: [{ stage: 'ehlo', kind: 'trickle', ms: 1 }] });
    const startedAt = performance.now();
    const text = await play(sink);
    expect(codes(text)).to.equal('220 250 250 250 354 250 221');
    expect(performance.now() - startedAt).to.be.at.least(60);
  });

  it('leaves no timer when it stops in the middle of a delay', async () => {
    const sink = await start({ faults: [{ stage: 'greeting', kind: 'delay', ms: 600_000 }] });
    const socket = await openSocket(sink.port);
    const end = readToEnd(socket);
    await sink.stop();
    sinks.length = 0;
    await end.catch(() => undefined);
    expect(sink.connections()).to.deep.equal({ open: 0, total: 1 });
  });
});
