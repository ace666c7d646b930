// The connections to one server: reused, bounded in number, in mails each and in idle time. Mails beyond them wait
// in line. A server that lets nobody in rests for a while: then one mail at a time finds out whether it is back,
// and all others are told at once that it is down.
import { setMaxListeners } from 'node:events';
import type { SmtpConnection } from './connection.ts';
import { SmtpFailure } from './failure.ts';

/** Bounds of a pool. */
export interface PoolLimits {
  maxConnections: number;
  /** Mails over one connection; servers close it some time anyway. */
  maxMails: number;
  /** Mails that wait for a connection. */
  maxWaiting: number;
  idleMs: number;
  /** How long a server that lets nobody in rests. */
  restMs: number;
  /** For the reply to RSET. */
  resetMs: number;
}

/** What a pool needs. */
export interface PoolOptions {
  limits: PoolLimits;
  /** Opens a connection; throws SmtpFailure, also when the signal says that it is not wanted any more. */
  open(signal: AbortSignal): Promise<SmtpConnection>;
}

interface Waiting {
  resolve(connection: SmtpConnection): void;
  reject(error: unknown): void;
}

export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #open = new Set<SmtpConnection>();
  /** The one that was used last is taken first, so that those which are not needed grow old. */
  readonly #idle = new Map<SmtpConnection, NodeJS.Timeout>();
  readonly #waiting: Waiting[] = [];
  #opening = 0;
  /** On the monotonic clock; undefined: the server lets us in. */
  #restsUntil: number | undefined;
  #isClosing = false;
  readonly #breakOff = new AbortController();
  readonly #onEmpty: (() => void)[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
    // One for each connection that is being opened.
    setMaxListeners(0, this.#breakOff.signal);
  }

  /** True while it is not worth asking: nothing is open, and somebody tries or has tried just now. */
  get isDown(): boolean {
    if (this.#restsUntil === undefined || this.#open.size > 0) return false;
    return this.#opening > 0 || performance.now() < this.#restsUntil;
  }

  /**
   * A connection for one mail; whoever gets it gives it back by `release`.
   * @throws SmtpFailure
   */
  async acquire(): Promise<SmtpConnection> {
    if (this.#isClosing) throw closing();
    return this.#takeIdle() ?? (this.#mayOpen() ? await this.#openOne() : await this.#wait());
  }

  /** Takes a connection back, in whatever state it is. */
  release(connection: SmtpConnection): void {
    if (connection.needsReset && connection.isOpen) void this.#reset(connection);
    else this.#offer(connection);
  }

  /**
   * Turns away who waits, also for a connection that is being opened, and closes each other one as soon as it is
   * free; resolves when none is left.
   */
  close(): Promise<void> {
    this.#isClosing = true;
    this.#turnAway(closing());
    this.#breakOff.abort();
    for (const connection of [...this.#idle.keys()]) this.#retire(connection);
    return new Promise((resolve) => {
      this.#onEmpty.push(resolve);
      this.#noticeEmpty();
    });
  }

  /** Breaks off what is left. */
  destroy(): void {
    for (const connection of [...this.#open]) connection.destroy();
  }

  #takeIdle(): SmtpConnection | undefined {
    const connection = [...this.#idle.keys()].at(-1);
    if (connection) this.#wakeIdle(connection);
    return connection;
  }

  #wakeIdle(connection: SmtpConnection): void {
    clearTimeout(this.#idle.get(connection));
    this.#idle.delete(connection);
  }

  #mayOpen(): boolean {
    const size = this.#open.size + this.#opening;
    if (size === 0) return true;
    // A server that refuses a further connection (421, too many) still serves those that it has.
    const rests = this.#restsUntil !== undefined && performance.now() < this.#restsUntil;
    return size < this.#options.limits.maxConnections && !rests;
  }

  async #openOne(): Promise<SmtpConnection> {
    this.#opening += 1;
    try {
      const connection = await this.#options.open(this.#breakOff.signal);
      this.#opening -= 1;
      this.#restsUntil = undefined;
      return this.#keep(connection);
    } catch (error) {
      this.#opening -= 1;
      this.#noticeEmpty();
      if (this.#isClosing) throw closing();
      const othersServe = this.#open.size + this.#opening > 0;
      // A server that does not know our login is not down.
      if (!isLoginRefusal(error)) {
        this.#restsUntil = performance.now() + this.#options.limits.restMs;
        if (othersServe) return await this.#wait();
      }
      if (!othersServe) this.#turnAway(error);
      throw error;
    }
  }

  #keep(connection: SmtpConnection): SmtpConnection {
    this.#open.add(connection);
    connection.onClosed(() => {
      this.#wakeIdle(connection);
      this.#open.delete(connection);
      this.#serveWaiting();
      this.#noticeEmpty();
    });
    return connection;
  }

  #wait(): Promise<SmtpConnection> {
    if (this.#isClosing) throw closing();
    if (this.#waiting.length >= this.#options.limits.maxWaiting)
      throw new SmtpFailure('queue', 'Too many mails wait for a connection.');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  async #reset(connection: SmtpConnection): Promise<void> {
    try {
      const { code } = await connection.command('RSET', 'mail', this.#options.limits.resetMs);
      connection.needsReset = code >= 300;
      if (connection.needsReset) connection.destroy();
    } catch {
      // The connection is gone, and `onClosed` has told the pool.
    }
    this.#offer(connection);
  }

  #offer(connection: SmtpConnection): void {
    if (!connection.isOpen) return;
    const { maxMails, idleMs } = this.#options.limits;
    if (this.#isClosing || connection.mails >= maxMails) {
      this.#retire(connection);
      return;
    }
    const next = this.#waiting.shift();
    if (next) next.resolve(connection);
    else
      this.#idle.set(
        connection,
        setTimeout(() => this.#retire(connection), idleMs),
      );
  }

  #retire(connection: SmtpConnection): void {
    this.#wakeIdle(connection);
    connection.quit();
  }

  /** A connection is gone: those who wait may need a new one. */
  #serveWaiting(): void {
    if (this.#isClosing || this.#waiting.length === 0 || !this.#mayOpen()) return;
    const next = this.#waiting.shift();
    if (next) this.#openOne().then(next.resolve, next.reject);
  }

  #turnAway(error: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #noticeEmpty(): void {
    if (!this.#isClosing || this.#open.size + this.#opening > 0) return;
    for (const resolve of this.#onEmpty.splice(0)) resolve();
  }
}

function closing(): SmtpFailure {
  return new SmtpFailure('queue', 'The relay is closing.');
}

function isLoginRefusal(error: unknown): boolean {
  return error instanceof SmtpFailure && error.stage === 'auth' && error.reply !== undefined;
}
