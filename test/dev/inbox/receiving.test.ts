// The SMTP side of the local inbox: it accepts any sender and recipient, and keeps nothing of a message that it refused.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect } from 'chai';
import nodemailer from 'nodemailer';
import { startInbox } from '../../../dev/inbox/start.ts';
import { StartError } from '../../../dev/start-error.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { openSmtpDialogue, type SmtpDialogue } from '../../support/net/smtp-dialogue.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useInbox } from './support/use-inbox.ts';

const MAX_MESSAGES = 5;
const MAX_BYTES = 300_000;

describe('The local inbox, receiving mail', () => {
  const logLines: string[] = [];
  const log = createLog({
    level: 'debug',
    process: 'test',
    destination: { write: (line) => void logLines.push(line) },
  });
  const inbox = useInbox({ maxMessages: MAX_MESSAGES, maxBytes: MAX_BYTES, log });
  const dialogues: SmtpDialogue[] = [];
  const talk = async () => {
    const dialogue = await openSmtpDialogue(inbox.inbox.smtpPort);
    dialogues.push(dialogue);
    await dialogue.say('EHLO test.dev');
    return dialogue;
  };
  const startMessage = async () => {
    const dialogue = await talk();
    await dialogue.say('MAIL FROM:<a@posthorn.dev>');
    await dialogue.say('RCPT TO:<b@acme.io>');
    expect(await dialogue.say('DATA')).to.match(/^354/);
    return dialogue;
  };
  beforeEach(() => {
    logLines.length = 0;
  });
  afterEach(() => {
    for (const dialogue of dialogues.splice(0)) dialogue.vanish();
  });

  it('keeps the envelope separate from the header', async () => {
    await inbox.send({
      envelope: { from: 'bounce+1@send.posthorn.dev', to: ['one@acme.io', 'hidden@acme.io'] },
      from: 'Shop <shop@posthorn.dev>',
      to: 'one@acme.io',
      subject: 'Hello',
      text: 'Hi',
    });
    const [message] = await inbox.list();
    expect(message).to.deep.include({
      envelope: { from: 'bounce+1@send.posthorn.dev', to: ['one@acme.io', 'hidden@acme.io'] },
      from: 'Shop <shop@posthorn.dev>',
      to: ['one@acme.io'],
      subject: 'Hello',
    });
  });

  it('keeps the bytes unchanged', async () => {
    const dialogue = await startMessage();
    await dialogue.write('Subject: bytes\r\n\r\n..one dot\r\n\tand \xff\r\n.\r\n');
    expect(await dialogue.reply()).to.match(/^250/);
    const [message] = await inbox.list();
    const raw = await fetch(`${inbox.inbox.url}/inbox/messages/${message?.id}/raw`);
    const bytes = Buffer.from(await raw.arrayBuffer());
    expect(bytes).to.deep.equal(Buffer.from('Subject: bytes\r\n\r\n.one dot\r\n\tand \xff\r\n'));
    expect(raw.headers.get('content-type')).to.equal('message/rfc822');
    expect(message?.size).to.equal(bytes.length);
  });

  it('accepts mail without a login', async () => {
    const dialogue = await talk();
    expect(await dialogue.say('MAIL FROM:<a@posthorn.dev>')).to.match(/^250/);
  });

  it('accepts mail with any login', async () => {
    const transport = nodemailer.createTransport({
      host: '127.0.0.1',
      port: inbox.inbox.smtpPort,
      auth: { user: 'anybody', pass: 'anything' },
    });
    await transport.sendMail({ from: 'a@posthorn.dev', to: 'b@acme.io', subject: 'With a login', text: '' });
    transport.close();
    expect(await inbox.list({ subject: 'With a login' })).to.have.lengthOf(1);
  });

  it('accepts the null sender and invalid recipients', async () => {
    const dialogue = await talk();
    expect(await dialogue.say('MAIL FROM:<>')).to.match(/^250/);
    expect(await dialogue.say('RCPT TO:<.odd..dots.@nowhere.invalid>')).to.match(/^250/);
    await dialogue.say('DATA');
    expect(await dialogue.say('Subject: bounce\r\n\r\n.')).to.match(/^250/);
    const [message] = await inbox.list();
    expect(message?.envelope).to.deep.equal({ from: '', to: ['.odd..dots.@nowhere.invalid'] });
  });

  it('offers SIZE, 8BITMIME and SMTPUTF8, and no STARTTLS', async () => {
    const dialogue = await openSmtpDialogue(inbox.inbox.smtpPort);
    dialogues.push(dialogue);
    const offers = await dialogue.sayAll('EHLO test.dev');
    expect(offers).to.include.members(['8BITMIME', 'SMTPUTF8', `SIZE ${MAX_BYTES}`]);
    expect(offers).to.not.include('STARTTLS');
  });

  it('accepts an international address, subject and body unencoded', async () => {
    const dialogue = await talk();
    await dialogue.say('MAIL FROM:<grüße@posthorn.dev> BODY=8BITMIME SMTPUTF8');
    expect(await dialogue.say('RCPT TO:<用户@例え.jp>')).to.match(/^250/);
    await dialogue.say('DATA');
    expect(
      await dialogue.say('Subject: Привет\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n日本\r\n.'),
    ).to.match(/^250/);
    const message = await inbox.newest();
    expect(message.envelope).to.deep.equal({ from: 'grüße@posthorn.dev', to: ['用户@例え.jp'] });
    expect(message.subject).to.equal('Привет');
    expect(message.text).to.equal('日本\n');
  });

  it('answers 552 to a message that is too large and keeps nothing of it', async () => {
    const dialogue = await startMessage();
    await dialogue.write(`Subject: too big\r\n\r\n${'x'.repeat(998)}\r\n`.repeat(MAX_BYTES / 1000 + 1));
    expect(await dialogue.say('.')).to.match(/^552/);
    expect(await inbox.list()).to.deep.equal([]);
  });

  it('answers 552 at MAIL to a declared size that is too large', async () => {
    const dialogue = await talk();
    expect(await dialogue.say(`MAIL FROM:<a@posthorn.dev> SIZE=${MAX_BYTES + 1}`)).to.match(/^552/);
  });

  it('answers 452 to a message when the messages being received leave no room for it', async () => {
    const body = `Subject: half\r\n\r\n${'x'.repeat(78)}\r\n`.repeat(1_900);
    const replies = await eventually('two messages meet', async () => {
      await inbox.http().delete('/inbox/messages');
      const both = [await startMessage(), await startMessage()];
      await Promise.all(both.map((dialogue) => dialogue.write(body)));
      const answers = await Promise.all(both.map((dialogue) => dialogue.say('.')));
      return answers.some((answer) => answer.startsWith('452')) && answers;
    });
    expect(replies.map((answer) => answer.slice(0, 3))).to.have.members(['250', '452']);
    expect(await inbox.list()).to.have.lengthOf(1);
  });

  it('keeps nothing of a message whose sender disconnects in DATA', async () => {
    const dialogue = await startMessage();
    await dialogue.write('Subject: half a mess');
    dialogue.vanish();
    await eventually('the inbox has noticed', () =>
      logLines.some((line) => line.includes('did not keep a message')),
    );
    expect(await inbox.list()).to.deep.equal([]);
  });

  it('drops the oldest message when there are too many', async () => {
    for (let number = 1; number <= MAX_MESSAGES + 2; number += 1)
      await inbox.send({ subject: `number ${number}` });
    const subjects = (await inbox.list()).map(({ subject }) => subject);
    expect(subjects).to.deep.equal(['number 7', 'number 6', 'number 5', 'number 4', 'number 3']);
  });

  it('keeps the newest message even when it alone exceeds the byte limit with its search text', async () => {
    await inbox.send({ subject: 'small' });
    await inbox.send({ subject: 'large', text: 'word '.repeat(50_000) });
    expect((await inbox.list()).map(({ subject }) => subject)).to.deep.equal(['large']);
  });

  it('drops the oldest messages when they exceed the byte limit', async () => {
    const attachments = [{ filename: 'a.bin', content: Buffer.alloc(80_000) }];
    for (let number = 1; number <= 4; number += 1)
      await inbox.send({ subject: `number ${number}`, attachments });
    const subjects = (await inbox.list()).map(({ subject }) => subject);
    expect(subjects).to.deep.equal(['number 4', 'number 3']);
  });
});

