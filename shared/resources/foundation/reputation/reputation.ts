// How the reputation of a domain or an account moves: pure functions from a reputation, its figures and the time to the next
// reputation (docs/architecture/reputation.md). The columns of a reputation are in `domains` and `accounts`, whose
// rooms write them by compare-and-set.
import {
  RECOVERY_CAPACITY_MIN,
  type REPUTATION_STATUSES,
  WARM_UP_CAPACITIES,
} from '../../../contract/reputation/values.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { utcDayOf } from '../../../platform/time/utc-days.ts';
import { type Figures, levelOf, type ReputationCause } from './figures.ts';

/** State of a reputation. */
export type ReputationStatus = (typeof REPUTATION_STATUSES)[number];

/** The reputation of a domain or an account. Days are UTC, such as `2026-11-20`. */
export interface Reputation {
  status: ReputationStatus;
  changedAt: Date | null;
  /** The cause of `warned` and `paused`. */
  cause: ReputationCause | null;
  /** When an operator lifted the last pause: mail that was sent before it counts no more. */
  liftedAt: Date | null;
  /** Recipients a day at which the recovery ends; null: there is none. */
  recoveryBase: number | null;
  /** Recipients on the day of `capacityOn`; null: it does not recover. */
  recoveryCapacity: number | null;
  /** Null: it does not warm up. Accounts never do. */
  warmUpStartedOn: string | null;
  warmUpCapacity: number | null;
  /** The day for which the capacities are; null: there are none. */
  capacityOn: string | null;
}

/** The reputation of a new domain or account. */
export const GOOD_REPUTATION: Reputation = {
  status: 'good',
  changedAt: null,
  cause: null,
  liftedAt: null,
  recoveryBase: null,
  recoveryCapacity: null,
  warmUpStartedOn: null,
  warmUpCapacity: null,
  capacityOn: null,
};

/** The inputs of a reputation. */
export interface Evidence {
  /** The figures over the window, without mail from before the last lift. */
  figures: Figures;
  /** Recipients judged on the seven UTC days before today. */
  judgedBefore: number;
  /** Recipients that count in the capacity of the day of `capacityOn`. */
  used: number;
}

/** The recipients that may be sent to on a day; null: there is no limit. */
export function capacityOf({
  recoveryCapacity,
  warmUpCapacity,
}: Pick<Reputation, 'recoveryCapacity' | 'warmUpCapacity'>): number | null {
  if (recoveryCapacity === null) return warmUpCapacity;
  return warmUpCapacity === null ? recoveryCapacity : Math.min(recoveryCapacity, warmUpCapacity);
}

/** Judges a reputation. @returns the next one, or the same object when nothing changes */
export function evaluateReputation(reputation: Reputation, evidence: Evidence, now: Date): Reputation {
  if (reputation.status === 'paused') return reputation;
  const { level, cause } = levelOf(evidence.figures);
  if (level === 'paused') return pause(reputation, cause, now, Math.round(evidence.judgedBefore / 7));
  const rolled = startDay(
    reputation,
    { isBelowWarning: level === 'good', used: evidence.used },
    utcDayOf(now),
  );
  if (rolled.recoveryCapacity !== null || rolled.status === level) return rolled;
  if (level === 'good' && isWarnedLately(rolled, now)) return rolled;
  return { ...rolled, status: level, cause, changedAt: now };
}

/** A warning lasts a day at least: at the limit it would otherwise end and begin with every mail. */
function isWarnedLately({ status, changedAt }: Reputation, now: Date): boolean {
  return status === 'warned' && changedAt !== null && now.getTime() - changedAt.getTime() < DAY_MS;
}

/** @param mean recipients a day before the pause */
function pause(reputation: Reputation, cause: ReputationCause, now: Date, mean: number): Reputation {
  // A recovery that is paused again keeps its end: the days since the lift were few because of it.
  const recoveryBase = Math.max(reputation.recoveryBase ?? 0, mean);
  const recoveryCapacity = null;
  const { warmUpCapacity, capacityOn } = reputation;
  return {
    ...reputation,
    status: 'paused',
    cause,
    changedAt: now,
    recoveryBase,
    recoveryCapacity,
    capacityOn: warmUpCapacity === null ? null : capacityOn,
  };
}

/** Moves the capacities to a new day. A clock that is set back changes nothing. */
function startDay(
  reputation: Reputation,
  { isBelowWarning, used }: { isBelowWarning: boolean; used: number },
  today: string,
): Reputation {
  const { capacityOn } = reputation;
  if (capacityOn === null || capacityOn >= today) return reputation;
  const next = {
    ...reputation,
    ...growWarmUp(reputation, used),
    ...growRecovery(reputation, isBelowWarning),
  };
  return { ...next, capacityOn: capacityOf(next) === null ? null : today };
}

type Capacities = Partial<
  Pick<Reputation, 'warmUpStartedOn' | 'warmUpCapacity' | 'recoveryBase' | 'recoveryCapacity'>
>;

/** A day with less than half of its capacity used does not raise the next: capacity does not grow by waiting. */
function growWarmUp({ warmUpCapacity }: Reputation, used: number): Capacities {
  if (warmUpCapacity === null || used * 2 < warmUpCapacity) return {};
  const next = WARM_UP_CAPACITIES.find((capacity) => capacity > warmUpCapacity);
  return next === undefined ? { warmUpStartedOn: null, warmUpCapacity: null } : { warmUpCapacity: next };
}

function growRecovery({ recoveryBase, recoveryCapacity }: Reputation, isBelowWarning: boolean): Capacities {
  if (recoveryCapacity === null || !isBelowWarning) return {};
  const next = recoveryCapacity * 2;
  return next >= (recoveryBase ?? 0)
    ? { recoveryBase: null, recoveryCapacity: null }
    : { recoveryCapacity: next };
}

/** Lifts a pause: earlier mail no longer counts, and a recovery begins. */
export function liftPause(reputation: Reputation, now: Date): Reputation {
  const base = reputation.recoveryBase ?? 0;
  return {
    ...reputation,
    status: 'recovering',
    cause: null,
    changedAt: now,
    liftedAt: now,
    recoveryBase: base,
    recoveryCapacity: Math.max(RECOVERY_CAPACITY_MIN, Math.ceil(base / 4)),
    capacityOn: utcDayOf(now),
  };
}

/** A pause by an operator, whatever the figures are. It keeps capacities, which continue when it ends. */
export function pauseByOperator(reputation: Reputation, reason: string, now: Date): Reputation {
  return { ...reputation, status: 'paused', cause: { kind: 'operator', reason }, changedAt: now };
}

/** Ends a pause by an operator. The figures are judged again afterwards. */
export function resumeAfterOperator(reputation: Reputation, now: Date): Reputation {
  const status = reputation.recoveryCapacity === null ? 'good' : 'recovering';
  return { ...reputation, status, cause: null, changedAt: now };
}

/** Begins or ends a warm-up; nothing changes if it is so already. */
export function setWarmUp(reputation: Reputation, isOn: boolean, now: Date): Reputation {
  if (isOn === (reputation.warmUpCapacity !== null)) return reputation;
  const today = utcDayOf(now);
  const [first] = WARM_UP_CAPACITIES;
  const next: Reputation = {
    ...reputation,
    warmUpStartedOn: isOn ? today : null,
    warmUpCapacity: isOn ? first : null,
  };
  return { ...next, capacityOn: capacityOf(next) === null ? null : (reputation.capacityOn ?? today) };
}
