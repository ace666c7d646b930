// Watches accounts for changes, for the people who look at them (GET /app/changes): one statement a second for all of
// them, none while no account is watched. Sends do no work for it. The same statement finds the sessions that have
// ended, with which their watches end. A watch names the resources that have changed, never their contents.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Logger } from '../../../platform/log/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { type ChangeSources, readWatched, SeenMarks } from './read-marks.ts';

/** Watches of a process, of one account, and of one session: more tabs than people have, and more browsers than share one. */
const WATCHES_MAX = 2_000;
const WATCHES_OF_ACCOUNT_MAX = 200;
const WATCHES_OF_SESSION_MAX = 20;
const TICK_MS = 1_000;
/** A slow statement is not repeated before it has rested for so many times its own length, or for ten seconds: people wait. */
const REST = 4;
const REST_MAX_MS = 10_000;

/** A stream to a person who watches an account. */
export interface Watcher {
  sessionId: string;
  accountId: string;
  /** Called once without names as soon as changes can be seen, and then with the names of what has changed. */
  onChanged(names: readonly string[]): void;
  /** The session has ended or acts in another account, or the process stops. */
  onEnd(): void;
}

/** The dependencies of a watch in a process. */
export interface WatchDeps extends ChangeSources {
  database: Database;
  clock: Clock;
  log: Logger;
  /** Every name that a change can have. */
  names: readonly string[];
  /** A test replaces it. */
  wait?: (ms: number) => Promise<void>;
}

const waitFor = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/** Watches accounts in a process. */
export class ChangeWatch {
  readonly #deps: WatchDeps;
  readonly #watchers = new Set<Watcher>();
  readonly #accounts = new Map<string, SeenMarks>();
  #isTicking = false;
  #isClosed = false;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** Begins a watch. @returns a function that ends it; undefined: there is no room, or the process stops */
  watch(watcher: Watcher): (() => void) | undefined {
    if (this.#isClosed || !this.#hasRoom(watcher)) return undefined;
    this.#watchers.add(watcher);
    const { accountId } = watcher;
    const seen = this.#accounts.get(accountId) ?? new SeenMarks(this.#deps);
    this.#accounts.set(accountId, seen);
    // After the caller has prepared for it.
    if (seen.isKnown) queueMicrotask(() => watcher.onChanged([]));
    void this.#tickUntilNoneWatches();
    return () => this.#remove(watcher);
  }

  /** Ends all watches, and begins none any more. */
  close(): void {
    this.#isClosed = true;
    for (const watcher of [...this.#watchers]) this.#end(watcher);
  }

  #hasRoom({ sessionId, accountId }: Watcher): boolean {
    const others = [...this.#watchers];
    return (
      others.length < WATCHES_MAX &&
      others.filter((other) => other.accountId === accountId).length < WATCHES_OF_ACCOUNT_MAX &&
      others.filter((other) => other.sessionId === sessionId).length < WATCHES_OF_SESSION_MAX
    );
  }

  #end(watcher: Watcher): void {
    this.#remove(watcher);
    watcher.onEnd();
  }

  #remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    const isWatched = [...this.#watchers].some(({ accountId }) => accountId === watcher.accountId);
    if (!isWatched) this.#accounts.delete(watcher.accountId);
  }

  /** One tick after the other: a slow statement delays the next one, and one that fails is tried again. */
  async #tickUntilNoneWatches(): Promise<void> {
    if (this.#isTicking) return;
    this.#isTicking = true;
    const { log, wait = waitFor } = this.#deps;
    while (this.#watchers.size > 0) {
      const startedAt = performance.now();
      await this.#tick().catch((error: unknown) => log.warn({ err: error }, 'changes could not be read'));
      await wait(Math.min(Math.max(TICK_MS, REST * (performance.now() - startedAt)), REST_MAX_MS));
    }
    this.#isTicking = false;
  }

  async #tick(): Promise<void> {
    const { database, clock } = this.#deps;
    const now = clock.now();
    const accounts = new Map(this.#accounts);
    const watchers = [...this.#watchers];
    const sessionIds = [...new Set(watchers.map(({ sessionId }) => sessionId))];
    const [sessions, marks] = await transaction(database, (client) =>
      readWatched(client, this.#deps, { sessionIds, accounts }, now),
    );
    for (const watcher of watchers)
      if (this.#watchers.has(watcher) && sessions.get(watcher.sessionId) !== watcher.accountId)
        this.#end(watcher);
    const changes = new Map<string, readonly string[]>();
    for (const read of marks) {
      const seen = accounts.get(read.accountId);
      if (!seen) continue;
      const isFirst = !seen.isKnown;
      const changed = seen.take(read);
      const names = changed === 'everything' ? this.#deps.names : [...changed].sort();
      if (isFirst || names.length > 0) changes.set(read.accountId, names);
    }
    this.#report(changes, accounts);
  }

  /** A watcher that joined a yet unknown account during the tick is notified too. */
  #report(changes: ReadonlyMap<string, readonly string[]>, read: ReadonlyMap<string, SeenMarks>): void {
    for (const { accountId, onChanged } of [...this.#watchers]) {
      const names = changes.get(accountId);
      if (names && read.get(accountId) === this.#accounts.get(accountId)) onChanged(names);
    }
  }
}
