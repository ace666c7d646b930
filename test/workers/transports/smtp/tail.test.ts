// Messages whose tail is read while they are sent: they arrive complete or not at all.
import { expect } from 'chai';
import { goOn, makeMail, useRelay } from './support/use-relay.ts';

const line = (text: string, length = 76) => `${text.repeat(length).slice(0, length)}\r\n`;

describe('A message with a tail', () => {
  const bench = useRelay();

  it('arrives complete, with dot-stuffing and the announced size', async () => {
    const sink = await bench.sink();
    const mail = makeMail('Beginning');
    const pieces = [line('a').repeat(10_000), '.\r\n..b\r\n', line('c')].map((text) => Buffer.from(text));
    const tail = Buffer.concat(pieces);
    const message = {
      ...mail,
      tail: {
        size: tail.length,
        async *read() {
          for (const piece of pieces) yield await Promise.resolve(piece);
        },
      },
    };
    const delivery = await bench.relay(sink.url).send(message, goOn);
    expect(delivery.kind).to.equal('accepted');
    const whole = Buffer.concat([mail.raw, tail]);
    expect(sink.messages[0]?.raw.equals(whole)).to.equal(true);
    expect(sink.commands.find((command) => command.startsWith('MAIL'))).to.include(`SIZE=${whole.length}`);
  });

  it('is aborted when its tail cannot be read, and does not arrive', async () => {
    const sink = await bench.sink();
    const relay = bench.relay(sink.url);
    const broken = {
      ...makeMail('Broken'),
      tail: {
        size: 1_000_000,
        async *read() {
          yield Buffer.from(line('a').repeat(10_000));
          throw await Promise.resolve(new Error('the disk is gone'));
        },
      },
    };
    expect(await relay.send(broken, goOn)).to.deep.equal({
      kind: 'unreachable',
      stage: 'content',
      reason: 'The message could not be read: the disk is gone',
      server: '127.0.0.1',
    });
    expect((await relay.send(makeMail('Next'), goOn)).kind).to.equal('accepted');
    expect(sink.count()).to.equal(1);
  });

  it('is aborted when its tail has a line break that is not CRLF', async () => {
    const sink = await bench.sink();
    const smuggling = {
      ...makeMail('Smuggling'),
      tail: {
        size: 10,
        async *read() {
          yield await Promise.resolve(Buffer.from('a\n.\nMAIL\r\n'));
        },
      },
    };
    expect((await bench.relay(sink.url).send(smuggling, goOn)).kind).to.equal('unreachable');
    expect(sink.count()).to.equal(0);
  });
});
