// An open connection to a server, logged in and ready for mail: commands and octets go out, each with its time
// limit, replies come back in order, and whatever breaks is told to everybody who waits. The socket was opened by
// nodemailer (`open-connection.ts`). Its own `send` is not used: it cannot ask us before the content, does not say
// whether the final dot was out, declares SMTPUTF8 by the envelope alone, and sends each command in a turn of the
// event loop and a packet of its own, which took a tenth of what a mail costs.
import type { Socket } from 'node:net';
import type { SmtpReply, SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import { SmtpFailure } from './failure.ts';
import type { StrikeOut } from './opening/login-echo.ts';
import { isRefusal, parseReply } from './replies/reply.ts';
import { ReplyReader } from './replies/reply-reader.ts';

/** How long a server may take to answer QUIT; whether it does makes no difference. */
const QUIT_MS = 1_000;
const SERVER_IS_LEAVING = 421;
const GO_AHEAD = 354;
const REFUSAL = /^[45]/;

interface Loss {
  reason: string;
  reply?: SmtpReply | undefined;
}

/** Somebody who waits for a reply, or for the system to take octets. */
interface Wait {
  limitMs: number;
  /** On the monotonic clock. */
  deadlineMs: number;
  fail(loss: Loss): void;
}

export class SmtpConnection {
  readonly extensions: ReadonlySet<string>;
  /** Mails that were tried over it. */
  mails = 0;
  /** True while a transaction is open at the server, which RSET ends, or it is to say that it is in step. */
  needsReset = false;
  /** True when a reply came that belongs to no command: nothing is sure of what it answered last. */
  isOutOfStep = false;
  readonly #socket: Socket;
  readonly #strikeOut: StrikeOut;
  readonly #replies = new ReplyReader();
  /** Who waits for a reply, in the order of the commands. */
  readonly #asked: ((reply: SmtpReply) => void)[] = [];
  /** True from the server's go-ahead to its reply to the content, which it may also refuse in its middle. */
  #awaitsContent = false;
  readonly #waiting = new Set<Wait>();
  /**
   * One for all that wait, set for the first deadline or before it: a mail has five, and a timer for each took 5 µs of
   * the 90 that its way over the wire costs.
   */
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;
  readonly #onClosed = new Set<() => void>();
  #loss: Loss | undefined;

  /** @param strikeOut takes our login out of what the server says */
  constructor(socket: Socket, extensions: Iterable<string>, strikeOut: StrikeOut) {
    this.#socket = socket;
    this.#strikeOut = strikeOut;
    this.extensions = new Set(extensions);
    socket.on('data', (octets: Buffer) => this.#read(octets));
    socket.on('error', ({ message }) => this.#break(message));
    socket.on('end', () => this.#break('The server closed the connection.'));
    socket.on('close', () => this.#break('The server closed the connection.'));
  }

  get isOpen(): boolean {
    return this.#loss === undefined;
  }

  /** Calls back once when the connection is gone, for whatever reason. */
  onClosed(listener: () => void): void {
    this.#onClosed.add(listener);
  }

  /**
   * Says that it is lost, where nothing is asked that would.
   * @throws SmtpFailure
   */
  assertOpen(stage: SmtpStage): void {
    if (this.#loss) throw new SmtpFailure(stage, this.#loss.reason, this.#loss.reply);
  }

  /**
   * Sends a command line and waits for its reply.
   * @throws SmtpFailure when there is none in time, or something that is no reply
   */
  command(line: string, stage: SmtpStage, limitMs: number): Promise<SmtpReply> {
    return this.#answer<SmtpReply>(stage, limitMs, (resolve) => {
      this.#socket.write(`${line}\r\n`);
      this.#asked.push(resolve);
    });
  }

  /** Sends octets as they are; resolves when the operating system has taken them. */
  async write(octets: Buffer, stage: SmtpStage, limitMs: number): Promise<void> {
    await this.#answer<void>(stage, limitMs, (resolve) => {
      // Of a socket that breaks, `error` and `close` tell.
      this.#socket.write(octets, (error) => error ?? resolve());
    });
  }

  /** What `send` sends leaves together. */
  together<T>(send: () => T): T {
    this.#socket.cork();
    try {
      return send();
    } finally {
      this.#socket.uncork();
    }
  }

  /** Ends it in order. */
  quit(): void {
    if (!this.isOpen) return;
    this.command('QUIT', 'queue', QUIT_MS).then(
      () => this.destroy(),
      () => this.destroy(),
    );
  }

  /** Breaks it off; a message whose final dot was not sent is dropped by the server (RFC 5321 §4.1.1.4). */
  destroy(): void {
    this.#break('The connection was broken off.');
  }

  #read(octets: Buffer): void {
    for (const raw of this.#replies.push(octets)) {
      if (!this.isOpen) return;
      const reply = parseReply(raw, this.#strikeOut);
      if (reply) this.#take(reply);
      else this.#lose({ reason: 'The server answered something that is no SMTP reply.' });
    }
    if (this.#replies.isEndless) this.#break('The reply of the server does not end.');
    else if (this.#replies.hasBegun && this.#asked.length === 0 && !this.#beginsToRefuse())
      this.#leaveOutOfStep();
  }

  #take(reply: SmtpReply): void {
    if (this.#isEcho(reply)) {
      this.isOutOfStep = true;
      return;
    }
    const resolve = this.#asked.shift();
    const refusesContent = this.#awaitsContent && isRefusal(reply);
    this.#awaitsContent = reply.code === GO_AHEAD && this.#asked.length === 0;
    resolve?.(reply);
    // It may say so at any time, also unasked (RFC 5321 §3.8); what was sent behind gets no answer.
    if (reply.code === SERVER_IS_LEAVING || (!resolve && refusesContent))
      this.#lose({ reason: reply.text, reply });
    else if (!resolve || this.isOutOfStep) this.#leaveOutOfStep();
  }

  #beginsToRefuse(): boolean {
    return this.#awaitsContent && REFUSAL.test(this.#replies.begun);
  }

  /** A go-ahead said twice is no answer to the content; without the one behind it the mail would be sent again. */
  #isEcho({ code }: SmtpReply): boolean {
    return code === GO_AHEAD && this.#awaitsContent && this.#asked.length > 0 && !this.isOutOfStep;
  }

  /** What was not asked for, the next command would take for its answer, and each one behind it the one before. */
  #leaveOutOfStep(): void {
    this.isOutOfStep = true;
    this.#lose({ reason: 'The server spoke without being asked.' });
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

  /** Most who waited have their answer by now. */
  #expire(): void {
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    const [first] = [...this.#waiting].sort((a, b) => a.deadlineMs - b.deadlineMs);
    if (!first) return;
    if (first.deadlineMs > performance.now()) this.#watch(first);
    else this.#break(`The server took longer than ${first.limitMs} ms.`);
  }

  /** Nothing more comes. A reply that has begun counts as far as it came, or a mail that is out would go out again. */
  #break(reason: string): void {
    if (this.#loss) return;
    const begun = parseReply(this.#replies.begun, this.#strikeOut);
    if (begun) this.#take(begun);
    this.#lose({ reason });
  }

  /** The first reason counts: what follows it is only its consequence. */
  #lose(loss: Loss): void {
    if (this.#loss) return;
    this.#loss = loss;
    clearTimeout(this.#timer);
    this.#socket.destroy();
    for (const { fail } of this.#waiting) fail(loss);
    for (const listener of this.#onClosed) listener();
  }
}
