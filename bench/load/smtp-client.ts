// A load client that delivers mails to a mail server over SMTP: one session for all of them, with a pipelined envelope
// (RFC 2920), as a good relay does.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { LoadClient } from './client.ts';
import { createMailMaker, SENDER_ADDRESS } from './mail.ts';
import { BLANK, createStencil } from './stencil.ts';

/** What all mails of a load have in common. */
export interface SmtpMails {
  port: number;
  htmlBytes: number;
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
export async function openSmtpClient({ port, htmlBytes }: SmtpMails): Promise<LoadClient> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const replies = readReplies(socket);
  await once(socket, 'connect');
  await replies.expect('220');
  socket.write('EHLO load.bench.local\r\n');
  await replies.expect('250');
  const mail = createMailMaker({ htmlBytes, recipients: 1 })(BLANK);
  const writeEnvelope = createStencil(`MAIL FROM:<${SENDER_ADDRESS}>\r\nRCPT TO:<${mail.to}>\r\nDATA\r\n`, 1);
  const writeMessage = createStencil(`${messageOf({ ...mail, to: String(mail.to) })}.\r\n`, 1);
  return {
    async send(first) {
      socket.write(writeEnvelope(first));
      for (const code of ['250', '250', '354']) await replies.expect(code);
      socket.write(writeMessage(first));
      await replies.expect('250');
    },
    close: () => void socket.destroy(),
  };
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
