// Clients that deliver large messages at the same time, in their own process. A message is a text and one file.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SENDER_ADDRESS } from '../load/mail.ts';
import { serveParent } from '../processes/serve-parent.ts';

/** Messages to deliver, all at once. */
export interface LargeQuestion {
  port: number;
  to: string;
  messages: number;
  /** The size of each message. */
  bytes: number;
}

const BOUNDARY = 'bench';
const HEAD = [
  `From: ${SENDER_ADDRESS}`,
  'Subject: A large file',
  'MIME-Version: 1.0',
  `Content-Type: multipart/mixed; boundary=${BOUNDARY}`,
  '',
  `--${BOUNDARY}`,
  'Content-Type: text/plain',
  '',
  'See the file.',
  `--${BOUNDARY}`,
  'Content-Type: application/octet-stream; name=large.bin',
  'Content-Disposition: attachment; filename=large.bin',
  'Content-Transfer-Encoding: base64',
  '',
  '',
].join('\r\n');
const TAIL = `--${BOUNDARY}--\r\n.\r\n`;
/** Lines of base64, 76 characters each (RFC 2045 §6.8). */
const LINES = Buffer.from(`${'QUJD'.repeat(19)}\r\n`.repeat(800));

await serveParent(() => ({ answer: deliverAll, stop: () => {} }));

async function deliverAll(question: LargeQuestion): Promise<object> {
  await Promise.all(Array.from({ length: question.messages }, () => deliver(question)));
  return {};
}

async function deliver({ port, to, bytes }: LargeQuestion): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  await expectReply(socket, '220');
  for (const [line, code] of [
    ['EHLO large.bench.local', '250'],
    [`MAIL FROM:<${SENDER_ADDRESS}>`, '250'],
    [`RCPT TO:<${to}>`, '250'],
    ['DATA', '354'],
  ] as const) {
    socket.write(`${line}\r\n`);
    await expectReply(socket, code);
  }
  socket.write(HEAD);
  for (let sent = 0; sent < bytes; sent += LINES.length) {
    if (!socket.write(LINES)) await once(socket, 'drain');
  }
  socket.write(TAIL);
  await expectReply(socket, '250');
  socket.destroy();
}

/** @throws Error when the reply has another code */
async function expectReply(socket: Socket, code: string): Promise<void> {
  let text = '';
  // A space after the code: the last line of the reply.
  while (!/^\d{3} .*\r\n/m.test(text)) {
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    text += bytes.toString('latin1');
  }
  if (!text.startsWith(code)) throw new Error(`A large message was answered ${text}`);
}
