// Reads the time range of a metrics request and divides it into periods: hours, days, weeks and months of a time zone,
// where a day may have 23 or 25 hours.
import { DateTime, type DateTimeUnit, IANAZone } from 'luxon';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { METRIC_GRANULARITIES } from '../../../../contract/emails/values.ts';

/** The length of a period. */
export type Granularity = (typeof METRIC_GRANULARITIES)[number];

/** The time range of the request; texts are ISO 8601. */
export interface RequestedTimeRange {
  start_date?: string;
  end_date?: string;
  timezone: string;
  granularity: Granularity;
}

/** A time range, `endsAt` excluded, divided into periods. */
export interface MetricsTimeRange {
  startsAt: Date;
  endsAt: Date;
  /** The start of each period. The first one may start before `startsAt`. */
  periods: Date[];
}

const UNITS: Readonly<Record<Granularity, DateTimeUnit>> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
};
/** The default of Resend's API. */
const DEFAULT_DAYS = 6;
/** Limits an answer to some hundreds of periods. */
const LONGEST_DAYS: Readonly<Record<Granularity, number>> = {
  hourly: 31,
  daily: 366,
  weekly: 366,
  monthly: 366,
};
const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads the time range; by default the last six days. An end date without a time includes that whole day.
 * @throws DomainError `validation_error` for an unknown time zone, an invalid date, an end that is not after the start,
 *   or a range that is too long
 */
export function readMetricsTime(asked: RequestedTimeRange, now: Date): MetricsTimeRange {
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
    throw refusal(
      'start_date',
      `must be at most ${longest} days before \`end_date\` if \`granularity\` is \`${granularity}\``,
    );
  }
  return { startsAt: start.toJSDate(), endsAt: end.toJSDate(), periods: cut(start, end, UNITS[granularity]) };
}

function readEnd(text: string, timezone: string): DateTime {
  const end = readDate('end_date', text, timezone);
  return DATE_ALONE.test(text) ? end.plus({ days: 1 }) : end;
}

/** A time without an offset is in the time zone of the request. */
function readDate(field: string, text: string, timezone: string): DateTime {
  const at = DateTime.fromISO(text, { zone: timezone });
  if (!at.isValid || at.year < 1970 || at.year > 9998) {
    throw refusal(field, 'must be an ISO 8601 date or time');
  }
  return at;
}

/** Each start is calculated from the first one: if a time zone skips a midnight, only the start of that day moves. */
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
