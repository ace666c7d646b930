// An SMTP client that sends exactly what a test gives it, byte for byte, and can break its connection at any moment.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A conversation with an SMTP server. */
export interface SmtpDialogue {
  /** Sends a line and returns the last line of the reply. */
  say(line: string): Promise<string>;
  /** Sends a line and returns the texts of all lines of the reply. */
  sayAll(line: string): Promise<string[]>;
  /** Sends bytes without waiting for a reply. */
  write(bytes: string | Buffer): Promise<void>;
  /** The last line of the next reply. */
  reply(): Promise<string>;
  /** Breaks the connection without QUIT. */
  vanish(): void;
  /** Resolves once the server has closed the connection. */
  closed: Promise<unknown>;
}

/** Opens a conversation; the greeting has been read. */
export async function openSmtpDialogue(port: number): Promise<SmtpDialogue> {
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const replyLines = async (): Promise<string[]> => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The server closed the connection.');
    // A hyphen after the code: the reply continues (RFC 5321 §4.2.1).
    return value[3] === '-' ? [value, ...(await replyLines())] : [value];
  };
  const reply = async () => (await replyLines()).at(-1) ?? '';
  await reply();
  return {
    reply,
    closed,
    write: (bytes) => write(socket, bytes),
    async say(line) {
      await write(socket, `${line}\r\n`);
      return reply();
    },
    async sayAll(line) {
      await write(socket, `${line}\r\n`);
      return (await replyLines()).map((replied) => replied.slice(4));
    },
    vanish: () => socket.destroy(),
  };
}

function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}
