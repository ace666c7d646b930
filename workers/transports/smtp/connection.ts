// An SMTP connection that is logged in and ready for mail: sends commands and data, each with its time limit, matches
// replies to commands by their order (pipelining), and reports a broken connection to all that wait. A duplicate or
// unsolicited reply would shift the replies of all later commands (desynchronisation), so it ends the connection.
// nodemailer opens the socket (open-connection.ts). Its `send` is not used: it cannot ask us before the content, does
// not say whether the final dot was sent, declares SMTPUTF8 by the envelope alone, and sends each command in its own
// turn of the event loop and its own packet, which took a tenth of the cost of a mail.
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { SmtpReply, SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import { SmtpFailure } from './failure.ts';
import type { RedactLogin } from './opening/login-echo.ts';
import { isRefusal, parseReply } from './replies/reply.ts';
import { ReplyReader } from './replies/reply-reader.ts';
import type { Transcript } from './transcript.ts';

/** How long to wait for the reply to QUIT; the reply makes no difference. */
const QUIT_MS = 1_000;
const SERVER_IS_LEAVING = 421;
const GO_AHEAD = 354;
const REFUSAL = /^[45]/;

interface Loss {
  reason: string;
  reply?: SmtpReply | undefined;
}

/** A caller that waits for a reply, or for the operating system to accept data. */
interface Wait {
  limitMs: number;
  /** The deadline on the monotonic clock, in milliseconds. */
  deadlineMs: number;
  fail(loss: Loss): void;
}

export class SmtpConnection {
  readonly extensions: ReadonlySet<string>;
  /** The dialogue; begun and ended with each mail. */
  readonly transcript: Transcript;
  /** Number of mails that were tried over this connection. */
  mails = 0;
  /** True if RSET must precede the next mail: to end an open transaction, or to check that replies are in step. */
  needsReset = false;
  /** True after a reply that belongs to no command (desynchronisation): the last replies cannot be trusted. */
  isDesynchronized = false;
  readonly #socket: Socket;
  readonly #redact: RedactLogin;
  readonly #replies = new ReplyReader();
  /** Callers that wait for a reply, in the order of their commands. */
  readonly #asked: ((reply: SmtpReply) => void)[] = [];
  /** True between the server's 354 and its reply to the content, which it may also refuse before the content ends. */
  #awaitsContent = false;
  readonly #waiting = new Set<Wait>();
  /**
   * One timer for all waits, set for the first deadline or earlier: a mail has five waits, and a timer for each took
   * 5 µs of the 90 µs that sending a mail over the wire costs.
   */
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;
  readonly #onClosed = new Set<() => void>();
  #loss: Loss | undefined;

  /** @param redact redacts our login in the replies of the server */
  constructor(socket: Socket, extensions: Iterable<string>, redact: RedactLogin, transcript: Transcript) {
    this.#socket = socket;
    this.#redact = redact;
    this.transcript = transcript;
    this.extensions = new Set(extensions);
    socket.on('data', (octets: Buffer) => this.#read(octets));
    socket.on('error', ({ message }) => this.#break(message));
    socket.on('end', () => this.#break('The server closed the connection.'));
    socket.on('close', () => this.#break('The server closed the connection.'));
  }

  get isEncrypted(): boolean {
    return this.#socket instanceof TLSSocket;
  }

  get isOpen(): boolean {
    return this.#loss === undefined;
  }

  /** Calls the listener once when the connection has ended, for any reason. */
  onClosed(listener: () => void): void {
    this.#onClosed.add(listener);
  }

  /**
   * Checks that the connection is open, where no command follows that would notice.
   * @throws SmtpFailure if the connection is lost
   */
  assertOpen(stage: SmtpStage): void {
    if (this.#loss) throw new SmtpFailure(stage, this.#loss.reason, this.#loss.reply);
  }

  /**
   * Sends a command line and waits for its reply.
   * @param words the text in the transcript instead
   * @throws SmtpFailure if there is no reply in time, or something that is not a reply
   */
  command(line: string, stage: SmtpStage, limitMs: number, words = line): Promise<SmtpReply> {
    return this.#answer<SmtpReply>(stage, limitMs, (resolve) => {
      this.transcript.say(words);
      this.#socket.write(`${line}\r\n`);
      this.#asked.push(resolve);
    });
  }

  /** Sends bytes unchanged; resolves when the operating system has accepted them. @throws SmtpFailure */
  async write(octets: Buffer, stage: SmtpStage, limitMs: number): Promise<void> {
    await this.#answer<void>(stage, limitMs, (resolve) => {
      // If the socket breaks, its `error` and `close` events report it.
      this.#socket.write(octets, (error) => error ?? resolve());
    });
  }

  /** Sends everything that `send` writes in one packet if possible. */
  together<T>(send: () => T): T {
    this.#socket.cork();
    try {
      return send();
    } finally {
      this.#socket.uncork();
    }
  }

  /** Closes the connection with QUIT. */
  quit(): void {
    if (!this.isOpen) return;
    this.command('QUIT', 'queue', QUIT_MS).then(
      () => this.destroy(),
      () => this.destroy(),
    );
  }

  /** Closes the connection at once; the server drops a message whose final dot was not sent (RFC 5321 §4.1.1.4). */
  destroy(): void {
    this.#break('Posthorn aborted the connection.');
  }

  #read(octets: Buffer): void {
    for (const raw of this.#replies.push(octets)) {
      if (!this.isOpen) return;
      const reply = parseReply(raw, this.#redact);
      if (reply) this.#take(reply);
      else this.#lose({ reason: 'The server sent something that is not an SMTP reply.' });
    }
    if (this.#replies.isEndless) this.#break('The reply of the server is too long.');
    else if (this.#replies.hasBegun && this.#asked.length === 0 && !this.#beginsToRefuse())
      this.#breakDesynchronized();
  }

  #take(reply: SmtpReply): void {
    this.transcript.hear(reply);
    if (this.#isEcho(reply)) {
      this.isDesynchronized = true;
      return;
    }
    const resolve = this.#asked.shift();
    const refusesContent = this.#awaitsContent && isRefusal(reply);
    this.#awaitsContent = reply.code === GO_AHEAD && this.#asked.length === 0;
    resolve?.(reply);
    // A server may send 421 at any time, also unsolicited (RFC 5321 §3.8); the commands after it get no reply.
    if (reply.code === SERVER_IS_LEAVING || (!resolve && refusesContent))
      this.#lose({ reason: reply.text, reply });
    else if (!resolve || this.isDesynchronized) this.#breakDesynchronized();
  }

  #beginsToRefuse(): boolean {
    return this.#awaitsContent && REFUSAL.test(this.#replies.begun);
  }

  /** A duplicate 354 is not the reply to the content. If it were taken as such, the mail would be sent again. */
  #isEcho({ code }: SmtpReply): boolean {
    return code === GO_AHEAD && this.#awaitsContent && this.#asked.length > 0 && !this.isDesynchronized;
  }

  /** Ends the connection: the next command would take the unsolicited reply for its own, and so on. */
  #breakDesynchronized(): void {
    this.isDesynchronized = true;
    this.#lose({ reason: 'The server sent an unsolicited reply.' });
  }

  #answer<T>(stage: SmtpStage, limitMs: number, ask: (resolve: (value: T) => void) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = ({ reason, reply }: Loss) => {
        this.#waiting.delete(wait);
        reject(new SmtpFailure(stage, reason, reply));
      };
      const wait: Wait = { limitMs, deadlineMs: performance.now() + limitMs, fail };
      if (this.#loss) {
        fail(this.#loss);
        return;
      }
      this.#waiting.add(wait);
      this.#watch(wait);
      ask((value) => {
        this.#waiting.delete(wait);
        resolve(value);
      });
    });
  }

  #watch({ deadlineMs }: Wait): void {
    if (this.#timerAtMs <= deadlineMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = deadlineMs;
    this.#timer = setTimeout(() => this.#expire(), deadlineMs - performance.now());
  }

  /** Most waits have ended when the timer fires. */
  #expire(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    const [first] = [...this.#waiting].sort((a, b) => a.deadlineMs - b.deadlineMs);
    if (!first) return;
    if (first.deadlineMs > performance.now()) this.#watch(first);
    else this.#break(`The server took longer than ${first.limitMs} ms.`);
  }

  /** The connection is over. A partial reply counts by its code: otherwise an accepted mail would be sent again. */
  #break(reason: string): void {
    if (this.#loss) return;
    const begun = parseReply(this.#replies.begun, this.#redact);
    if (begun) this.#take(begun);
    this.#lose({ reason });
  }

  /** Only the first reason counts: later ones are its consequences. */
  #lose(loss: Loss): void {
    if (this.#loss) return;
    this.#loss = loss;
    if (!loss.reply) this.transcript.note(loss.reason);
    clearTimeout(this.#timer);
    this.#socket.destroy();
    for (const { fail } of this.#waiting) fail(loss);
    for (const listener of this.#onClosed) listener();
  }
}
