// An SMTP client that delivers one message, and notices when the server dies.
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { connect } from 'node:tls';

/** A server that says nothing for this long is taken for dead. */
const SILENCE_MS = 60_000;

/** A message; its content ends without the dot. */
export interface DeliveredMail {
  /** Empty for a report. */
  from: string;
  to: string;
  content: string;
}

/** How it is delivered. */
export interface DeliveryOptions {
  /** The password of a login, over TLS from the first byte. */
  apiKey?: string;
  /** The address of this machine from which the connection comes; every 127.x.x.x is one. */
  localAddress?: string;
  /** Called when the content is sent. */
  onSent?: () => void;
}

/**
 * Delivers a message over a connection of its own.
 * @returns the last line of the last reply: 250 only when the message was taken; empty when the connection broke before
 *   a reply, or no server listens
 */
export async function deliverMail(
  port: number,
  { from, to, content }: DeliveredMail,
  { apiKey, localAddress, onSent = () => {} }: DeliveryOptions = {},
): Promise<string> {
  const socket = apiKey
    ? connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : createConnection({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) });
  const lines = createInterface({ input: socket });
  socket.on('error', () => undefined);
  socket.setTimeout(SILENCE_MS, () => socket.destroy());
  // It reports the errors of its input.
  lines.on('error', () => undefined);
  socket.once('close', () => lines.close());
  try {
    const replies = lines[Symbol.asyncIterator]();
    const login = apiKey ? [`AUTH PLAIN ${Buffer.from(`\0flow\0${apiKey}`).toString('base64')}`] : [];
    const steps = ['', 'EHLO mail.customer.dev', ...login, `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA'];
    for (const step of steps) {
      const reply = await say(socket, replies, step);
      if (!/^[23]\d\d /.test(reply)) return reply;
    }
    onSent();
    return await say(socket, replies, `${content.trimEnd()}\r\n.`);
  } finally {
    socket.destroy();
  }
}

/** @returns the last line of the reply */
async function say(socket: Socket, replies: AsyncIterator<string>, line: string): Promise<string> {
  if (line !== '') socket.write(`${line}\r\n`);
  for (;;) {
    const next = await replies.next().catch(() => undefined);
    const text: string = next?.value ?? '';
    if (text[3] !== '-') return text;
  }
}
