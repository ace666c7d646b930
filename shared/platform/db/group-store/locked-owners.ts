// Knows the owners whose lock (for example on the quota counters of an account) another transaction holds for long,
// because it hangs. Their items are stored apart from those of other owners, in order, until none is left: otherwise
// each group with such an owner would wait for the lock, and with it all other items of the group.
import { createConcurrencyLimit } from '../../sharing/concurrency-limit.ts';

/** Each holds a connection of the store's pool (api/main.ts) while it waits for the lock. */
const APART_AT_A_TIME = 2;

export class LockedOwners {
  readonly #turns = createConcurrencyLimit(APART_AT_A_TIME);
  /** The end of the latest write, by owner. */
  readonly #last = new Map<string, Promise<void>>();

  /** True while items of the owner are being stored apart. */
  has(owner: string): boolean {
    return this.#last.has(owner);
  }

  /** Runs `work` after all earlier work of the owner has ended. */
  run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(owner) ?? Promise.resolve();
    const result = before.then(() => this.#turns.run(work));
    const ended = result
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (this.#last.get(owner) === ended) this.#last.delete(owner);
      });
    this.#last.set(owner, ended);
    return result;
  }
}
