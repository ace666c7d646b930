// A session of a load client with a mail server: it logs in where it has a login, and delivers mails one after the other
// with a pipelined envelope (RFC 2920), as a good relay does.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** With what a program logs in. */
export interface LoadLogin {
  user: string;
  password: string;
}

/** A server on loopback. */
export interface SessionOptions {
  port: number;
  /** If absent, the session does not log in. */
  login?: LoadLogin | undefined;
}

/** An open session. */
export interface LoadSession {
  /**
   * Delivers a mail to one recipient.
   * @param envelope MAIL, RCPT and DATA
   * @param content up to the dot at its end
   * @throws Error when it is not accepted
   */
  deliver(envelope: Buffer | string, content: Buffer): Promise<void>;
  /** Says goodbye, and waits for no answer. */
  quit(): void;
  close(): void;
}

/** Reads replies in order. */
interface Replies {
  /**
   * Returns when the next reply has arrived.
   * @throws Error when it has another code, or the server closes the connection
   */
  expect(code: string): Promise<void>;
}

/** Opens a session. @throws Error when the login is refused */
export async function openLoadSession({ port, login }: SessionOptions): Promise<LoadSession> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  const replies = readReplies(socket);
  await once(socket, 'connect');
  await replies.expect('220');
  socket.write('EHLO load.bench.local\r\n');
  await replies.expect('250');
  if (login) {
    socket.write(`AUTH PLAIN ${initialResponse(login)}\r\n`);
    await replies.expect('235');
  }
  return {
    async deliver(envelope, content) {
      socket.write(envelope);
      for (const code of ['250', '250', '354']) await replies.expect(code);
      socket.write(content);
      await replies.expect('250');
    },
    quit: () => void socket.end('QUIT\r\n'),
    close: () => void socket.destroy(),
  };
}

/** RFC 4616 §2 */
function initialResponse({ user, password }: LoadLogin): string {
  return Buffer.from(`\0${user}\0${password}`).toString('base64');
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
