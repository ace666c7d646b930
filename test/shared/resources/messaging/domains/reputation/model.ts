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
  readonly mails: SentMail[] = [];
  readonly complaints: number[] = [];
  readonly used = new Map<number, number>();

  /** What counts now. */
  figures(now: number) {
    const counts = (at: number) => dayOf(at) > dayOf(now) - 7 && at >= this.liftedAt;
    const judged = this.mails.filter(({ at }) => counts(at));
    return {
      judged: judged.length,
      bounced: judged.filter(({ bounced }) => bounced).length,
      complained: this.complaints.filter(counts).length,
    };
  }

  judge(now: number): void {
    if (this.status === 'paused') return;
    const { judged, bounced, complained } = this.figures(now);
    const isPaused =
      (bounced >= 20 && bounced >= judged / 10) || (complained >= 5 && complained >= judged / 200);
    const isWarned =
      (bounced >= 20 && bounced >= judged / 20) || (complained >= 3 && complained >= judged / 1000);
    if (isPaused) {
      this.pause(now);
      return;
    }
    this.#startDay(dayOf(now), isWarned);
    if (this.recovery === null) this.status = isWarned ? 'warned' : 'good';
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
