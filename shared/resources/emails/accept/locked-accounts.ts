// Accounts whose counters somebody holds for long: a transaction that hangs, or one that an attack keeps open. What they
// send is stored apart from everybody else's, in its order, until it has gone through: a group that held one of them
// would wait for its lock each time, and everybody in it.
import { createConcurrencyLimit } from '../../../platform/sharing/concurrency-limit.ts';

/** Each takes a connection of the pool for accepting (api/main.ts) while it waits. */
const APART_AT_A_TIME = 2;

export class LockedAccounts {
  readonly #turns = createConcurrencyLimit(APART_AT_A_TIME);
  /** The end of what was begun last, by account. */
  readonly #last = new Map<string, Promise<void>>();

  /** Something of the account is still being stored apart. */
  has(accountId: string): boolean {
    return this.#last.has(accountId);
  }

  /** Runs when what was begun before for the account has ended. */
  run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(accountId) ?? Promise.resolve();
    const result = before.then(() => this.#turns.run(work));
    const ended = result
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (this.#last.get(accountId) === ended) this.#last.delete(accountId);
      });
    this.#last.set(accountId, ended);
    return result;
  }
}
