// Mail that is refused: each with its code, and nothing of it is stored.
import { expect } from 'chai';
import { eventually } from '../../support/time/eventually.ts';
import { noPostgres } from '../support/fake-reception.ts';
import { startTestInbound, type TestInbound, useInbound } from '../support/use-inbound.ts';

/** Opens a conversation after MAIL. */
async function openMail(inbound: TestInbound, options = {}) {
  const dialogue = await inbound.open(options);
  await dialogue.say('EHLO client.test');
  expect(await dialogue.say('MAIL FROM:<sender@remote.test>')).to.match(/^250 /);
  return dialogue;
}

describe('Inbound mail is refused at RCPT', () => {
  const inbound = useInbound();

  for (const [recipient, reply] of [
    ['a@foreign.test', /^550 5\.7\.1 /],
    ['a@silent.test', /^550 5\.1\.2 /],
    ['a@full.test', /^452 4\.2\.2 /],
    ['a@suspended.test', /^452 4\.2\.1 /],
    ['a@[127.0.0.1]', /^550 5\.7\.1 /],
    ['a@localhost', /^550 5\.7\.1 /],
    ['a@ours.test\u200b', /^501 5\.1\.3 /],
    ['a@-.test', /^550 5\.7\.1 /],
    ['a\u200bb@ours.test', /^550 5\.1\.3 .*U\+200B/],
    ['"a\u00ad b"@ours.test', /^550 5\.1\.3 .*U\+00AD/],
    ['"a b@ours.test', /^501 5\.1\.3 /],
    ['"a b"c@ours.test', /^501 5\.1\.3 /],
    ['"a\0b"@ours.test', /^501 5\.1\.3 /],
    ['', /^501 5\.1\.3 /],
    ['@ours.test', /^501 5\.1\.3 /],
    ['a b@ours.test', /^501 5\.1\.3 /],
    [`${'x'.repeat(400)}@ours.test`, /^550 5\.7\.1 /],
    ['a\0@ours.test', /^501 5\.1\.3 /],
    ['<a@ours.test>', /^501 5\.1\.3 /],
  ] as const) {
    it(`with ${reply.source.slice(1, -1).replaceAll('\\', '')} for <${recipient.slice(0, 20)}>`, async () => {
      const dialogue = await openMail(inbound);
      expect(await dialogue.say(`RCPT TO:<${recipient}>`)).to.match(reply);
      expect(await dialogue.say('DATA')).to.match(/^503 5\.5\.1 /);
      dialogue.vanish();
    });
  }

  it('with 451 while Postgres is away, and taken afterwards', async () => {
    const dialogue = await openMail(inbound);
    inbound.reception.beforeCheck = () => Promise.reject(noPostgres());
    expect(await dialogue.say('RCPT TO:<a@ours.test>')).to.match(/^451 4\.3\.0 /);
    inbound.reception.beforeCheck = () => Promise.resolve();
    expect(await dialogue.say('RCPT TO:<a@ours.test>')).to.match(/^250 /);
    dialogue.vanish();
  });

  it('with 452 after a hundred recipients, which are still taken', async () => {
    const dialogue = await openMail(inbound);
    const rcpt = (index: number) => `RCPT TO:<r${index}@ours.test>\r\n`;
    await dialogue.write(Array.from({ length: 101 }, (_, index) => rcpt(index)).join(''));
    for (let index = 0; index < 100; index += 1) expect(await dialogue.reply()).to.match(/^250 /);
    expect(await dialogue.reply()).to.match(/^452 4\.5\.3 /);
    expect(await dialogue.say('RCPT TO:<R0@ours.test>'), 'a repeated one').to.match(/^250 /);
    await dialogue.say('DATA');
    expect(await dialogue.say('x: y\r\n\r\n.')).to.match(/^250 /);
    expect(inbound.reception.stored[0]?.recipients.length).to.equal(100);
    dialogue.vanish();
  });

  it('and disconnected after ten unknown recipients, of which each has its reply', async () => {
    const dialogue = await openMail(inbound);
    for (let index = 0; index < 5; index += 1) {
      expect(await dialogue.say(`RCPT TO:<${index}@foreign.test>`)).to.match(/^550 5\.7\.1 /);
      expect(await dialogue.say('RSET')).to.match(/^250 /);
      expect(await dialogue.say('MAIL FROM:<>')).to.match(/^250 /);
      expect(await dialogue.say(`RCPT TO:<${index}@silent.test>`)).to.match(/^550 5\.1\.2 /);
    }
    await dialogue.closed;
  });

  it('never for international domains and our own postmaster, which are known by their ASCII form', async () => {
    const dialogue = await openMail(inbound);
    expect(await dialogue.say('RCPT TO:<Jürgen@BÜCHER.test>')).to.match(/^250 /);
    expect(await dialogue.say('RCPT TO:<a@xn--bcher-kva.test>')).to.match(/^250 /);
    expect(await dialogue.say('RCPT TO:<Postmaster>')).to.match(/^250 /);
    expect(inbound.reception.judged).to.deep.equal([
      'Jürgen@xn--bcher-kva.test',
      'a@xn--bcher-kva.test',
      'Postmaster@mail.host.test',
    ]);
    dialogue.vanish();
  });

  it('and what was accepted before RSET is forgotten', async () => {
    const dialogue = await openMail(inbound);
    await dialogue.say('RCPT TO:<a@ours.test>');
    await dialogue.say('RSET');
    await dialogue.say('MAIL FROM:<b@remote.test>');
    await dialogue.say('RCPT TO:<b@other.test>');
    await dialogue.say('DATA');
    await dialogue.say('x: y\r\n.');
    const [arrival] = inbound.reception.stored;
    expect([arrival?.client.mailFrom, arrival?.recipients.map(({ address }) => address)]).to.deep.equal([
      'b@remote.test',
      ['b@other.test'],
    ]);
    dialogue.vanish();
  });
});

