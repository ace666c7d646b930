// When it is the turn of mails that a destination does not take now: after those that wait already, by the pace of the
// destination. Each account has a line of its own, and the lines share the pace: one with a hundred thousand mails does not
// put off the few of another. Pure; times are monotonic milliseconds.
import { MINUTE_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';

/** The pace is learned continuously, so no mail is put off for longer: it is checked again then. */
export const PUT_OFF_MAX_MS = 30 * MINUTE_MS;

/** The inputs of an expected turn. */
interface Expectation {
  /** Mails of all accounts that are taken in a second. */
  perSecond: number;
  /** At the earliest in so many milliseconds. */
  afterMs: number;
}

/**
 * A turn is expected late rather than early: mail whose turn comes sooner is woken, and mail that wakes too early is
 * put off again.
 */
const LATE = 2;

export class ExpectedTurns {
  /** Account → when the last of its mails is expected. */
  readonly #lines = new Map<string, number>();
  #prunedAtMs = Number.NEGATIVE_INFINITY;

  /** Puts a mail at the end of the line of its account. @returns in how many milliseconds it is due */
  next(account: string, { perSecond, afterMs }: Expectation, nowMs: number): number {
    this.#prune(nowMs);
    const last = Math.max(this.#lines.get(account) ?? 0, nowMs + afterMs);
    const lines = this.#lines.has(account) ? this.#lines.size : this.#lines.size + 1;
    const at = last + (LATE * lines * SECOND_MS) / perSecond;
    if (at - nowMs >= PUT_OFF_MAX_MS) return PUT_OFF_MAX_MS;
    this.#lines.set(account, at);
    return at - nowMs;
  }

  #prune(nowMs: number): void {
    if (nowMs - this.#prunedAtMs < SECOND_MS) return;
    this.#prunedAtMs = nowMs;
    for (const [account, atMs] of this.#lines) if (atMs <= nowMs) this.#lines.delete(account);
  }
}
