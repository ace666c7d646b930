// The connections of a process to all servers together, where their number is not known before: each recipient's domain has
// its own. A pool takes a place before it opens a connection. While none is left, the connection that has been idle
// longest makes room for a pool that has none, and such pools get a place in turns. A pool that has one gets only the place
// of a connection that has been idle for a second: otherwise pools would close each other's connections, and every second
// mail would open a new one.
import type { SmtpConnection } from './connection.ts';

/** A pool, as the budget sees it. */
interface Client {
  /** True while it has a connection: its mails need no other one. */
  readonly isServed: boolean;
  /** Takes places for mails that wait, while there are any. */
  serveWaiting(): void;
}

/** The pool of a connection that has been idle for so long has few mails for it. */
const SPARE_AFTER_MS = 1_000;

export class ConnectionBudget {
  #left: number;
  /** Since when each is idle, and how it is closed; the one that has been idle longest comes first. */
  readonly #idle = new Map<SmtpConnection, { sinceMs: number; retire(): void }>();
  /** Idle connections that are being closed: QUIT has its answer first. */
  readonly #retiring = new Set<SmtpConnection>();
  /** Pools that have found no place, the first one first: those without a connection, and the others. */
  readonly #unserved = new Set<Client>();
  readonly #served = new Set<Client>();

  readonly #nowMs: () => number;

  /** @param max connections at a time @param nowMs monotonic */
  constructor(max: number, nowMs = () => performance.now()) {
    this.#left = max;
    this.#nowMs = nowMs;
  }

  /** Takes a place. @returns false: there is none; `serveWaiting` is called when there is one */
  take(client: Client): boolean {
    if (this.#left === 0) {
      (client.isServed ? this.#served : this.#unserved).add(client);
      this.#makeRoom();
    }
    if (this.#left === 0) return false;
    this.#left -= 1;
    this.#unserved.delete(client);
    this.#served.delete(client);
    return true;
  }

  /** Gives a place back. @param connection the one that has ended; absent: none was opened */
  give(connection?: SmtpConnection): void {
    this.#left += 1;
    if (connection) this.#retiring.delete(connection);
    for (const clients of [this.#unserved, this.#served])
      for (const client of [...clients]) {
        if (this.#left === 0) return;
        // If it waits for another one, it is the last then.
        clients.delete(client);
        client.serveWaiting();
      }
  }

  /** A connection is idle. @param retire closes it, now or when another pool needs its place */
  addIdle(connection: SmtpConnection, retire: () => void): void {
    this.#idle.set(connection, { sinceMs: this.#nowMs(), retire });
    this.#makeRoom();
  }

  removeIdle(connection: SmtpConnection): void {
    this.#idle.delete(connection);
  }

  /** Closes as many idle connections as there are pools that wait for a place. */
  #makeRoom(): void {
    for (const [connection, { sinceMs, retire }] of this.#idle) {
      const isSpare = this.#nowMs() - sinceMs >= SPARE_AFTER_MS;
      const wanted = this.#unserved.size + (isSpare ? this.#served.size : 0);
      if (this.#retiring.size >= wanted) return;
      this.#idle.delete(connection);
      this.#retiring.add(connection);
      retire();
    }
  }
}
