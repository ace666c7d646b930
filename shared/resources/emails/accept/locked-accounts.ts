// Accounts whose quota counters are locked for long by another transaction, for example one that hangs. Their
// submissions are stored apart from those of other accounts, in order, until none is left: otherwise each group with
// such an account would wait for the lock, and with it all other submissions of the group.
import { createConcurrencyLimit } from '../../../platform/sharing/concurrency-limit.ts';

/** Each holds a connection of the pool for accepting (api/main.ts) while it waits for the lock. */
const APART_AT_A_TIME = 2;

export class LockedAccounts {
  readonly #turns = createConcurrencyLimit(APART_AT_A_TIME);
  /** The end of the latest submission, by account. */
  readonly #last = new Map<string, Promise<void>>();

  /** True while submissions of the account are being stored apart. */
  has(accountId: string): boolean {
    return this.#last.has(accountId);
  }

  /** Runs `work` after all earlier work of the account has ended. */
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
