// The reputation of a domain in words: what it may do now and why, what would change that, and the present rates next to the
// limits. Pure.
import { WARM_UP_CAPACITIES } from '../../../../shared/contract/reputation/values.ts';
import type { DomainReputation } from '../../../api/generated/types.ts';
import { amountText } from '../../../format/amount-text.ts';
import { nearMoment, shortDate } from '../../../format/time.ts';

type Kind = 'bounces' | 'complaints';

/** A sentence, and what follows from it. */
export interface Verdict {
  kind: 'good' | 'warn' | 'bad' | 'info';
  title: string;
  text: string;
}

const LIFT =
  'Only an operator of this service can lift the pause. Find out which addresses bounced or which mail was unwanted, stop ' +
  'sending to these people, and report to the operator what you changed.';

/** What a domain may do now, since when, and why. @param sends false: it cannot send for another reason */
export function reputationVerdict(reputation: DomainReputation, now: Date, sends = true): Verdict {
  const { status, capacity } = reputation;
  const since = reputation.since === null ? '' : ` since ${nearMoment(new Date(reputation.since), now)}`;
  const why = causeWords(reputation);
  switch (status) {
    case 'good':
      if (!sends)
        return {
          kind: 'info',
          title: 'The reputation is good',
          text: 'Reputation sets no limit, but the domain cannot send for another reason.',
        };
      return {
        kind: 'good',
        title: 'The reputation is good',
        text:
          capacity === null
            ? 'Reputation does not limit what the domain can send.'
            : `The domain can send to ${recipients(capacity)} a day while it warms up.`,
      };
    case 'warned':
      return {
        kind: 'warn',
        title: `Warned${since}`,
        text: `${why} Sending is not affected. The warning ends automatically when the figures improve, after 1 day at the earliest.`,
      };
    case 'paused':
      return {
        kind: 'bad',
        title: `Paused${since}`,
        text: `${why} New mail is refused, and accepted mail is held for up to 72 hours. ${LIFT}`,
      };
    case 'recovering':
      return {
        kind: 'warn',
        title: `Recovering${since}`,
        text: `An operator lifted the pause, and earlier mail no longer counts. The domain can send to ${
          capacity === null ? 'its recipients' : recipients(capacity)
        } today, and twice as many each day while the figures stay below the warning limits.`,
      };
  }
}

/** "25 of 203 recipients bounced (12.31%); a domain is paused at 10% or more, if that is at least 20 recipients." */
function causeWords({ cause, status, thresholds }: DomainReputation): string {
  if (cause === null) return '';
  if (cause.kind === 'operator' || cause.judged === null || cause.count === null)
    return 'An operator of this service paused it.';
  const did = cause.kind === 'bounces' ? 'bounced' : 'complained';
  const state = status === 'paused' ? 'paused' : 'warned';
  const limit = thresholds[state][cause.kind];
  const share = cause.judged === 0 ? '' : ` (${percentText(cause.count / cause.judged)})`;
  return `${amountText(cause.count)} of ${recipients(cause.judged)} ${did}${share}; a domain is ${state} at ${limitWords(limit)}.`;
}

/** The effect of the account's reputation on the domain; undefined: none. */
export function accountVerdict(status: DomainReputation['account_status']): Verdict | undefined {
  switch (status) {
    case 'good':
      return undefined;
    case 'warned':
      return {
        kind: 'warn',
        title: 'The account is warned',
        text: 'Too much mail from all of its domains together bounces or is reported as spam. Sending is not affected.',
      };
    case 'paused':
      return {
        kind: 'bad',
        title: 'The account is paused',
        text: 'None of its domains can send, including this one. Only an operator of this service can lift the pause.',
      };
    case 'recovering':
      return {
        kind: 'warn',
        title: 'The account is recovering from a pause',
        text: 'All of its domains share a daily number of recipients. This limit applies in addition to the one shown here.',
      };
  }
}

/** "12.38%, 26 of 210. Warned at 5% or more, if that is at least 20 recipients; paused at …" */
export function rateWords(kind: Kind, { window, thresholds }: DomainReputation): string {
  const [rate, count] =
    kind === 'bounces' ? [window.bounce_rate, window.bounced] : [window.complaint_rate, window.complained];
  const { warned, paused } = thresholds;
  const now =
    window.judged === 0
      ? 'No data yet'
      : `${percentText(rate)}, ${amountText(count)} of ${amountText(window.judged)}`;
  return `${now}. Warned at ${limitWords(warned[kind])}; paused at ${limitWords(paused[kind])}.`;
}

function limitWords({ rate, at_least }: { rate: number; at_least: number }): string {
  return `${percentText(rate)} or more, if at least ${recipients(at_least)}`;
}

/** Whether there is nothing to draw. */
export function isNothingJudged({ window: { judged, complained } }: DomainReputation): boolean {
  return judged === 0 && complained === 0;
}

/** The seven days as bars: the whole of a bar are the judged recipients. */
export function daysOf({ window }: DomainReputation, now: Date) {
  return window.days.map(({ date, judged, bounced, complained }) => ({
    label: utcDayText(date, now),
    values: { others: Math.max(judged - bounced - complained, 0), bounced, complained },
  }));
}

/** "Day 3 of 11. It ends on 5 Dec at the earliest…" */
export function warmUpWords({ day, ends_on }: NonNullable<DomainReputation['warm_up']>, now: Date): string {
  return (
    `Step ${day} of ${WARM_UP_CAPACITIES.length}. Resets at 00:00 UTC. The warm-up ends after ${utcDayText(ends_on, now)} at the ` +
    'earliest. A day on which you use less than half of the limit does not count as a step.'
  );
}

/** "1 recipient" */
function recipients(count: number): string {
  return `${amountText(count)} ${count === 1 ? 'recipient' : 'recipients'}`;
}

/** "12.31%": rounded down as the API does, so that 100% means all. */
function percentText(rate: number): string {
  const hundredths = Math.floor(Number((rate * 10_000).toFixed(6)));
  return `${hundredths / 100}%`;
}

/** "5 Dec" of `2026-12-05`, in whatever zone the person is: a UTC day has no time that could move it. */
function utcDayText(date: string, now: Date): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return shortDate(new Date(year, month - 1, day, 12), now);
}
