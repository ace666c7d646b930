// The time that metrics are asked for, and its periods: hours, days, weeks and months as a time zone has them, with
// days of 23 and 25 hours.
import { DateTime, type DateTimeUnit, IANAZone } from 'luxon';
import { DomainError } from '../../../contract/domain-error.ts';
import type { METRIC_GRANULARITIES } from '../../../contract/emails/values.ts';

/** How long a period is. */
export type Granularity = (typeof METRIC_GRANULARITIES)[number];

/** What a caller asks for; texts are ISO 8601. */
export interface AskedTime {
  start_date?: string;
  end_date?: string;
  timezone: string;
  granularity: Granularity;
}

/** A time from an instant up to another, cut into periods. */
export interface MetricsTime {
  startsAt: Date;
  endsAt: Date;
  /** Where each period starts; the first one may do so before `startsAt`. */
  periods: Date[];
}

const UNITS: Readonly<Record<Granularity, DateTimeUnit>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
};
/** As long as Resend's default. */
const DEFAULT_DAYS = 6;
/** So that an answer has some hundreds of periods, not thousands. */
const LONGEST_DAYS: Readonly<Record<Granularity, number>> = {
  hourly: 31,
  daily: 366,
  weekly: 366,
  monthly: 366,
};
const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads the time that is asked for: the last six days by default; a date alone is the whole day.
 * @throws DomainError `validation_error` for what is no time zone or date, is turned round or too long
 */
export function readMetricsTime(asked: AskedTime, now: Date): MetricsTime {
  const { timezone, granularity } = asked;
  if (!IANAZone.isValidZone(timezone)) throw refusal('timezone', 'must be an IANA time zone');
  const end =
    asked.end_date === undefined
      ? DateTime.fromJSDate(now, { zone: timezone })
      : readEnd(asked.end_date, timezone);
  const start =
    asked.start_date === undefined
      ? end.minus({ days: DEFAULT_DAYS })
      : readDate('start_date', asked.start_date, timezone);
  if (start >= end) throw refusal('start_date', 'must be before `end_date`');
  const longest = LONGEST_DAYS[granularity];
  if (end.diff(start, 'days').days > longest) {
    throw refusal('start_date', `must be at most ${longest} days before \`end_date\` when ${granularity}`);
  }
  return { startsAt: start.toJSDate(), endsAt: end.toJSDate(), periods: cut(start, end, UNITS[granularity]) };
}

function readEnd(text: string, timezone: string): DateTime {
  const end = readDate('end_date', text, timezone);
  return DATE_ALONE.test(text) ? end.plus({ days: 1 }) : end;
}

/** Without an offset it is a time of the time zone. */
function readDate(field: string, text: string, timezone: string): DateTime {
  const at = DateTime.fromISO(text, { zone: timezone });
  if (!at.isValid || at.year < 1970 || at.year > 9998) {
    throw refusal(field, 'must be an ISO 8601 date or time');
  }
  return at;
}

/** Each is reached from the first one: a midnight that a time zone skips moves that day's start and no other. */
function cut(start: DateTime, end: DateTime, unit: DateTimeUnit): Date[] {
  const first = start.startOf(unit);
  const periods: Date[] = [];
  for (let period = first; period < end; period = first.plus({ [unit]: periods.length })) {
    periods.push(period.toJSDate());
  }
  return periods;
}

function refusal(field: string, problem: string): DomainError {
  return new DomainError('validation_error', `\`${field}\` ${problem}.`);
}
