// An SMTP client that sends exactly what a test gives it, byte for byte, and can break its connection at any moment.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';

/** A conversation with an SMTP server. */
export interface SmtpDialogue {
  /** The first line that the server said. */
  greeting: string;
  /** Sends a line and returns the last line of the reply. */
  say(line: string): Promise<string>;
  /** Sends a line and returns the texts of all lines of the reply. */
  sayAll(line: string): Promise<string[]>;
  /** Sends bytes without waiting for a reply; resolves when they have been written. */
  write(bytes: string | Buffer): Promise<void>;
  /** The last line of the next reply. */
  reply(): Promise<string>;
  /** Begins TLS on the connection. */
  secure(options?: ConnectionOptions): Promise<TLSSocket>;
  /** Breaks the connection without QUIT. */
  vanish(): void;
  /** Resolves once the server has closed the connection. */
  closed: Promise<unknown>;
}

/** Options of a conversation. */
export interface DialogueOptions {
  /** The address that the client has: any of 127.0.0.0/8. */
  from?: string;
  /** Sent as soon as the connection is there, such as the header of a proxy. */
  preamble?: string;
}

/** Opens a conversation; the greeting has been read. */
export async function openSmtpDialogue(port: number, options: DialogueOptions = {}): Promise<SmtpDialogue> {
  const localAddress = options.from ?? '127.0.0.1';
  let socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (options.preamble) await writeTo(socket, options.preamble);
  const lines = readLines(socket);
  let replyLines = replyReader(lines);
  const lastLine = async () => (await replyLines()).at(-1) ?? '';
  return {
    greeting: await lastLine(),
    reply: lastLine,
    closed,
    write: (bytes) => writeTo(socket, bytes),
    async say(line) {
      await writeTo(socket, `${line}\r\n`);
      return lastLine();
    },
    async sayAll(line) {
      await writeTo(socket, `${line}\r\n`);
      return (await replyLines()).map((replied) => replied.slice(4));
    },
    async secure(tlsOptions) {
      lines.stop();
      const secured = connectTls({ socket, rejectUnauthorized: false, ...tlsOptions });
      secured.on('error', () => undefined);
      await once(secured, 'secureConnect');
      socket = secured;
      replyLines = replyReader(readLines(secured));
      return secured;
    },
    vanish: () => socket.destroy(),
  };
}

interface Lines {
  next(): Promise<string>;
  stop(): void;
}

function readLines(socket: Socket): Lines {
  let text = '';
  let isOver = false;
  let wake = () => {};
  const take = (bytes: Buffer) => {
    text += bytes.toString();
    wake();
  };
  const end = () => {
    isOver = true;
    wake();
  };
  socket.on('data', take).once('close', end).once('end', end);
  return {
    async next() {
      while (!text.includes('\r\n')) {
        if (isOver) throw new Error('The server closed the connection.');
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const end = text.indexOf('\r\n');
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      return line;
    },
    stop: () => socket.off('data', take),
  };
}

/** A hyphen after the code: the reply continues (RFC 5321 §4.2.1). */
function replyReader(lines: Lines): () => Promise<string[]> {
  return async () => {
    const reply = [await lines.next()];
    while (reply.at(-1)?.[3] === '-') reply.push(await lines.next());
    return reply;
  };
}

function writeTo(socket: Socket, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}
