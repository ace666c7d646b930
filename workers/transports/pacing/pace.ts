// The pace of one destination, learned from what it answers: a window (connections at a time) that opens by success and halves
// when it asks for less, and a rate (a token bucket). Pure: it knows no clock but the times that it is given, which are monotonic
// milliseconds.
import type { MailboxProvider } from '../../../shared/mail/providers/provider.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import type { Pace } from '../../../shared/resources/messaging/destinations/destination.ts';

/** A destination that has no rate yet gets half of what it took in a minute when it asks for less, or half of this. */
const RATE_MIN_WHEN_ASKED = 60;
/** The rate from which on there is no limit, if the provider names no bound. */
const RATE_FREE = 6_000;
/** A rate grows by this part of itself, once as many mails were taken as it allows in a minute: from 1 to 60 in ten minutes. */
const RATE_GROWTH = 0.5;
/** How long a slot is held for a mail, until the real time is known. */
const FIRST_SERVICE_MS = SECOND_MS / 2;
/** The weight of the newest time in their mean. */
const SERVICE_WEIGHT = 0.2;

/** A provider, by which the pace is bounded. */
export interface PacedProvider extends MailboxProvider {
  /** Connections to begin with; absent: one. */
  firstWindow?: number;
}

export class DestinationPace {
  #provider: PacedProvider;
  #window: number;
  #rate: number | null;
  /** The part of this process. */
  #share = 1;
  #taken = 0;
  #takenOfRate = 0;
  #tokens = 1;
  #filledAtMs: number;
  #narrowedAtMs = Number.NEGATIVE_INFINITY;
  #serviceMs = FIRST_SERVICE_MS;
  #endedAtMs: number;
  /** Mails in this minute and in the one before. */
  #minute = { atMs: Number.NEGATIVE_INFINITY, mails: 0, before: 0 };

  /** @param provider its row @param nowMs monotonic */
  constructor(provider: PacedProvider, nowMs: number) {
    this.#provider = provider;
    this.#window = provider.firstWindow ?? 1;
    this.#rate = bounded(provider.firstRate, provider.maxRate);
    this.#filledAtMs = nowMs;
    this.#endedAtMs = nowMs;
  }

  /** The pace of all processes together. */
  get pace(): Pace {
    return { window: Math.max(1, Math.floor(this.#window)), rate: this.#rate };
  }

  /** Adopts the stored pace. */
  adopt({ window, rate }: Pace): void {
    this.#window = Math.min(window, this.#provider.connections);
    this.#rate = bounded(rate, this.#provider.maxRate);
    this.#taken = 0;
    this.#takenOfRate = 0;
  }

  /** Applies changed bounds: a value at the old bound moves to the new one. */
  boundBy(provider: PacedProvider): void {
    const { connections, maxRate } = this.#provider;
    const window = this.#window >= connections ? provider.connections : this.#window;
    this.#provider = provider;
    this.adopt({ window, rate: this.#rate === maxRate ? provider.maxRate : this.#rate });
  }

  /** @param share from above 0 to 1 */
  divide(share: number): void {
    this.#share = share;
  }

  /**
   * Mails that this process may have in work at a time: one at least, or a process would never learn about the
   * destination.
   */
  get limit(): number {
    return Math.max(1, Math.floor(this.#window * this.#share));
  }

  /** Mails that may be begun now, by the rate. */
  allowed(nowMs: number): number {
    if (this.#rate === null) return Number.POSITIVE_INFINITY;
    const perMs = (this.#rate * this.#share) / MINUTE_MS;
    // Mails that were not sent within a second are not saved up: a rate must prevent bursts.
    const most = Math.max(1, perMs * SECOND_MS);
    this.#tokens = Math.min(most, this.#tokens + Math.max(0, nowMs - this.#filledAtMs) * perMs);
    this.#filledAtMs = nowMs;
    return Math.floor(this.#tokens);
  }

  take(count: number, nowMs: number): void {
    this.#tokens -= count;
    const minute = this.#minute;
    const sinceMs = nowMs - minute.atMs;
    if (sinceMs >= MINUTE_MS)
      this.#minute = { atMs: nowMs, mails: 0, before: sinceMs < 2 * MINUTE_MS ? minute.mails : 0 };
    this.#minute.mails += count;
  }

  /** Notes that a mail has ended. @param serviceMs how long it held its slot */
  end(serviceMs: number, nowMs: number): void {
    this.#serviceMs += SERVICE_WEIGHT * (serviceMs - this.#serviceMs);
    this.#endedAtMs = nowMs;
  }

  /** A mail was taken, or refused for a reason of its own. */
  succeed(): void {
    this.#taken += 1;
    if (this.#taken >= this.limit) {
      this.#taken = 0;
      this.#window = Math.min(this.#provider.connections, this.#window + 1 / this.#share);
    }
    if (this.#rate === null) return;
    this.#takenOfRate += 1;
    if (this.#takenOfRate < this.#rate * this.#share) return;
    this.#takenOfRate = 0;
    const { maxRate } = this.#provider;
    const rate = this.#rate + Math.max(1, Math.round(this.#rate * RATE_GROWTH));
    this.#rate = maxRate === null && rate >= RATE_FREE ? null : bounded(rate, maxRate);
  }

  /**
   * Narrows the pace because the destination asks for less.
   * @param begunMs when the mail was begun that was answered so: the first one of several in progress counts
   * @param isOfConnections the reply is about connections alone
   * @returns whether anything has changed
   */
  narrow(begunMs: number, nowMs: number, isOfConnections = false): boolean {
    if (begunMs < this.#narrowedAtMs) return false;
    this.#narrowedAtMs = nowMs;
    const { mails, before } = this.#minute;
    const taken = Math.max(RATE_MIN_WHEN_ASKED, Math.max(mails, before) / this.#share);
    const rate = isOfConnections ? this.#rate : Math.floor((this.#rate ?? taken) / 2);
    return this.#set(Math.floor(this.#window / 2), rate);
  }

  /** Starts again with one connection after a rest. */
  beginAgain(nowMs: number): void {
    this.#narrowedAtMs = nowMs;
    this.#set(1, this.#rate);
  }

  /**
   * Mails a second that it takes from this process, by its window and its rate.
   * @param held mails in progress
   */
  perSecond(held: number, nowMs: number): number {
    // No mail to a destination that hangs ever ends.
    const serviceMs = Math.max(this.#serviceMs, held > 0 ? nowMs - this.#endedAtMs : 0);
    const byWindow = (this.limit * SECOND_MS) / serviceMs;
    const byRate = this.#rate === null ? byWindow : (this.#rate * this.#share * SECOND_MS) / MINUTE_MS;
    return Math.min(byWindow, byRate);
  }

  #set(window: number, rate: number | null): boolean {
    const before = this.pace;
    this.#window = Math.max(1, window);
    this.#rate = rate === null ? null : Math.max(1, rate);
    this.#taken = 0;
    this.#takenOfRate = 0;
    return before.window !== this.pace.window || before.rate !== this.#rate;
  }
}

function bounded(rate: number | null, maxRate: number | null): number | null {
  if (rate === null || maxRate === null) return rate ?? maxRate;
  return Math.min(rate, maxRate);
}