describe('Inbound mail is refused at MAIL', () => {
  const inbound = useInbound({ settings: { maxBytes: 100_000 } });

  for (const [command, reply] of [
    ['MAIL FROM:<a@remote.test> SIZE=100001', /^552 5\.3\.4 /],
    ['MAIL FROM:<a@remote.test> SIZE=x', /^501 /],
    ['MAIL FROM:<a>', /^501 5\.1\.7 /],
    ['MAIL FROM:<a\u200b@remote.test>', /^501 5\.1\.7 /],
    ['MAIL FROM:<\u200ba@remote.test>', /^501 5\.1\.7 /],
    [`MAIL FROM:<${'a'.repeat(321)}@remote.test>`, /^501 5\.1\.7 /],
    ['MAIL FROM:<a@xn--a.test>', /^501 5\.1\.7 /],
    ['MAIL FROM:a@remote.test', /^501 5\.1\.7 /],
    [`NOOP ${'x'.repeat(2_100)}`, /^421 /],
  ] as const) {
    it(`by ${reply.source.slice(1, 4)} for ${command.slice(0, 42)}`, async () => {
      const dialogue = await inbound.open();
      await dialogue.say('EHLO client.test');
      expect(await dialogue.say(command)).to.match(reply);
      dialogue.vanish();
    });
  }

  it('by 450 from a network with too many messages, and not from another', async () => {
    const limited = await startTestInbound({ settings: { messagesPerMinute: 2 } });
    const say = async (from: string) => {
      const dialogue = await limited.open({ from });
      await dialogue.say('EHLO client.test');
      const reply = await dialogue.say('MAIL FROM:<>');
      dialogue.vanish();
      return reply.slice(0, 9);
    };
    expect([await say('127.0.0.2'), await say('127.0.0.3'), await say('127.0.0.4')]).to.deep.equal([
      '250 2.1.0',
      '250 2.1.0',
      '450 4.7.1',
    ]);
    expect(await say('127.0.1.2')).to.equal('250 2.1.0');
    await limited.server.stop();
  });

  it('by 452 while too many bytes are in flight, as is what arrives at the same time', async () => {
    const small = await startTestInbound({ inFlightMaxBytes: 50_000 });
    const content = `${'x'.repeat(98)}\r\n`.repeat(1_200);
    const first = await small.openData();
    const second = await small.openData();
    await first.write(content);
    await eventually(
      'the first message is held',
      async () => (await small.metric('mail_inbound_bytes_in_flight')) > 120_000,
    );
    const third = await small.open({ from: '127.0.1.2' });
    await third.say('EHLO client.test');
    expect(await third.say('MAIL FROM:<>')).to.match(/^452 4\.3\.1 /);
    await second.write(content);
    expect(await second.say('.')).to.match(/^452 4\.3\.1 /);
    expect(await first.say('.'), 'the message that began first').to.match(/^250 /);
    expect(await third.say('MAIL FROM:<>')).to.match(/^250 /);
    expect([small.reception.stored.length, small.reception.uploads.size]).to.deep.equal([1, 0]);
    expect(await small.metric('mail_inbound_bytes_in_flight')).to.equal(0);
    for (const dialogue of [first, second, third]) dialogue.vanish();
    await small.server.stop();
  });
});

