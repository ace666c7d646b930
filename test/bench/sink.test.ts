// The sink of the benchmark decides what counts as delivered: a message that it loses, doubles or takes for signed
// would make every figure wrong.
import { expect } from 'chai';
import { createMailMaker, subjectNumber } from '../../bench/load/mail.ts';
import { createSession } from '../../bench/sink/session.ts';
import { createTally } from '../../bench/sink/tally.ts';

const ENVELOPE = 'MAIL FROM:<a@bench.local>\r\nRCPT TO:<u1@bench.local>\r\nDATA\r\n';

function message(number: number, { signed = true } = {}): string {
  const { subject } = createMailMaker(1_000)(number);
  return `${signed ? 'DKIM-Signature: v=1\r\n' : ''}Subject: ${subject}\r\n\r\nHello\r\n`;
}

function openSession() {
  const replies: string[] = [];
  const messages: string[] = [];
  let quit = false;
  const receive = createSession({
    reply: (lines) => replies.push(lines),
    onMessage: (bytes) => messages.push(bytes.toString()),
    onQuit: () => {
      quit = true;
    },
  });
  return { replies, messages, send: (text: string) => receive(Buffer.from(text)), hasQuit: () => quit };
}

describe('The sink of the benchmark', () => {
  it('takes a message that comes byte by byte', () => {
    const session = openSession();
    for (const byte of `EHLO x\r\n${ENVELOPE}${message(7)}.\r\nQUIT\r\n`) session.send(byte);
    expect(session.messages).to.deep.equal([message(7)]);
    expect(session.hasQuit()).to.equal(true);
    expect(session.replies.map((reply) => reply.slice(0, 3))).to.deep.equal([
      '250',
      '250',
      '250',
      '354',
      '250',
      '221',
    ]);
  });

  it('takes many pipelined messages from one chunk and answers them in one write', () => {
    const session = openSession();
    session.send([1, 2, 3].map((number) => `${ENVELOPE}${message(number)}.\r\n`).join(''));
    expect(session.messages).to.deep.equal([message(1), message(2), message(3)]);
    expect(session.replies).to.have.length(1);
    expect(session.replies[0]?.match(/^\d{3}/gm)).to.deep.equal([
      ...['250', '250', '354', '250'],
      ...['250', '250', '354', '250'],
      ...['250', '250', '354', '250'],
    ]);
  });

  it('ends a message at the lonely dot and nowhere else', () => {
    const session = openSession();
    const stuffed = 'Subject: x\r\n\r\n..\r\n.. dots\r\na.\r\n';
    session.send(`${ENVELOPE}${stuffed}`);
    expect(session.messages).to.deep.equal([]);
    session.send('.\r\n');
    expect(session.messages).to.deep.equal([stuffed]);
  });

  it('takes an empty message', () => {
    const session = openSession();
    session.send(`${ENVELOPE}.\r\nNOOP\r\n`);
    expect(session.messages).to.deep.equal(['']);
    expect(session.replies.join('')).to.match(/354 .*\r\n250 .*\r\n250 .*\r\n$/);
  });

  it('refuses a command that it does not know', () => {
    const session = openSession();
    session.send('STARTTLS\r\n');
    expect(session.replies).to.deep.equal(['500 5.5.1 Unknown command\r\n']);
  });
});

describe('The tally of the sink', () => {
  it('counts a mail that comes twice once, and tells of both messages', async () => {
    const tally = createTally();
    for (const number of [1, 2, 2]) tally.add(Buffer.from(message(number)));
    expect(tally.report()).to.deep.equal({ messages: 3, mails: 2, unsigned: 0 });
    expect(await tally.reach(2)).to.be.a('number');
  });

  it('says that enough have come only when they have', async () => {
    const tally = createTally();
    let reached = false;
    const reaching = tally.reach(2).then(() => {
      reached = true;
    });
    tally.add(Buffer.from(message(1)));
    tally.add(Buffer.from(message(1)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(reached).to.equal(false);
    tally.add(Buffer.from(message(2)));
    await reaching;
  });

  it('counts mail without a signature', () => {
    const tally = createTally();
    tally.add(Buffer.from(message(1, { signed: false })));
    expect(tally.report()).to.deep.equal({ messages: 1, mails: 1, unsigned: 1 });
  });

  it('counts mail of others as messages only', () => {
    const tally = createTally();
    tally.add(Buffer.from('Subject: Welcome\r\n\r\n'));
    expect(tally.report()).to.deep.equal({ messages: 1, mails: 0, unsigned: 1 });
  });
});

describe('The mail of the load', () => {
  it('has exactly the size that was asked for, whatever its number', () => {
    for (const bytes of [500, 1_850, 10_000]) {
      for (const number of [0, 7, 12_345_678]) {
        expect(Buffer.byteLength(createMailMaker(bytes)(number).html)).to.equal(bytes);
      }
    }
  });

  it('is known by its subject', () => {
    expect(subjectNumber(`From: x\r\nSubject: ${createMailMaker(500)(42).subject}\r\nTo: y`)).to.equal(42);
    expect(subjectNumber('Subject: Welcome')).to.equal(undefined);
  });
});
