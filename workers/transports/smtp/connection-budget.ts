// The connections of a process to all servers together, where their number is not known before: each recipient's domain
// has its own. A pool takes a slot before it opens a connection. While none is left, the connection that has been idle
// longest makes room for a pool without connections, and such pools get a slot in turn. A pool with a connection gets
// only the slot of one that has been idle for a second: otherwise pools would close each other's connections, and every
// second mail would open a new one.
import type { SmtpConnection } from './connection.ts';

/** Servers that share a bound of their own. */
export interface ConnectionGroup {
  /** Connections to all of them at a time. */
  readonly limit: number;
}

/** A pool, as the budget sees it. */
interface Client {
  readonly group?: ConnectionGroup | undefined;
  /** True while it has a connection: its mails need no other one. */
  readonly isServed: boolean;
  /** Takes places for mails that wait, while there are any. */
  serveWaiting(): void;
}

/** A connection that is idle. */
interface Idle {
  group: ConnectionGroup | undefined;
  sinceMs: number;
  retire(): void;
}

/** The pool of a connection that has been idle for so long has few mails for it. */
const SPARE_AFTER_MS = 1_000;

export class ConnectionBudget {
  #left: number;
  /** Since when each connection is idle, and how it is closed; the one that has been idle longest is first. */
  readonly #idle = new Map<SmtpConnection, Idle>();
  /** Connections of each group. */
  readonly #taken = new Map<ConnectionGroup, number>();
  /** Idle connections that are being closed: QUIT has its answer first. */
  readonly #retiring = new Map<SmtpConnection, ConnectionGroup | undefined>();
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
    const isFree = () => this.#left > 0 && !this.#isFull(client.group);
    if (!isFree()) {
      (client.isServed ? this.#served : this.#unserved).add(client);
      this.#makeRoom();
    }
    if (!isFree()) return false;
    this.#left -= 1;
    this.#count(client.group, 1);
    this.#unserved.delete(client);
    this.#served.delete(client);
    return true;
  }

  /** Gives a place back. @param connection the one that has ended; absent: none was opened */
  give({ group }: Client, connection?: SmtpConnection): void {
    this.#left += 1;
    this.#count(group, -1);
    if (connection) this.#retiring.delete(connection);
    this.#serveWaiting();
  }

  /** A connection is idle. @param retire closes it, now or when another pool needs its place */
  addIdle({ group }: Client, connection: SmtpConnection, retire: () => void): void {
    this.#idle.set(connection, { group, sinceMs: this.#nowMs(), retire });
    // The bound of a group may have grown.
    this.#serveWaiting();
    this.#makeRoom();
  }

  removeIdle(connection: SmtpConnection): void {
    this.#idle.delete(connection);
  }

  #serveWaiting(): void {
    for (const clients of [this.#unserved, this.#served])
      for (const client of [...clients]) {
        if (this.#left === 0) return;
        // If it waits for another one, it is the last then.
        clients.delete(client);
        client.serveWaiting();
      }
  }

  /** Closes as many idle connections as there are pools that wait for their places. */
  #makeRoom(): void {
    let retiring = [...this.#retiring.values()];
    for (const [clients, idleForMs] of [
      [this.#unserved, 0],
      [this.#served, SPARE_AFTER_MS],
    ] as const) {
      const serves = this.#findWanted(clients);
      retiring = retiring.filter((group) => !serves(group));
      for (const [connection, { group, sinceMs, retire }] of this.#idle)
        if (this.#nowMs() - sinceMs >= idleForMs && serves(group)) this.#retire(connection, group, retire);
    }
  }

  /** @returns whether the place of a connection of a group serves one of the clients that is not served yet */
  #findWanted(clients: Iterable<Client>): (group: ConnectionGroup | undefined) => boolean {
    // A pool of a full group needs a place of that group; undefined: those that need any.
    const wanted = new Map<ConnectionGroup | undefined, number>();
    for (const { group } of clients) {
      const needed = this.#isFull(group) ? group : undefined;
      if (needed || this.#left === 0) wanted.set(needed, (wanted.get(needed) ?? 0) + 1);
    }
    return (group) => {
      const served = wanted.has(group) ? group : undefined;
      const left = (wanted.get(served) ?? 0) - 1;
      if (left > 0) wanted.set(served, left);
      else wanted.delete(served);
      return left >= 0;
    };
  }

  #retire(connection: SmtpConnection, group: ConnectionGroup | undefined, retire: () => void): void {
    this.#idle.delete(connection);
    this.#retiring.set(connection, group);
    retire();
  }

  #isFull(group: ConnectionGroup | undefined): boolean {
    return group !== undefined && (this.#taken.get(group) ?? 0) >= group.limit;
  }

  #count(group: ConnectionGroup | undefined, change: number): void {
    if (!group) return;
    const taken = (this.#taken.get(group) ?? 0) + change;
    if (taken > 0) this.#taken.set(group, taken);
    else this.#taken.delete(group);
  }
}
