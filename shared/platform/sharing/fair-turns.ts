// Fair turns of the event loop: computations of many callers, each of up to some ten milliseconds, run one after the
// other, a few per turn of the event loop, and owners take turns (round robin). However many callers compute at a time,
// the loop is blocked no longer than by one of them, and an owner with many does not delay an owner with one.
import { FairQueue } from './fair-queue.ts';

/** How long computations block the event loop at a time, in addition to the last of them, unless they say otherwise. */
const TURN_MS = 20;

/** Runs the computations of a process. */
export class FairTurns {
  readonly #turnMs: number;
  readonly #waiting = new FairQueue<(mayGoOn: () => boolean) => void>();
  #isScheduled = false;

  /** @param turnMs shorter where the work in between is a dialogue with the database, each word of which has to wait */
  constructor(turnMs = TURN_MS) {
    this.#turnMs = turnMs;
  }

  /**
   * Runs a computation in a later turn of the event loop.
   * @param compute may be a part of a longer one: it should end when `mayGoOn` answers false, and be continued by
   *   another call
   * @returns its result; rejects if it throws
   */
  run<Result>(owner: string, compute: (mayGoOn: () => boolean) => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(owner, (mayGoOn) => {
        try {
          resolve(compute(mayGoOn));
        } catch (error) {
          reject(error);
        }
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => this.#work());
  }

  #work(): void {
    const endsAtMs = performance.now() + this.#turnMs;
    const mayGoOn = () => performance.now() < endsAtMs;
    this.#isScheduled = false;
    do this.#waiting.take()?.(mayGoOn);
    while (this.#waiting.size > 0 && mayGoOn());
    this.#schedule();
  }
}
