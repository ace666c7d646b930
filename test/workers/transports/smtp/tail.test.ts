// Messages whose tail is read while they are sent: they arrive complete or not at all.
import { expect } from 'chai';
import { failureOf } from '../../../support/failure-of.ts';
import { goOn, makeMail, useRelay, verdictOf } from './support/use-relay.ts';

const line = (text: string, length = 76) => `${text.repeat(length).slice(0, length)}\r\n`;

describe('A message with a tail', () => {
  const bench = useRelay();
  /** A mail whose tail has these pieces, and cannot be read further when there is a failure. */
  const withTail = (text: string, size: number, pieces: readonly Buffer[], failure?: Error) => ({
    ...makeMail(text),
    tail: {
      size,
      async *read() {
        for (const piece of pieces) yield await Promise.resolve(piece);
        if (failure) throw failure;
      },
    },
  });

  it('arrives complete, with dot-stuffing and the announced size', async () => {
    const sink = await bench.sink();
    const pieces = [line('a').repeat(10_000), '.\r\n..b\r\n', line('c')].map((text) => Buffer.from(text));
    const tail = Buffer.concat(pieces);
    const message = withTail('Beginning', tail.length, pieces);
    const delivery = await bench.relay(sink.url).send(message, goOn);
    expect(delivery.kind).to.equal('accepted');
    const whole = Buffer.concat([message.raw, tail]);
    expect(sink.messages[0]?.raw.equals(whole)).to.equal(true);
    expect(sink.commands.find((command) => command.startsWith('MAIL'))).to.include(`SIZE=${whole.length}`);
  });

  it('arrives after the header fields of its recipient, which the announced size includes', async () => {
    const sink = await bench.sink();
    const head = Buffer.from('X-Ref: 1\r\n');
    const piece = Buffer.from(line('a').repeat(10_000));
    const message = withTail('Beginning', piece.length, [piece]);
    expect((await bench.relay(sink.url).send({ ...message, head }, goOn)).kind).to.equal('accepted');
    const whole = Buffer.concat([head, message.raw, piece]);
    expect(sink.messages[0]?.raw.equals(whole)).to.equal(true);
    expect(sink.commands.find((command) => command.startsWith('MAIL'))).to.include(`SIZE=${whole.length}`);
  });

  it('is aborted when its tail cannot be read, and does not arrive', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    const pieces = [Buffer.from(line('a').repeat(10_000))];
    const broken = withTail('Broken', 1_000_000, pieces, new Error('the disk is gone'));
    expect(verdictOf(await relay.send(broken, goOn))).to.deep.equal({
      kind: 'unreachable',
      stage: 'content',
      reason: 'The message could not be read: the disk is gone',
      server: '127.0.0.1',
    });
    expect((await relay.send(makeMail('Next'), goOn)).kind).to.equal('accepted');
    expect(sink.count()).to.equal(1);
  });

  it('is aborted when the database with its tail goes away, which says nothing about the server', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    const away = Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    const broken = withTail('Broken', 1_000_000, [Buffer.from(line('a').repeat(10_000))], away);
    expect(await failureOf(relay.send(broken, goOn))).to.equal(away);
    expect((await relay.send(makeMail('Next'), goOn)).kind).to.equal('accepted');
    expect(sink.count()).to.equal(1);
  });

  it('is aborted when its tail has a line break that is not CRLF', async () => {
    const sink = await bench.sink();
    const smuggling = withTail('Smuggling', 10, [Buffer.from('a\n.\nMAIL\r\n')]);
    expect((await bench.relay(sink.url).send(smuggling, goOn)).kind).to.equal('unreachable');
    expect(sink.count()).to.equal(0);
  });
});
