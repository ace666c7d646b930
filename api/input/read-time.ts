// Reads the times of a query, as the client wrote them: `since` and `until` of a list.
import Joi from 'joi';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { TimeFilters } from '../../shared/platform/db/list.ts';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { parseInstant } from '../../shared/platform/time/parse-instant.ts';

/** A longer text is not time. */
export const TIME_MAX_LENGTH = 100;
/** The latest time that ids of logs can represent (migrations/0002-mail.ts). */
const LATEST = new Date('2248-01-01T00:00:00Z');
const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** `since` and `until` as the client wrote them. */
export interface TimeBounds {
  since?: string | undefined;
  until?: string | undefined;
}

/** Query parameters of a list. @param happened what the items did: `Only emails accepted` */
export function timeBounds(happened: string): Record<keyof TimeBounds, Joi.StringSchema> {
  return {
    since: Joi.string()
      .max(TIME_MAX_LENGTH)
      .description(`${happened} at or after this time: ISO 8601 or English such as \`2 hours ago\``),
    until: Joi.string()
      .max(TIME_MAX_LENGTH)
      .description(`${happened} before this time; a date without a time includes that whole day`),
  };
}

/** A range that ends before it begins finds nothing. @throws DomainError `validation_error` */
export function readTimeBounds({ since, until }: TimeBounds, now: Date): TimeFilters {
  return {
    since: since === undefined ? undefined : readTime('since', since, now),
    until: until === undefined ? undefined : readEnd(until, now),
  };
}

/** A date without a time includes the whole day, as in metrics. */
function readEnd(text: string, now: Date): Date {
  const until = readTime('until', text, now);
  return DATE_ALONE.test(text.trim()) ? new Date(until.getTime() + DAY_MS) : until;
}

/**
 * Reads a time.
 * @param text ISO 8601 or English
 * @throws DomainError `validation_error`
 */
export function readTime(field: string, text: string, now: Date): Date {
  const time = parseInstant(text, now);
  if (time && time.getTime() >= 0 && time < LATEST) return time;
  throw new DomainError(
    'validation_error',
    `\`${field}\` must be an ISO 8601 time, or one in English such as \`2 hours ago\`.`,
  );
}
