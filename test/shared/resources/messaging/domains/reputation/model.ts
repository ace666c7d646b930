// A model of reputations, written apart from the product: it keeps each mail and each complaint with its time, and derives
// everything from them at each look. The rules are those of docs/reference/reputation.md.

const DAY_MS = 86_400_000;
const STEPS = [50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000];

const dayOf = (at: number) => Math.floor(at / DAY_MS);

interface SentMail {
  at: number;
  bounced: boolean;
}

/** A sender: a domain, or an account whose mail is that of its domains. */
export class ModelSender {
  status: 'good' | 'warned' | 'paused' | 'recovering' = 'good';
  liftedAt = -Infinity;
  /** Recipients at which a recovery ends, and those of today; null: it does not recover. */
  base = 0;
  recovery: number | null = null;
  warmUp: number | null = null;
  /** The day of the capacities. */
  day: number | null = null;
  #warnedAt = 0;
  readonly mails: SentMail[] = [];
  readonly complaints: { at: number; sentAt: number }[] = [];
  readonly used = new Map<number, number>();

  /** What counts now. */
  figures(now: number) {
    const isInWindow = (at: number) => dayOf(at) > dayOf(now) - 7;
    const judged = this.mails.filter(({ at }) => isInWindow(at) && at >= this.liftedAt);
    return {
      judged: judged.length,
      bounced: judged.filter(({ bounced }) => bounced).length,
      complained: this.complaints.filter(({ at, sentAt }) => isInWindow(at) && sentAt >= this.liftedAt)
        .length,
    };
  }

  evaluate(now: number): void {
    if (this.status === 'paused') return;
    if (this.#exceeds(now, [20, 0.1], [5, 0.005])) {
      this.pause(now);
      return;
    }
    const isWarned = this.#exceeds(now, [20, 0.05], [3, 0.001]);
    this.#startDay(dayOf(now), isWarned);
    if (this.recovery !== null) return;
    if (isWarned && this.status !== 'warned') this.#warnedAt = now;
    if (isWarned) this.status = 'warned';
    else if (this.status !== 'warned' || now - this.#warnedAt >= DAY_MS) this.status = 'good';
  }

  #exceeds(
    now: number,
    bounces: [least: number, rate: number],
    complaints: [least: number, rate: number],
  ): boolean {
    const { judged, bounced, complained } = this.figures(now);
    const isMuch = (count: number, [least, rate]: [number, number]) =>
      count >= least && count / judged >= rate;
    return judged > 0 && (isMuch(bounced, bounces) || isMuch(complained, complaints));
  }

  pause(now: number): void {
    const today = dayOf(now);
    const before = this.mails.filter(({ at }) => dayOf(at) < today && dayOf(at) >= today - 7);
    this.base = Math.max(this.recovery === null ? 0 : this.base, Math.round(before.length / 7));
    this.recovery = null;
    if (this.warmUp === null) this.day = null;
    this.status = 'paused';
  }

  lift(now: number): void {
    this.status = 'recovering';
    this.liftedAt = now;
    this.recovery = Math.max(50, Math.ceil(this.base / 4));
    this.day = dayOf(now);
  }

  startWarmUp(now: number): void {
    if (this.warmUp !== null) return;
    this.warmUp = 50;
    this.day ??= dayOf(now);
  }

  get capacity(): number | null {
    const all = [this.recovery, this.warmUp].filter((each) => each !== null);
    return all.length === 0 ? null : Math.min(...all);
  }

  #startDay(today: number, isWarned: boolean): void {
    if (this.day === null || this.day >= today) return;
    const used = this.used.get(this.day) ?? 0;
    if (this.warmUp !== null && used * 2 >= this.warmUp)
      this.warmUp = STEPS[STEPS.indexOf(this.warmUp) + 1] ?? null;
    if (this.recovery !== null && !isWarned)
      this.recovery = this.recovery * 2 >= this.base ? null : this.recovery * 2;
    this.day = this.capacity === null ? null : today;
  }
}
