// One contact write at a time for each account whose plan limits its contacts, in this process: the others wait in
// memory. In the database they would all wait for the same lock, each with a connection, and ten of them would leave
// none for the requests of other accounts. Accounts without a limit do not wait: which account has one is learned from
// its last write (write-contacts.ts).
import { CONTACT_LOCK_WAIT_MS, contactsBusy } from './refusals.ts';

/** How long a write may take. Only tests change these times. */
export interface ContactTimes {
  /** How long it waits in memory, and then for the lock in the database, before it is refused with `contacts_busy`. */
  waitMs: number;
  /** How long it works, once it has the lock, before it is rolled back with `contacts_timeout`. */
  workMs: number;
}

const TIMES: ContactTimes = { waitMs: CONTACT_LOCK_WAIT_MS, workMs: 15_000 };

/** Gives the turn to the next write. */
type Leave = () => void;

/** A write that waits for its turn. */
interface Waiter {
  enter(leave: Leave): void;
}

type Lane = Set<Waiter>;

const NO_TURN: Leave = () => {};

/** The lanes of a process. */
export class ContactLanes {
  readonly times: ContactTimes;
  /** Whether an account has a contact limit; absent: not known yet, so one write finds it out. */
  readonly #limited = new Map<string, boolean>();
  /** Accounts with a write in progress → the writes that wait for it. */
  readonly #lanes = new Map<string, Lane>();

  constructor(times: ContactTimes = TIMES) {
    this.times = times;
  }

  /** Does work in the account's turn. @throws DomainError `contacts_busy` */
  async run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.#enter(accountId);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Records whether an account has a contact limit. If it has none, all its waiting writes may continue. */
  learn(accountId: string, isLimited: boolean): void {
    this.#limited.set(accountId, isLimited);
    const lane = this.#lanes.get(accountId);
    if (isLimited || !lane) return;
    this.#lanes.delete(accountId);
    for (const waiter of lane) waiter.enter(NO_TURN);
  }

  #enter(accountId: string): Promise<Leave> {
    if (this.#limited.get(accountId) === false) return Promise.resolve(NO_TURN);
    const lane = this.#lanes.get(accountId);
    if (lane) return this.#wait(accountId, lane);
    const own: Lane = new Set();
    this.#lanes.set(accountId, own);
    return Promise.resolve(() => this.#leave(accountId, own));
  }

  #wait(accountId: string, lane: Lane): Promise<Leave> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        enter(leave) {
          clearTimeout(timer);
          resolve(leave);
        },
      };
      const timer = setTimeout(() => {
        lane.delete(waiter);
        // Only accounts with a limit take turns: without a known limit, the write continues without a turn.
        if (this.#limited.get(accountId)) reject(contactsBusy());
        else resolve(NO_TURN);
      }, this.times.waitMs);
      lane.add(waiter);
    });
  }

  #leave(accountId: string, lane: Lane): void {
    const [next] = lane;
    if (next) {
      lane.delete(next);
      next.enter(() => this.#leave(accountId, lane));
    } else if (this.#lanes.get(accountId) === lane) this.#lanes.delete(accountId);
  }
}