describe('The local inbox, with its default limits', () => {
  const inbox = useInbox();

  it('keeps a message of 95 MiB as it came', async () => {
    const dialogue = await openSmtpDialogue(inbox.inbox.smtpPort);
    for (const line of ['EHLO test.dev', 'MAIL FROM:<a@posthorn.dev>', 'RCPT TO:<b@acme.io>', 'DATA']) {
      await dialogue.say(line);
    }
    const line = `${'x'.repeat(998)}\r\n`;
    const size = 95 * 1_048 * line.length;
    await dialogue.write(`\r\n${line.repeat(size / line.length)}`);
    expect(await dialogue.say('.')).to.match(/^250/);
    dialogue.vanish();
    const [message] = await inbox.list();
    expect(message).to.have.property('size', size + 2);
  });

  it('answers 552 to a message above 96 MiB and keeps nothing of it', async () => {
    const dialogue = await openSmtpDialogue(inbox.inbox.smtpPort);
    for (const line of ['EHLO test.dev', 'MAIL FROM:<a@posthorn.dev>', 'RCPT TO:<b@acme.io>', 'DATA']) {
      await dialogue.say(line);
    }
    const line = `${'x'.repeat(998)}\r\n`;
    await dialogue.write(line.repeat((97 * 1024 * 1024) / line.length));
    expect(await dialogue.say('\r\n.')).to.match(/^552/);
    dialogue.vanish();
    expect(await inbox.list()).to.deep.equal([]);
  });
});

