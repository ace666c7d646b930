import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import { openSmtpDialogue, type SmtpDialogue } from '../net/smtp-dialogue.ts';
import { readTestCertificate } from './certificate.ts';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from './smtp-sink.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('The SMTP sink', () => {
  const sinks: SmtpSink[] = [];
  const start = async (options?: SmtpSinkOptions) => {
    const sink = await startSmtpSink(options);
    sinks.push(sink);
    return sink;
  };
  afterEach(() => Promise.all(sinks.splice(0).map((sink) => sink.stop())));

  /** Sends everything up to the content. */
  async function openMail(dialogue: SmtpDialogue, to = 'you@example.test'): Promise<string> {
    await dialogue.say('EHLO client.test');
    await dialogue.say('MAIL FROM:<me@example.test>');
    await dialogue.say(`RCPT TO:<${to}>`);
    return dialogue.say('DATA');
  }

  describe('accepting mail', () => {
    it('keeps envelope, parameters and content', async () => {
      const sink = await start();
      const dialogue = await openSmtpDialogue(sink.port);
      await dialogue.say('EHLO client.test');
      await dialogue.say('MAIL FROM:<me@example.test> SIZE=100 body=8BITMIME');
      await dialogue.say('RCPT TO:<one@example.test>');
      await dialogue.say('RCPT TO:<two@example.test>');
      await dialogue.say('DATA');
      expect(await dialogue.say('Subject: ä\r\n\r\nHello\r\n.')).to.equal('250 2.0.0 taken');
      const [message] = await sink.waitFor(1);
      expect(message?.raw.toString()).to.equal('Subject: ä\r\n\r\nHello\r\n');
      expect(message).to.deep.include({
        from: 'me@example.test',
        to: ['one@example.test', 'two@example.test'],
        parameters: ['SIZE=100', 'BODY=8BITMIME'],
        connection: 1,
        tls: false,
      });
      expect(sink.commands).to.include('RCPT TO:<two@example.test>');
    });

    const contents: [sent: string, taken: string][] = [
      ['..\r\n..hidden\r\na.b\r\n...\r\n', '.\r\n.hidden\r\na.b\r\n..\r\n'],
      ['', ''],
      ['\r\n\r\n', '\r\n\r\n'],
      ['a\r\n..\r\n..\r\n', 'a\r\n.\r\n.\r\n'],
    ];
    for (const [sent, taken] of contents) {
      it(`removes the dot-stuffing of ${JSON.stringify(sent)}, also when it comes byte by byte`, async () => {
        const sink = await start();
        const dialogue = await openSmtpDialogue(sink.port);
        const whole = Buffer.from(`${sent}.\r\n`);
        for (const pieces of [[whole], Array.from(whole, (byte) => Buffer.of(byte))]) {
          await openMail(dialogue);
          for (const piece of pieces) await dialogue.write(piece);
          expect(await dialogue.reply()).to.equal('250 2.0.0 taken');
        }
        expect(sink.messages.map(({ raw }) => raw.toString())).to.deep.equal([taken, taken]);
      });
    }

    for (const content of ['one\ntwo', 'one\rtwo', '\n', 'one\r', 'one\r\r\n', 'one\r\n\n']) {
      it(`refuses ${JSON.stringify(content)} as a content with a bare newline`, async () => {
        const sink = await start();
        const dialogue = await openSmtpDialogue(sink.port);
        await openMail(dialogue);
        expect(await dialogue.say(`${content}\r\n.`)).to.equal('554 5.6.0 bare newline');
        expect(sink.count()).to.equal(0);
      });
    }

    it('refuses a command with a bare newline', async () => {
      const sink = await start();
      const dialogue = await openSmtpDialogue(sink.port);
      expect(await dialogue.say('EHLO c\nNOOP')).to.equal('500 5.5.2 bare newline');
    });

    it('accepts pipelined mails', async () => {
      const sink = await start();
      const dialogue = await openSmtpDialogue(sink.port);
      const mail = 'MAIL FROM:<a@x.test>\r\nRCPT TO:<b@x.test>\r\nDATA\r\n';
      await dialogue.write(`EHLO c.test\r\n${mail}`);
      await dialogue.write(`first\r\n.\r\n${mail}second\r\n.\r\n`);
      const messages = await sink.waitFor(2);
      expect(messages.map(({ raw }) => raw.toString())).to.deep.equal(['first\r\n', 'second\r\n']);
    });

    it('keeps only a header when a test asks for that', async () => {
      const sink = await start({ keepRaw: false, keepHeader: 'X-Tag' });
      const dialogue = await openSmtpDialogue(sink.port);
      await openMail(dialogue);
      await dialogue.say('Subject: x\r\nx-tag: one\r\n two\r\n\r\nX-Tag: body\r\n.');
      expect(sink.messages[0]).to.deep.include({ header: 'one two', raw: Buffer.alloc(0) });
    });

    it('reports what did not arrive in time', async () => {
      const sink = await start();
      const failure = await sink.waitFor(1, 10).catch((error: Error) => error.message);
      expect(failure).to.equal('Not within 10 ms: 1 messages at the sink; there are 0.');
    });

    it('finds the matching message, before and after it has arrived', async () => {
      const sink = await start();
      const found = sink.waitForMessage(({ to }) => to.includes('b@x.test'));
      const dialogue = await openSmtpDialogue(sink.port);
      for (const to of ['a@x.test', 'b@x.test']) {
        await openMail(dialogue, to);
        await dialogue.say('.');
      }
      expect((await found).to).to.deep.equal(['b@x.test']);
      expect((await sink.waitForMessage(({ to }) => to.includes('a@x.test'))).from).to.equal(
        'me@example.test',
      );
    });

    it('accepts thousands of mails over one connection without an answer in between', async () => {
      const sink = await start({ keepRaw: false });
      const dialogue = await openSmtpDialogue(sink.port);
      await dialogue.say('EHLO c.test');
      const mail = `MAIL FROM:<a@x.test>\r\nRCPT TO:<b@x.test>\r\nDATA\r\n${'x'.repeat(70)}\r\n.\r\n`;
      await dialogue.write(mail.repeat(5_000));
      await sink.waitFor(5_000);
      // It never read its replies, so it would not notice the end of the sink.
      dialogue.vanish();
    });
  });

  describe('being strict', () => {
    const refusals: [title: string, options: SmtpSinkOptions, lines: string[], refusal: string][] = [
      ['MAIL before EHLO', {}, ['MAIL FROM:<a@x.test>'], '503 5.5.1 EHLO first'],
      ['RCPT before MAIL', {}, ['EHLO c', 'RCPT TO:<a@x.test>'], '503 5.5.1 MAIL first'],
      ['DATA before RCPT', {}, ['EHLO c', 'MAIL FROM:<>', 'DATA'], '503 5.5.1 RCPT first'],
      ['MAIL in MAIL', {}, ['EHLO c', 'MAIL FROM:<>', 'MAIL FROM:<>'], '503 5.5.1 nested MAIL'],
      ['a path without brackets', {}, ['EHLO c', 'MAIL FROM:a@x.test'], '501 5.5.4 syntax'],
      ['an unknown parameter', {}, ['EHLO c', 'MAIL FROM:<> X=1'], '555 5.5.4 unknown parameter'],
      [
        'SMTPUTF8 that was not offered',
        { extensions: { smtpUtf8: false } },
        ['EHLO c', 'MAIL FROM:<> SMTPUTF8'],
        '555 5.5.4 unknown parameter',
      ],
      [
        '8BITMIME that was not offered',
        { extensions: { eightBitMime: false } },
        ['EHLO c', 'MAIL FROM:<> BODY=8BITMIME'],
        '555 5.5.4 unknown parameter',
      ],
      [
        'an international address without SMTPUTF8',
        {},
        ['EHLO c', 'MAIL FROM:<>', 'RCPT TO:<ü@x.test>'],
        '553 5.6.7 SMTPUTF8 is needed',
      ],
      [
        'a size over the limit',
        { extensions: { size: 10 } },
        ['EHLO c', 'MAIL FROM:<> SIZE=11'],
        '552 5.3.4 too large',
      ],
      [
        'a content over the limit',
        { extensions: { size: 2 } },
        ['EHLO c', 'MAIL FROM:<>', 'RCPT TO:<a@x.test>', 'DATA', 'abc\r\n.'],
        '552 5.3.4 too large',
      ],
      [
        'pipelining that was not offered',
        { extensions: { pipelining: false } },
        ['EHLO c', 'NOOP\r\nNOOP'],
        '503 5.5.1 PIPELINING is not offered',
      ],
      [
        'MAIL without the login that it wants',
        { auth: { user: 'u', pass: 'p' } },
        ['EHLO c', 'MAIL FROM:<>'],
        '530 5.7.0 log in first',
      ],
      ['AUTH that was not offered', {}, ['EHLO c', 'AUTH PLAIN'], '502 5.5.1 AUTH is not offered'],
      ['STARTTLS that was not offered', {}, ['EHLO c', 'STARTTLS'], '502 5.5.1 STARTTLS is not offered'],
    ];
    for (const [title, options, lines, refusal] of refusals) {
      it(`refuses ${title}`, async () => {
        const sink = await start(options);
        const dialogue = await openSmtpDialogue(sink.port);
        let last = '';
        for (const line of lines) last = await dialogue.say(line);
        expect(last).to.equal(refusal);
      });
    }

    it('sends no enhanced status codes when it offers none', async () => {
      const sink = await start({ extensions: { enhancedStatusCodes: false } });
      const dialogue = await openSmtpDialogue(sink.port);
      expect(await dialogue.sayAll('EHLO c')).not.to.include('ENHANCEDSTATUSCODES');
      expect(await dialogue.say('MAIL FROM:<>')).to.equal('250 ok');
    });

    const logins: [title: string, lines: string[]][] = [
      ['PLAIN at once', [`AUTH PLAIN ${base64('\0name\0secret')}`]],
      ['PLAIN when asked', ['AUTH PLAIN', base64('\0name\0secret')]],
      ['LOGIN', ['AUTH LOGIN', base64('name'), base64('secret')]],
    ];
    for (const [title, lines] of logins) {
      it(`accepts the right login by ${title} and no other`, async () => {
        for (const [pass, reply] of [
          ['secret', '235 2.7.0 welcome'],
          ['else', '535 5.7.8 wrong name or password'],
        ] as const) {
          const sink = await start({ auth: { user: 'name', pass } });
          const dialogue = await openSmtpDialogue(sink.port);
          await dialogue.say('EHLO c');
          let last = '';
          for (const line of lines) last = await dialogue.say(line);
          expect(last).to.equal(reply);
        }
      });
    }
  });

  describe('using TLS', () => {
    const read = async (socket: Socket) => String((await once(socket, 'data'))[0]);
    const ca = readTestCertificate().cert;

    async function secure(socket: Socket): Promise<TLSSocket> {
      const tls = connectTls({ socket, ca, servername: 'localhost' });
      await once(tls, 'secureConnect');
      return tls;
    }

    it('switches to TLS on STARTTLS and then no longer offers it', async () => {
      const sink = await start({ tls: 'starttls' });
      const plain = connect(sink.port, '127.0.0.1');
      await read(plain);
      plain.write('EHLO c\r\n');
      expect(await read(plain)).to.include('STARTTLS');
      plain.write('STARTTLS\r\n');
      expect(await read(plain)).to.equal('220 2.0.0 go ahead\r\n');
      const tls = await secure(plain);
      tls.write('MAIL FROM:<>\r\n');
      expect(await read(tls)).to.equal('503 5.5.1 EHLO first\r\n');
      tls.write('EHLO c\r\n');
      expect(await read(tls)).not.to.include('STARTTLS');
      tls.destroy();
    });

    it('uses TLS from the start with implicit TLS', async () => {
      const sink = await start({ tls: 'implicit' });
      const socket = connect(sink.port, '127.0.0.1');
      const tls = connectTls({ socket, ca, servername: 'localhost' });
      expect(await read(tls)).to.equal('220 sink.test ESMTP\r\n');
      expect(tls.authorized).to.equal(true);
      tls.destroy();
    });
  });
});
