// What clients read when the reputation of a domain or its account lets no mail through: a pause, or a capacity that does not
// suffice (docs/reference/reputation.md#refusals).
import { DomainError } from '../../../contract/domain-error.ts';
import { REPUTATION_THRESHOLDS, REPUTATION_WINDOW_DAYS } from '../../../contract/reputation/values.ts';
import { nextDayOf } from '../../../platform/time/utc-days.ts';
import type { FailingKind } from './figures.ts';
import { percentOf } from './rates.ts';
import type { WatchedReputation } from './watched-reputation.ts';

const VERBS: Readonly<Record<FailingKind, string>> = { bounces: 'bounced', complaints: 'complained' };

/** The refusal of mail while its domain or its account is paused. @param domainName null: the account is */
export function reputationPaused(
  domainName: string | null,
  watched: Pick<WatchedReputation, 'changedAt' | 'cause'>,
): DomainError {
  return new DomainError(
    'reputation_paused',
    `${describePause(domainName, watched)} Nothing was sent. An operator of this service can lift the pause.`,
  );
}

/**
 * Says since when a domain or an account is paused and why, as a sentence. What an operator has written as the reason of a
 * pause is for operators.
 * @param domainName null: the account is paused
 */
function describePause(
  domainName: string | null,
  { changedAt, cause }: Pick<WatchedReputation, 'changedAt' | 'cause'>,
): string {
  const what = domainName === null ? 'All sending of this account' : `Sending from ${domainName}`;
  const since = changedAt === null ? '' : ` since ${new Date(changedAt).toISOString()}`;
  const paused = `${what} is paused${since}`;
  if (cause === null) return `${paused}.`;
  if (cause.kind === 'operator') return `${paused} by an operator of this service.`;
  const { kind, judged, count } = cause;
  const threshold = percentOf(REPUTATION_THRESHOLDS.paused[kind].perMille, 1_000);
  return `${paused}, because ${count} of ${judged} recipients (${percentOf(count, judged)}) ${VERBS[kind]} within ${REPUTATION_WINDOW_DAYS} UTC days; the threshold is ${threshold}.`;
}

/** A capacity, its use, and the part that does not fit. */
export interface ExceededCapacity {
  /** Null: it is the capacity of the account. */
  domainName: string | null;
  /** UTC, such as `2026-11-20`. */
  day: string;
  /** Recipients a day. */
  capacity: number;
  used: number;
  /** Recipients of the request. */
  units: number;
}

/**
 * The refusal of mail that exceeds the capacity of its domain or account. Mail that becomes due on a later day may be
 * refused on this one, so the client must wait for the next day in any case.
 * @param nothing what the request did not do
 */
export function reputationLimitExceeded(
  { domainName, day, capacity, used, units }: ExceededCapacity,
  now: Date,
  nothing: 'Nothing was sent.' | 'The email keeps its time.' = 'Nothing was sent.',
): DomainError {
  const whose = domainName ?? 'this account';
  return new DomainError(
    'reputation_limit_exceeded',
    `The capacity of ${whose} on ${day} is ${capacity} recipients. ${nothing} ${used} are used, and this request needs ${units}. The capacity resets at 00:00 UTC.`,
    { retryAfterSeconds: Math.ceil((nextDayOf(now).getTime() - now.getTime()) / 1_000) },
  );
}
