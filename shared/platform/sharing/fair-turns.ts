// Fair turns of the event loop: computations of many callers, each of up to about ten milliseconds, run one after the
// other, a few per turn of the event loop, and owners take turns (round robin). However many callers compute at a time,
// the loop is blocked no longer than by one of them, and an owner with many does not delay an owner with one. If much
// else runs on the loop, a pause of the same length follows each turn, so half of its time is always free for that.
import { FairQueue } from './fair-queue.ts';

/**
 * How long computations block the event loop at a time, in addition to the last of them, unless the caller sets another
 * time.
 */
const TURN_MS = 20;

/** Runs the computations of a process. */
export class FairTurns {
  readonly #turnMs: number;
  readonly #rests: boolean;
  readonly #waiting = new FairQueue<(mayGoOn: () => boolean) => void>();
  #isScheduled = false;
  #restsUntilMs = 0;

  /**
   * @param turnMs shorter where the work in between is a dialogue with the database, each word of which has to wait
   * @param rests whether a pause of the same length follows each turn
   */
  constructor(turnMs = TURN_MS, { rests = false } = {}) {
    this.#turnMs = turnMs;
    this.#rests = rests;
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
    const restMs = this.#restsUntilMs - performance.now();
    // A timer takes a millisecond at least.
    if (restMs >= 1) setTimeout(() => this.#work(), restMs);
    else setImmediate(() => this.#work());
  }

  #work(): void {
    const startedAtMs = performance.now();
    const endsAtMs = startedAtMs + this.#turnMs;
    const mayGoOn = () => performance.now() < endsAtMs;
    this.#isScheduled = false;
    do this.#waiting.take()?.(mayGoOn);
    while (this.#waiting.size > 0 && mayGoOn());
    const endedAtMs = performance.now();
    if (this.#rests) this.#restsUntilMs = endedAtMs + (endedAtMs - startedAtMs);
    this.#schedule();
  }
}
