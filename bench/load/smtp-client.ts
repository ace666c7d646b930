// A load client that delivers mails to a mail server over SMTP: one session for all of them, as a relay does, or for some
// of them, as programs do that submit mail.

import type { LoadClient } from './client.ts';
import { createMailMaker, formatNumber, recipientAddress, SENDER_ADDRESS } from './mail.ts';
import { createSignedMailMaker, signingAddress } from './signed-mail.ts';
import { type LoadSession, openLoadSession, type SessionOptions } from './smtp-session.ts';
import { BLANK, createStencil } from './stencil.ts';

const END = Buffer.from('.\r\n');

/** What all mails of a load have in common. */
export interface SmtpMails extends SessionOptions {
  htmlBytes: number;
  /** A DKIM key in PEM: each mail is signed with it; if absent, none is. */
  privateKeyPem?: string | undefined;
  /** If present, each mail is a delivery report to the return path with its number, about as large as a plain mail. */
  returnPaths?: readonly string[] | undefined;
  /** The recipients are at so many domains (mail.ts); if absent, at the sender's. */
  domains?: number | undefined;
  /** After so many a session ends, and the next mail opens another one; if absent, none ends. */
  mailsPerSession?: number | undefined;
}

/** What a client says of the mail with a number. The bytes are valid until the next call. */
interface SmtpWriter {
  envelope(number: number): Buffer | string;
  /** Up to the dot at its end. */
  message(number: number): Buffer | Promise<Buffer>;
}

/** Opens the first session; others follow when its mails are sent. */
export async function openSmtpClient({
  port,
  login,
  mailsPerSession = Number.POSITIVE_INFINITY,
  ...mails
}: SmtpMails): Promise<LoadClient> {
  const open = () => openLoadSession({ port, login });
  const { envelope, message } = writeWith(mails);
  let session: LoadSession | undefined = await open();
  let sent = 0;
  return {
    async send(first) {
      const content = await message(first);
      session ??= await open();
      await session.deliver(envelope(first), content);
      sent += 1;
      if (sent % mailsPerSession !== 0) return;
      session.quit();
      session = undefined;
    },
    close: () => session?.close(),
  };
}

function writeWith({
  htmlBytes,
  privateKeyPem,
  returnPaths,
  domains,
}: Omit<SmtpMails, keyof SessionOptions>): SmtpWriter {
  if (privateKeyPem !== undefined) {
    const make = createSignedMailMaker(htmlBytes, { privateKeyPem });
    return {
      envelope: (number) => envelopeOf(signingAddress(number), recipientAddress(formatNumber(number), 0)),
      message: async (number) => Buffer.concat([stuffDots(await make(number)), END]),
    };
  }
  const to = recipientAddress(BLANK, 0, domains);
  const plain = messageOf(to, htmlBytes);
  if (returnPaths) {
    const more = reportOf(to, plain).length - plain.length;
    return {
      envelope: (number) => envelopeOf('', returnPaths[number] ?? ''),
      message: createStencil(`${reportOf(to, messageOf(to, htmlBytes - more))}.\r\n`, 1),
    };
  }
  return {
    envelope: createStencil(envelopeOf(SENDER_ADDRESS, to), 1, domains),
    message: createStencil(`${plain}.\r\n`, 1, domains),
  };
}

function envelopeOf(from: string, to: string): string {
  return `MAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`;
}

/** RFC 5321 §4.5.2 */
function stuffDots(message: Buffer): Buffer {
  return Buffer.from(message.toString('latin1').replace(/^\./gm, '..'), 'latin1');
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
