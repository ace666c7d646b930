// An open connection to a server, logged in and ready for mail: commands and octets go out, each with its time
// limit, and whatever breaks is told to everybody who waits. Beneath it is nodemailer's SMTPConnection, which this
// file and `open-connection.ts` alone know. Its own `send` is not used: it cannot ask us before the content, does
// not say whether the final dot was out, and declares SMTPUTF8 by the envelope alone.
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';
import type { SmtpReply, SmtpStage } from '../transport.ts';
import { SmtpFailure } from './failure.ts';
import { parseReply } from './reply.ts';

/** Commands and extensions of a session, as nodemailer hands them out. */
export type SmtpSession = Pick<SMTPConnectionCustomAuthContext, 'extensions' | 'sendCommand'>;

/** How long a server may take to answer QUIT; whether it does makes no difference. */
const QUIT_MS = 1_000;

interface Loss {
  reason: string;
  reply?: SmtpReply | undefined;
}

export class SmtpConnection {
  readonly extensions: ReadonlySet<string>;
  /** Mails that were tried over it. */
  mails = 0;
  /** True while a transaction is open at the server, which RSET ends. */
  needsReset = false;
  readonly #library: SMTPConnection;
  readonly #session: SmtpSession;
  readonly #waiting = new Set<(loss: Loss) => void>();
  readonly #onClosed = new Set<() => void>();
  #loss: Loss | undefined;

  constructor(library: SMTPConnection, session: SmtpSession) {
    this.#library = library;
    this.#session = session;
    this.extensions = new Set(session.extensions);
    library.on('error', (error: Error & { response?: string }) =>
      this.#lose({ reason: error.message, reply: parseReply(error.response ?? '') }),
    );
    library.on('end', () => this.#lose({ reason: 'The server closed the connection.' }));
  }

  get isOpen(): boolean {
    return this.#loss === undefined;
  }

  /** Calls back once when the connection is gone, for whatever reason. */
  onClosed(listener: () => void): void {
    this.#onClosed.add(listener);
  }

  /**
   * Sends a command line and waits for its reply.
   * @throws SmtpFailure when there is none in time, or something that is no reply
   */
  async command(line: string, stage: SmtpStage, limitMs: number): Promise<SmtpReply> {
    const raw = await this.#answer<string>(stage, limitMs, (resolve) =>
      this.#session.sendCommand(line, (_, { response }) => resolve(response)),
    );
    const reply = parseReply(raw);
    if (reply) return reply;
    this.destroy();
    throw new SmtpFailure(stage, 'The server answered something that is no SMTP reply.');
  }

  /** Sends octets as they are; resolves when the operating system has taken them. */
  async write(octets: Buffer, stage: SmtpStage, limitMs: number): Promise<void> {
    await this.#answer<void>(stage, limitMs, (resolve) => {
      const socket = this.#library._socket;
      // Of a socket that breaks, `error` and `end` tell.
      if (socket) socket.write(octets, (error) => error ?? resolve());
    });
  }

  /** Ends it in order. */
  quit(): void {
    if (!this.isOpen) return;
    const timer = setTimeout(() => this.destroy(), QUIT_MS);
    this.onClosed(() => clearTimeout(timer));
    this.#library.quit();
  }

  /** Breaks it off; a message whose final dot was not sent is dropped by the server (RFC 5321 §4.1.1.4). */
  destroy(): void {
    this.#library.close();
  }

  #answer<T>(stage: SmtpStage, limitMs: number, ask: (resolve: (value: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = ({ reason, reply }: Loss) => {
        settle();
        reject(new SmtpFailure(stage, reason, reply));
      };
      const timer = setTimeout(() => {
        this.#lose({ reason: `The server took longer than ${limitMs} ms.` });
        this.destroy();
      }, limitMs);
      const settle = () => {
        clearTimeout(timer);
        this.#waiting.delete(fail);
      };
      this.#waiting.add(fail);
      if (this.#loss) fail(this.#loss);
      else
        ask((value) => {
          settle();
          resolve(value);
        });
    });
  }

  /** The first reason counts: what follows it is only its consequence. */
  #lose(loss: Loss): void {
    if (this.#loss) return;
    this.#loss = loss;
    for (const fail of this.#waiting) fail(loss);
    for (const listener of this.#onClosed) listener();
  }
}
