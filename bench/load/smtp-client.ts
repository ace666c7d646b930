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

function writeWith({ htmlBytes, privateKeyPem }: Omit<SmtpMails, 'port'>): SmtpWriter {
  if (privateKeyPem !== undefined) {
    const make = createSignedMailMaker(htmlBytes, { privateKeyPem });
    return {
      envelope: (number) => envelopeOf(signingAddress(number), recipientAddress(formatNumber(number), 0)),
      message: async (number) => Buffer.concat([stuffDots(await make(number)), END]),
    };
  }
  const mail = createMailMaker({ htmlBytes, recipients: 1 })(BLANK);
  const to = String(mail.to);
  return {
    envelope: createStencil(envelopeOf(SENDER_ADDRESS, to), 1),
    message: createStencil(`${messageOf({ ...mail, to })}.\r\n`, 1),
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
function messageOf({ from, to, subject, html }: { from: string; to: string; subject: string; html: string }) {
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
