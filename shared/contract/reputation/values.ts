// Reputation: states of domains and accounts, the limits at which they change, and the capacities of a day
// (docs/reference/reputation.md).

/** States of the reputation of a domain or an account. */
export const REPUTATION_STATUSES = ['good', 'warned', 'paused', 'recovering'] as const;

/** Why a domain or an account is warned or paused. */
export const REPUTATION_CAUSES = ['bounces', 'complaints', 'operator'] as const;

/** UTC days that are judged: today and the six before it. */
export const REPUTATION_WINDOW_DAYS = 7;

/** At which share of the judged recipients, in thousandths, and from which number on. Both must be reached. */
export const REPUTATION_THRESHOLDS = {
  warned: {
    bounces: { perMille: 50, atLeast: 20 },
    complaints: { perMille: 1, atLeast: 3 },
  },
  paused: {
    bounces: { perMille: 100, atLeast: 20 },
    complaints: { perMille: 5, atLeast: 5 },
  },
} as const;

/** Recipients a day while a domain warms up, one after the other. */
// biome-ignore format: the steps, one line.
export const WARM_UP_CAPACITIES = [50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000] as const;

/** The least capacity of the first day of a recovery. */
export const RECOVERY_CAPACITY_MIN = 50;

/** For how long accepted mail waits for the end of a pause, or for a capacity, after it was due. */
export const HELD_MAX_HOURS = 72;
