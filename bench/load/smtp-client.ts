// A load client that delivers mails to a mail server over SMTP: one session for all of them, with a pipelined envelope
// (RFC 2920), as a good relay does.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createSignedMailMaker, signingAddress } from '../receiving/signed-mail.ts';
import type { LoadClient } from './client.ts';
import { createMailMaker, formatNumber, recipientAddress, SENDER_ADDRESS } from './mail.ts';
import { BLANK, createStencil } from './stencil.ts';

const END = Buffer.from('.\r\n');

/** What all mails of a load have in common. */
export interface SmtpMails {
  port: number;
  htmlBytes: number;
  /** A DKIM key in PEM: each mail is signed with it; if absent, none is. */
  privateKeyPem?: string | undefined;
  /** If present, each mail is a delivery report to the return path with its number, about as large as a plain mail. */
  returnPaths?: readonly string[] | undefined;
}

/** What a client says of the mail with a number. The bytes are valid until the next call. */
interface SmtpWriter {
  envelope(number: number): Buffer | string;
  /** Up to the dot at its end. */
  message(number: number): Buffer | Promise<Buffer>;
}

/** Reads replies in order. */
interface Replies {
  /**
   * Returns when the next reply has arrived.
   * @throws Error when it has another code, or the server closes the connection
   */
  expect(code: string): Promise<void>;
}

/** Opens a session. */
export async function openSmtpClient({ port, ...mails }: SmtpMails): Promise<LoadClient> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const replies = readReplies(socket);
  await once(socket, 'connect');
  await replies.expect('220');
  socket.write('EHLO load.bench.local\r\n');
  await replies.expect('250');
  const { envelope, message } = writeWith(mails);
  return {
    async send(first) {
      const content = await message(first);
      socket.write(envelope(first));
      for (const code of ['250', '250', '354']) await replies.expect(code);
      socket.write(content);
      await replies.expect('250');
    },
    close: () => void socket.destroy(),
  };
}

function writeWith({ htmlBytes, privateKeyPem, returnPaths }: Omit<SmtpMails, 'port'>): SmtpWriter {
  if (privateKeyPem !== undefined) {
    const make = createSignedMailMaker(htmlBytes, { privateKeyPem });
    return {
      envelope: (number) => envelopeOf(signingAddress(number), recipientAddress(formatNumber(number), 0)),
      message: async (number) => Buffer.concat([stuffDots(await make(number)), END]),
    };
  }
  const to = recipientAddress(BLANK, 0);
  const plain = messageOf(to, htmlBytes);
  if (returnPaths) {
    const more = reportOf(to, plain).length - plain.length;
    return {
      envelope: (number) => envelopeOf('', returnPaths[number] ?? ''),
      message: createStencil(`${reportOf(to, messageOf(to, htmlBytes - more))}.\r\n`, 1),
    };
  }
  return {
    envelope: createStencil(envelopeOf(SENDER_ADDRESS, to), 1),
    message: createStencil(`${plain}.\r\n`, 1),
  };
}

function envelopeOf(from: string, to: string): string {
  return `MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`;
}

/** RFC 5321 §4.5.2 */
function stuffDots(message: Buffer): Buffer {
  return Buffer.from(message.toString('latin1').replace(/^\./gm, '..'), 'latin1');
}

function readReplies(socket: Socket): Replies {
  const lines: string[] = [];
  let unread = '';
  let lost: string | undefined;
  let wake = () => {};
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    const parts = (unread + text).split('\r\n');
    unread = parts.pop() ?? '';
    // A hyphen after the code: more lines of the same reply follow.
    lines.push(...parts.filter((line) => line[3] !== '-'));
    wake();
  });
  const lose = (reason: string) => {
    lost ??= reason;
    wake();
  };
  socket.on('error', ({ message }) => lose(message));
  socket.on('close', () => lose('it hung up'));
  return {
    async expect(code) {
      while (lines.length === 0 && lost === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const line = lines.shift();
      if (!line?.startsWith(code)) throw new Error(`A mail of the load was not accepted: ${line ?? lost}`);
    },
  };
}

/** The mail as a message with one html part, with dot-stuffing (RFC 5321 §4.5.2). */
function messageOf(to: string, htmlBytes: number): string {
  const { from, subject, html } = createMailMaker({ htmlBytes, recipients: 1 })(BLANK);
  const header = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Mon, 5 Jan 2026 09:00:00 +0000',
    `Message-ID: <${BLANK}@shop.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
  ];
  const body = html.replaceAll('\n', '\r\n').replace(/^\./gm, '..');
  return `${header.join('\r\n')}\r\n\r\n${body}\r\n`;
}

/** What Postfix sends back about a message whose recipient another server did not know. */
function reportOf(to: string, message: string): string {
  const reply = `550 5.1.1 <${to}>: Recipient address rejected: User unknown`;
  const lines = [
    'From: Mail Delivery System <mailer-daemon@mx.shop.test>',
    `To: ${SENDER_ADDRESS}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Date: Mon, 5 Jan 2026 09:00:01 +0000',
    `Message-ID: <${BLANK}@mx.shop.test>`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="bench"',
    '',
    '--bench',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.shop.test.',
    '',
    `<${to}>: host in.shop.test[192.0.2.1] said: ${reply} (in reply to RCPT TO command)`,
    '--bench',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.shop.test',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    'Remote-MTA: dns; in.shop.test',
    `Diagnostic-Code: smtp; ${reply}`,
    '',
    '--bench',
    'Content-Type: message/rfc822',
    '',
    message,
    '--bench--',
    '',
  ];
  return lines.join('\r\n');
}
