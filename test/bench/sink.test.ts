// The sink of the benchmark decides what counts as delivered: a message that it loses, counts twice or wrongly takes
// for signed would make every figure wrong.
import { expect } from 'chai';
import { createMailMaker, formatNumber, readRecipient, subjectNumber } from '../../bench/load/mail.ts';
import { createSession, type TakenMessage } from '../../bench/sink/session.ts';
import { createTally } from '../../bench/sink/tally.ts';
import { watchEnd } from '../support/time/signal.ts';

const ENVELOPE = 'MAIL FROM:<a@bench.local>\r\nRCPT TO:<u1@bench.local>\r\nDATA\r\n';

const makeMail = (number: number, htmlBytes = 1_000) =>
  createMailMaker({ htmlBytes, recipients: 1 })(formatNumber(number));

function message(number: number, { signed = true } = {}): string {
  const { subject } = makeMail(number);
  return `${signed ? 'DKIM-Signature: v=1\r\n' : ''}Subject: ${subject}\r\n\r\nHello\r\n`;
}

function openSession() {
  const replies: string[] = [];
  const taken: TakenMessage[] = [];
  let hasQuit = false;
  const receive = createSession((reply) => {
    replies.push(reply.lines);
    taken.push(...reply.taken);
    hasQuit ||= reply.quit;
  });
  return {
    replies,
    messages: () => taken.map((one) => one.message.toString()),
    recipients: () => taken.map((one) => one.recipients),
    send: (text: string) => receive(Buffer.from(text)),
    hasQuit: () => hasQuit,
  };
}

/** A message as the sink has received it. */
function take(text: string, ...recipients: string[]): TakenMessage {
  return { message: Buffer.from(text), recipients };
}

/** A mail of the load as its recipient gets it. */
function takeMail(number: number, { index = 0, signed = true } = {}): TakenMessage {
  return take(
    message(number, { signed }),
    `u${formatNumber(number)}-${String(index).padStart(2, '0')}@bench.local`,
  );
}

describe('The sink of the benchmark', () => {
  it('accepts a message that comes byte by byte', () => {
    const session = openSession();
    for (const byte of `EHLO x\r\n${ENVELOPE}${message(7)}.\r\nQUIT\r\n`) session.send(byte);
    expect(session.messages()).to.deep.equal([message(7)]);
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

  it('accepts many pipelined messages in one chunk and answers them in one write', () => {
    const session = openSession();
    session.send([1, 2, 3].map((number) => `${ENVELOPE}${message(number)}.\r\n`).join(''));
    expect(session.messages()).to.deep.equal([message(1), message(2), message(3)]);
    expect(session.replies).to.have.length(1);
    expect(session.replies[0]?.match(/^\d{3}/gm)).to.deep.equal([
      '250',
      '250',
      '354',
      '250',
      '250',
      '250',
      '354',
      '250',
      '250',
      '250',
      '354',
      '250',
    ]);
  });

  it('ends a message at a line with a single dot and nowhere else', () => {
    const session = openSession();
    const stuffed = 'Subject: x\r\n\r\n..\r\n.. dots\r\na.\r\n';
    session.send(`${ENVELOPE}${stuffed}`);
    expect(session.messages()).to.deep.equal([]);
    session.send('.\r\n');
    expect(session.messages()).to.deep.equal([stuffed]);
  });

  it('accepts an empty message', () => {
    const session = openSession();
    session.send(`${ENVELOPE}.\r\nNOOP\r\n`);
    expect(session.messages()).to.deep.equal(['']);
    expect(session.replies.join('')).to.match(/354 .*\r\n250 .*\r\n250 .*\r\n$/);
  });

  it('reports the recipients of each message, without those of earlier envelopes', () => {
    const session = openSession();
    const envelope = (...users: string[]) =>
      ['MAIL FROM:<a@b.test> SIZE=5', ...users.map((user) => `RCPT TO:<${user}@b.test> NOTIFY=NEVER`)].join(
        '\r\n',
      );
    session.send(`${envelope('lost')}\r\nRSET\r\n`);
    session.send(`${envelope('u1', 'u2')}\r\nDATA\r\n${message(1)}.\r\n`);
    session.send(`${envelope('u3')}\r\nDATA\r\n${message(2)}.\r\n`);
    expect(session.recipients()).to.deep.equal([['u1@b.test', 'u2@b.test'], ['u3@b.test']]);
  });

  it('refuses an unknown command', () => {
    const session = openSession();
    session.send('STARTTLS\r\n');
    expect(session.replies).to.deep.equal(['500 5.5.1 Unknown command\r\n']);
  });
});

describe('The tally of the sink', () => {
  it('counts a mail that comes twice once, and reports both messages', async () => {
    const tally = createTally();
    for (const number of [1, 2, 2]) tally.add(takeMail(number));
    expect(tally.report()).to.deep.equal({ messages: 3, different: 2, unsigned: 0 });
    expect(await tally.reach(2)).to.be.a('number');
  });

  it('counts a mail once for each of its recipients', () => {
    const tally = createTally();
    for (const index of [0, 1, 49, 49]) tally.add(takeMail(1, { index }));
    tally.add(take(message(2), 'u00000002-00@bench.local', 'u00000002-01@bench.local'));
    expect(tally.report()).to.deep.equal({ messages: 6, different: 5, unsigned: 0 });
  });

  it('reports that enough messages have come only when they have', async () => {
    const tally = createTally();
    const reaching = tally.reach(2);
    const reached = watchEnd(reaching);
    tally.add(takeMail(1));
    tally.add(takeMail(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(reached.hasEnded).to.equal(false);
    tally.add(takeMail(2));
    await reaching;
  });

  it('counts mail without a signature', () => {
    const tally = createTally();
    tally.add(takeMail(1, { signed: false }));
    expect(tally.report()).to.deep.equal({ messages: 1, different: 1, unsigned: 1 });
  });

  it('counts mail that is not of the load, or has another recipient, as messages only', () => {
    const tally = createTally();
    tally.add(take('Subject: Welcome\r\n\r\n', 'somebody@bench.local'));
    tally.add(take(message(1), 'u00000002-00@bench.local'));
    expect(tally.report()).to.deep.equal({ messages: 2, different: 0, unsigned: 1 });
  });

  it('reports the arrival times of mails in the order of their numbers, from a number on', () => {
    const tally = createTally();
    for (const number of [3, 1, 2]) tally.add(takeMail(number));
    const [second, third, ...others] = tally.times(2);
    expect(others).to.deep.equal([]);
    expect(third).to.be.lessThan(Number(second));
  });
});

describe('The mail of the load', () => {
  it('has exactly the requested size, whatever its number', () => {
    for (const bytes of [500, 1_850, 10_000]) {
      for (const number of [0, 7, 12_345_678]) {
        expect(Buffer.byteLength(makeMail(number, bytes).html)).to.equal(bytes);
      }
    }
  });

  it('is recognized by its subject, and its recipient by the address', () => {
    expect(subjectNumber(`From: x\r\nSubject: ${makeMail(42).subject}\r\nTo: y`)).to.equal(42);
    expect(subjectNumber('Subject: Welcome')).to.equal(undefined);
    expect(readRecipient('u00000042-07@bench.local')).to.deep.equal({ number: 42, index: 7 });
    expect(readRecipient('u42@bench.local')).to.equal(undefined);
  });
});