describe('Inbound mail that no quota counts is put off by 452', () => {
  const inbound = useInbound();
  const megabytes = (count: number) => `a: b\r\n\r\n${`${'x'.repeat(1_022)}\r\n`.repeat(1_024 * count)}`;
  const ask = async (recipient: string, from = '127.0.0.1') => {
    const dialogue = await openMail(inbound, { from });
    const reply = await dialogue.say(`RCPT TO:<${recipient}>`);
    dialogue.vanish();
    return reply.slice(0, 9);
  };

  it('once a site has sent 32 MiB of it in an hour, and taken from others and for accounts', async () => {
    expect(await inbound.send(megabytes(31), ['abuse@mail.host.test'])).to.match(/^250 /);
    expect(await inbound.send(megabytes(2), ['a@ours.test', 'abuse@mail.host.test'])).to.match(
      /^452 4\.7\.1 /,
    );
    for (const recipient of ['postmaster', 'fbl@mail.host.test', 'fbl@send.ours.test'])
      expect(await ask(recipient), recipient).to.equal('452 4.7.1');
    expect(await ask('abuse@mail.host.test', '127.0.1.2')).to.equal('250 2.1.5');
    expect(await inbound.send(megabytes(2))).to.match(/^250 /);
    expect([inbound.reception.stored.length, inbound.reception.uploads.size]).to.deep.equal([2, 0]);
  });

  it('and counts of complaints what is kept', async () => {
    for (let count = 0; count < 20; count += 1)
      expect(await inbound.send(megabytes(2), ['fbl@mail.host.test'])).to.match(/^250 /);
    expect(inbound.reception.stored).to.have.lengthOf(20);
  });
});

