// Connection pool of one server: connections are reused, and limited in number, in mails per connection and in idle
// time. More mails wait, and their accounts take turns. A server that accepts no connection rests for a while (circuit breaker): in that
// time one mail at a time tries whether it is back, and the mails that wait for this connection fail with it.
import { setMaxListeners } from 'node:events';
import { FairQueue } from '../../../shared/platform/sharing/fair-queue.ts';
import type { SmtpConnection } from './connection.ts';
import type { ConnectionBudget, ConnectionGroup } from './connection-budget.ts';
import { SmtpFailure } from './failure.ts';

/** Limits of a pool. */
export interface PoolLimits {
  maxConnections: number;
  /** Mails per connection; servers close a connection at some point anyway. */
  maxMails: number;
  /** Mails that wait for a connection. */
  maxWaiting: number;
  idleMs: number;
  /** How long a server that accepts no connection rests. */
  restMs: number;
  /** Time limit for the reply to RSET. */
  resetMs: number;
}

/** The options of a pool. */
export interface PoolOptions {
  limits: PoolLimits;
  /** The budget of all pools together; absent: only `limits` bound them. */
  budget?: ConnectionBudget;
  /** The servers with which it shares a bound within the budget. */
  group?: ConnectionGroup | undefined;
  /** Opens a connection. @throws SmtpFailure, also when the signal aborts */
  open(signal: AbortSignal): Promise<SmtpConnection>;
}

interface Waiting {
  owner: string;
  resolve(connection: SmtpConnection): void;
  reject(error: unknown): void;
}

export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #open = new Set<SmtpConnection>();
  /** Idle connections. The one that was used last is taken first, so that superfluous ones reach their idle time. */
  readonly #idle = new Map<SmtpConnection, NodeJS.Timeout>();
  readonly #waiting = new FairQueue<Waiting>();
  #opening = 0;
  /** The end of its rest on the monotonic clock; undefined while the server accepts connections. */
  #restsUntil: number | undefined;
  #isClosing = false;
  readonly #breakOff = new AbortController();
  readonly #onEmpty: (() => void)[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
    // One listener for each connection that is being opened.
    setMaxListeners(0, this.#breakOff.signal);
  }

  /** True while trying is not worthwhile: no connection is open, and a mail tries now or has tried recently. */
  get isDown(): boolean {
    if (this.#restsUntil === undefined || this.#open.size > 0) return false;
    return this.#opening > 0 || performance.now() < this.#restsUntil;
  }

  get group(): ConnectionGroup | undefined {
    return this.#options.group;
  }

  /** True while it has a connection, or opens one. */
  get isServed(): boolean {
    return this.#open.size + this.#opening > 0;
  }

  /** True while it has no connection, and no mail waits for one. */
  get isEmpty(): boolean {
    return !this.isServed && this.#waiting.size === 0;
  }

  /**
   * A connection for one mail of an owner; the caller must return it with `release`.
   * @throws SmtpFailure
   */
  async acquire(owner: string): Promise<SmtpConnection> {
    if (this.#isClosing) throw closing();
    return this.#takeIdle() ?? (this.#takePlace() ? await this.#openOne(owner) : await this.#wait(owner));
  }

  /** Returns a connection to the pool, in any state. */
  release(connection: SmtpConnection): void {
    if (connection.needsReset && connection.isOpen) void this.#reset(connection);
    else this.#offer(connection);
  }

  /**
   * Graceful shutdown: rejects all waiting mails, also those that wait for a connection that is being opened, and
   * closes each other connection as soon as it is free. Resolves when none is left.
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

  /** Closes all remaining connections at once. */
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
    this.#options.budget?.removeIdle(connection);
  }

  /** Takes a slot for a connection; the caller that gets it opens it. */
  #takePlace(): boolean {
    return this.#mayOpen() && (this.#options.budget?.take(this) ?? true);
  }

  #mayOpen(): boolean {
    const size = this.#open.size + this.#opening;
    if (size === 0) return true;
    // A server that refuses another connection (421, too many) still serves the existing ones.
    const rests = this.#restsUntil !== undefined && performance.now() < this.#restsUntil;
    return size < this.#options.limits.maxConnections && !rests;
  }

  async #openOne(owner: string): Promise<SmtpConnection> {
    this.#opening += 1;
    try {
      const connection = await this.#options.open(this.#breakOff.signal);
      this.#opening -= 1;
      this.#restsUntil = undefined;
      return this.#keep(connection);
    } catch (error) {
      this.#opening -= 1;
      this.#noticeEmpty();
      const othersServe = this.#open.size + this.#opening > 0;
      // A server that refuses our login is not down.
      const isDown = !this.#isClosing && !isLoginRefusal(error);
      if (isDown) this.#restsUntil = performance.now() + this.#options.limits.restMs;
      if (!othersServe) this.#turnAway(error);
      this.#options.budget?.give(this);
      if (this.#isClosing) throw closing();
      if (isDown && othersServe) return this.#takeIdle() ?? (await this.#wait(owner));
      throw error;
    }
  }

  #keep(connection: SmtpConnection): SmtpConnection {
    this.#open.add(connection);
    connection.onClosed(() => {
      this.#wakeIdle(connection);
      this.#open.delete(connection);
      this.#options.budget?.give(this, connection);
      this.serveWaiting();
      this.#noticeEmpty();
    });
    return connection;
  }

  #wait(owner: string): Promise<SmtpConnection> {
    if (this.#isClosing) throw closing();
    if (this.#waiting.size >= this.#options.limits.maxWaiting)
      throw new SmtpFailure('queue', 'Too many mails wait for a connection.');
    return new Promise((resolve, reject) => {
      this.#waiting.push(owner, { owner, resolve, reject });
    });
  }

  async #reset(connection: SmtpConnection): Promise<void> {
    try {
      const { code } = await connection.command('RSET', 'mail', this.#options.limits.resetMs);
      connection.needsReset = code >= 300;
      if (connection.needsReset) connection.destroy();
    } catch {
      // The connection is lost, and `onClosed` has informed the pool.
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
    const next = this.#waiting.take();
    if (next) {
      next.resolve(connection);
      return;
    }
    const retire = () => this.#retire(connection);
    this.#idle.set(connection, setTimeout(retire, idleMs));
    this.#options.budget?.addIdle(this, connection, retire);
  }

  #retire(connection: SmtpConnection): void {
    this.#wakeIdle(connection);
    connection.quit();
  }

  /** A connection has ended, of this pool or another one: mails that wait may need a new one. */
  serveWaiting(): void {
    while (!this.#isClosing && this.#waiting.size > 0 && this.#takePlace()) {
      const next = this.#waiting.take();
      if (next) this.#openOne(next.owner).then(next.resolve, next.reject);
    }
  }

  #turnAway(error: unknown): void {
    for (const { reject } of this.#waiting.clear()) reject(error);
  }

  #noticeEmpty(): void {
    if (!this.#isClosing || this.#open.size + this.#opening > 0) return;
    for (const resolve of this.#onEmpty.splice(0)) resolve();
  }
}

function closing(): SmtpFailure {
  return new SmtpFailure('queue', 'The transport is closing.');
}

function isLoginRefusal(error: unknown): boolean {
  return error instanceof SmtpFailure && error.stage === 'auth' && error.reply !== undefined;
}
