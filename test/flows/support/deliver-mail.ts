// An SMTP client that delivers one message, and notices when the server dies.
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A message; its content ends without the dot. */
export interface DeliveredMail {
  /** Empty for a report. */
  from: string;
  to: string;
  content: string;
}

/**
 * Delivers a message over a connection of its own.
 * @param onSent called when the content is sent
 * @returns whether it was answered 250; false too when the connection broke, or no server listens
 */
export async function deliverMail(
  port: number,
  { from, to, content }: DeliveredMail,
  onSent: () => void = () => {},
): Promise<boolean> {
  const socket = createConnection({ port, host: '127.0.0.1' });
  const lines = createInterface({ input: socket });
  socket.on('error', () => undefined);
  socket.once('close', () => lines.close());
  try {
    const replies = lines[Symbol.asyncIterator]();
    const steps = ['', 'HELO mail.customer.dev', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA'];
    for (const step of steps) if (!(await isAgreed(socket, replies, step))) return false;
    onSent();
    return await isAgreed(socket, replies, `${content.trimEnd()}\r\n.`);
  } finally {
    socket.destroy();
  }
}

async function isAgreed(socket: Socket, replies: AsyncIterator<string>, line: string): Promise<boolean> {
  if (line !== '') socket.write(`${line}\r\n`);
  const { value } = await replies.next();
  return /^[23]\d\d /.test(value ?? '');
}