describe('Inbound mail is refused after its content', () => {
  const inbound = useInbound({ settings: { maxBytes: 100_000 } });
  const nothingStored = () =>
    expect([inbound.reception.stored.length, inbound.reception.uploads.size]).to.deep.equal([0, 0]);

  it('by 552 one byte over the largest size, and taken at it', async () => {
    const line = `${'x'.repeat(98)}\r\n`;
    const head = 'a: b\r\n\r\n';
    const largest = `${head + line.repeat(999)}${'x'.repeat(100 - head.length - 2)}\r\n`;
    expect(await inbound.send(largest)).to.match(/^250 /);
    inbound.reception.stored.length = 0;
    expect(await inbound.send(`y${largest}`)).to.match(/^552 5\.3\.4 /);
    nothingStored();
  });

  it('by 552 at twice the largest size, without reading on', async () => {
    const dialogue = await inbound.openData();
    await dialogue.write('x'.repeat(98).concat('\r\n').repeat(2_100));
    expect(await dialogue.reply()).to.match(/^552 5\.3\.4 /);
    await dialogue.closed;
    nothingStored();
  });

  for (const [title, content] of [
    ['LF.LF', 'a: b\r\n\r\nx\n.\nMAIL FROM:<evil@remote.test>\r\n'],
    ['LF.CRLF', 'a: b\r\n\r\nx\n.\r\nMAIL FROM:<evil@remote.test>\r\n'],
    ['CRLF.LF', 'a: b\r\n\r\nx\r\n.\nMAIL FROM:<evil@remote.test>\r\n'],
    ['CR.CR', 'a: b\r\n\r\nx\r.\rMAIL FROM:<evil@remote.test>\r\n'],
    ['CRLF.CR', 'a: b\r\n\r\nx\r\n.\rMAIL FROM:<evil@remote.test>\r\n'],
    ['CR CRLF', 'a: b\r\n\r\nx\r\r\n'],
    ['LF at the beginning', '\na: b\r\n'],
    ['a bare LF after 97 KB', `${`${'x'.repeat(98)}\r\n`.repeat(990)}\n\r\n`],
  ] as const) {
    it(`by 550 for ${title}, and the connection ends`, async () => {
      const dialogue = await inbound.openData();
      await dialogue.write(content);
      expect(await dialogue.say('.')).to.match(/^550 5\.5\.2 /);
      await dialogue.closed;
      nothingStored();
    });
  }

  it('by 554 with 25 Received fields, and taken with 24', async () => {
    const hops = (count: number) =>
      `${'RECEIVED: from a by b;\r\n\tdate\r\n'.repeat(count)}\r\nReceived: body\r\n`;
    expect(await inbound.send(hops(25))).to.match(/^554 5\.4\.6 /);
    nothingStored();
    expect(await inbound.send(hops(24))).to.match(/^250 /);
  });

  for (const [title, content] of [
    ['nothing', ''],
    ['an empty line', '\r\n'],
    [
      'NUL and all other bytes',
      Buffer.concat([
        Buffer.from(
          Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 10 && byte !== 13),
        ),
        Buffer.from('\r\n'),
      ]),
    ],
    ['10,000 header fields', 'x: y\r\n'.repeat(10_000)],
    ['no header', '\r\nbody\r\n'],
    ['a header that is none', 'hello\r\n there: \r\n\r\n'],
  ] as const) {
    it(`never for ${title}, which is stored as it is`, async () => {
      expect(await inbound.send(content)).to.match(/^250 /);
      const stored = inbound.reception.stored[0]?.content.toString('latin1') ?? '';
      expect(stored.endsWith(`+0000\r\n${Buffer.from(content).toString('latin1')}`)).to.equal(true);
    });
  }

  it('while the next message over the same connection is taken', async () => {
    const dialogue = await inbound.openData();
    await dialogue.write(`${'x'.repeat(98)}\r\n`.repeat(1_100));
    expect(await dialogue.say('.')).to.match(/^552 /);
    for (const line of ['MAIL FROM:<>', 'RCPT TO:<a@ours.test>', 'DATA']) await dialogue.say(line);
    expect(await dialogue.say('a: b\r\n.')).to.match(/^250 /);
    dialogue.vanish();
  });
});

describe('Inbound mail with hostile content is taken', () => {
  const inbound = useInbound();

  it('with 2 MB on a line', async () => {
    expect(await inbound.send(`a: b\r\n\r\n${'x'.repeat(2_000_000)}\r\n`)).to.match(/^250 /);
    expect(inbound.reception.stored[0]?.content.length).to.be.above(2_000_000);
  });

  it('with a million lines of two dots, which it has as one', async () => {
    expect(await inbound.send('..\r\n'.repeat(1_000_000))).to.match(/^250 /);
    const stored = inbound.reception.stored[0]?.content.toString('latin1') ?? '';
    expect(stored.slice(stored.indexOf('+0000\r\n') + 7)).to.equal('.\r\n'.repeat(1_000_000));
  });
});
