// Held mail: mail that was accepted and must not be sent at present, because its domain or account is paused, or
// because the capacity of the day is used up (docs/architecture/reputation.md). It waits without using up an attempt,
// until it has waited too long. Its rows are postponed before they are woken (hold-mail.ts), and the guard returns rows
// that are claimed already (workers/send/guard.ts). Both apply the same rules.

import { HELD_MAX_HOURS } from '../../../../../contract/reputation/values.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../../platform/time/durations.ts';
import { nextDayOf, utcDayOf } from '../../../../../platform/time/utc-days.ts';
import { isNotice } from '../../notices/notice.ts';
import type { LoadedEmail } from '../loaded-email.ts';
import { type SenderReputation, UNWATCHED } from './sender-reputation.ts';

/** Mail of a paused sender is checked again after 10 to 20 minutes. */
export const HELD_FOR_MS = 10 * MINUTE_MS;
/** At the beginning of a day, mail that does not fit waits for the capacity of this day: 10 to 20 s. */
export const CAPACITY_COMES_MS = 10 * SECOND_MS;
/** Mail that waits for a new day is due within its first 20 minutes. */
export const DAY_BEGINS_MS = 20 * MINUTE_MS;

/** Sentences for recipients' rows; `%s` is the domain, or `this account`, which is paused. */
export const HELD_SENTENCES = {
  paused: 'Sending from %s is paused because of its reputation.',
  usedUp: 'The daily capacity for mail from %s is used up.',
} as const;

/** The subject of a sentence when it is the account. */
export const THIS_ACCOUNT = 'this account';

/** The reason why mail is held. */
export interface Hold {
  isPaused: boolean;
  text: string;
  /** When it is checked again; null: it has waited for too long. */
  until: Date | null;
}

type HeldEmail = Pick<LoadedEmail, 'source' | 'domain' | 'reputation' | 'createdAt' | 'scheduledAt'>;

/**
 * Finds why an email must not be sent at present; undefined: it may be sent. A notice always may.
 * @param random for the jitter, from 0 up to 1
 */
export function findHold(
  email: HeldEmail,
  isBeyondCapacity: boolean,
  { now, random }: { now: Date; random: () => number },
): Hold | undefined {
  const { domain, reputation } = email;
  if (reputation === UNWATCHED || isNotice(email)) return undefined;
  const isPaused = isPausedSender(reputation);
  if (!isPaused && !isBeyondCapacity) return undefined;
  const isOfAccount = isPaused && reputation.ofDomain?.status !== 'paused';
  const sentence = isPaused ? HELD_SENTENCES.paused : HELD_SENTENCES.usedUp;
  const text = sentence.replace('%s', isOfAccount ? THIS_ACCOUNT : domain.name);
  return {
    isPaused,
    text,
    until: hasWaitedTooLong(email, now) ? null : holdUntil(isPaused, reputation, now, random),
  };
}

/** Whether a pause of the domain or of the account holds its mail. */
export function isPausedSender({ ofDomain, ofAccount }: SenderReputation): boolean {
  return ofDomain?.status === 'paused' || ofAccount?.status === 'paused';
}

/** The time that an email was due at first. */
export function dueTimeOf({ scheduledAt, createdAt }: Pick<LoadedEmail, 'scheduledAt' | 'createdAt'>): Date {
  return scheduledAt ?? createdAt;
}

/** A lift gives held mail its full time again: only a part of it may be sent on the first day. */
function hasWaitedTooLong(email: HeldEmail, now: Date): boolean {
  const { ofDomain, ofAccount } = email.reputation;
  const lifts = [ofDomain?.liftedAt, ofAccount?.liftedAt].map((at) => (at ? Date.parse(at) : 0));
  const since = Math.max(dueTimeOf(email).getTime(), ...lifts);
  return now.getTime() >= since + HELD_MAX_HOURS * HOUR_MS;
}

function holdUntil(
  isPaused: boolean,
  { ofDomain, ofAccount }: SenderReputation,
  now: Date,
  random: () => number,
): Date {
  if (isPaused) return new Date(now.getTime() + HELD_FOR_MS * (1 + random()));
  const today = utcDayOf(now);
  const isOfEarlierDay = [ofDomain?.capacityOn, ofAccount?.capacityOn].some((day) => day && day < today);
  return isOfEarlierDay
    ? new Date(now.getTime() + CAPACITY_COMES_MS * (1 + random()))
    : new Date(nextDayOf(now).getTime() + DAY_BEGINS_MS * random());
}