describe('The local inbox, starting and stopping', () => {
  const log = createLog({ level: 'silent', process: 'test' });

  it('reports in one sentence that its SMTP port is taken', async () => {
    const { port, close } = await takePort();
    const error = await rejection(startInbox({ smtpPort: port, httpPort: 0, log }));
    expect(error).to.be.instanceOf(StartError);
    expect(error.message).to.equal(`Port ${port} for the inbox's SMTP server is taken by another program.`);
    await close();
  });

  it('reports in one sentence that its HTTP port is taken, and releases the SMTP port', async () => {
    const { port, close } = await takePort();
    const free = await takePort();
    await free.close();
    const error = await rejection(startInbox({ smtpPort: free.port, httpPort: port, log }));
    expect(error.message).to.equal(`Port ${port} for the inbox page is taken by another program.`);
    await close();
    const inbox = await startInbox({ smtpPort: free.port, httpPort: 0, log });
    expect(inbox.smtpPort).to.equal(free.port);
    await inbox.stop();
  });

  it('refuses to listen on an address that other machines can reach', async () => {
    const error = await rejection(startInbox({ smtpPort: 0, httpPort: 0, host: '0.0.0.0', log }));
    expect(error).to.be.instanceOf(StartError);
  });

  it('stops at once while a client is in the middle of a message and a page is open', async () => {
    const inbox = await startInbox({ smtpPort: 0, httpPort: 0, log });
    const dialogue = await openSmtpDialogue(inbox.smtpPort);
    await dialogue.say('EHLO test.dev');
    await dialogue.say('MAIL FROM:<a@posthorn.dev>');
    await dialogue.say('RCPT TO:<b@acme.io>');
    await dialogue.say('DATA');
    const events = await fetch(`${inbox.url}/inbox/events`);
    const broken = rejection(events.text());
    await inbox.stop();
    await dialogue.closed;
    expect(await broken).to.be.instanceOf(Error);
  });

  it('stops in less than three seconds while a client stays connected', async () => {
    const inbox = await startInbox({ smtpPort: 0, httpPort: 0, log });
    const client = connect({ port: inbox.smtpPort, host: '127.0.0.1', allowHalfOpen: true });
    await once(client, 'data');
    const startedAt = performance.now();
    await inbox.stop();
    expect(performance.now() - startedAt).to.be.lessThan(3_000);
    client.destroy();
  });
});

async function takePort(): Promise<{ port: number; close(): Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      const closed = once(server, 'close');
      server.close();
      return closed;
    },
  };
}

async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It was expected to fail.');
}
