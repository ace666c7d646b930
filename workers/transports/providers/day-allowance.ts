// How many mails a process may still send by a provider on this UTC day. Processes take them from the row of the provider, a part at a
// time, so that together they never send more than it takes a day; what a process has taken and does not use is lost for the day.
import type { Database } from '../../../shared/platform/db/connect.ts';
import type { Logger } from '../../../shared/platform/log/log.ts';
import type { Clock } from '../../../shared/platform/time/clock.ts';
import { SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { nextDayOf, utcDayOf } from '../../../shared/platform/time/utc-days.ts';
import { reserveDailyAllowance } from '../../../shared/resources/foundation/providers/reserve-daily-allowance.ts';

/** A process takes this part of a day, so that what a killed one has not used is little. */
const PART = 1 / 200;
const TAKEN_MAX = 1_000;

/** The options of a day allowance. */
export interface DayAllowanceOptions {
  database: Database;
  clock: Clock;
  log: Logger;
  provider: string;
}

export class DayAllowance {
  readonly #options: DayAllowanceOptions;
  #day = '';
  #left = 0;
  /** Mails taken on this day in all. */
  #taken = 0;
  /** Nothing is left for anybody on this day. */
  #isUsedUp = false;
  #taking: Promise<void> | undefined;
  #askAgainAtMs = 0;

  constructor(options: DayAllowanceOptions) {
    this.#options = options;
  }

  /** Mails that may be begun now; asks for more. @param perDay what the provider takes a day */
  left(perDay: number): number {
    this.#turnDay();
    const part = Math.min(TAKEN_MAX, Math.max(1, Math.floor(perDay * PART)));
    if (this.#left < part && !this.#isUsedUp && performance.now() >= this.#askAgainAtMs)
      this.#taking ??= this.#take(part, perDay);
    return this.#left;
  }

  /** @param count below 0: they were not used; of another day they are lost */
  use(count: number): void {
    this.#turnDay();
    this.#left = Math.min(this.#left - count, this.#taken);
  }

  /** When the next day begins, if nothing is left of this one. */
  get isUsedUpUntil(): Date | undefined {
    this.#turnDay();
    return this.#isUsedUp && this.#left <= 0 ? nextDayOf(this.#options.clock.now()) : undefined;
  }

  /** The limit has changed: there may be more. */
  askAgain(): void {
    this.#isUsedUp = false;
  }

  stop(): Promise<void> {
    return this.#taking ?? Promise.resolve();
  }

  #turnDay(): void {
    const day = utcDayOf(this.#options.clock.now());
    if (day === this.#day) return;
    this.#day = day;
    this.#left = 0;
    this.#taken = 0;
    this.#isUsedUp = false;
  }

  async #take(count: number, perDay: number): Promise<void> {
    const { database, provider, log } = this.#options;
    const day = this.#day;
    try {
      const taken = await reserveDailyAllowance(database, { provider, day, count, perDay });
      if (day !== this.#day) return;
      this.#left += taken;
      this.#taken += taken;
      this.#isUsedUp = taken === 0;
    } catch (error) {
      this.#askAgainAtMs = performance.now() + SECOND_MS;
      log.warn({ err: error, provider }, 'the mails of a day could not be taken; they are asked for again');
    } finally {
      this.#taking = undefined;
    }
  }
}
