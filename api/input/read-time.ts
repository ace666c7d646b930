// Reads a time of a query, as it was written: `since` of a list.
import { DomainError } from '../../shared/contract/domain-error.ts';
import { parseInstant } from '../../shared/platform/time/parse-instant.ts';

/** A longer text is no time. */
export const TIME_MAX_LENGTH = 100;
/** The latest time that ids of logs can represent (migrations/0002-mail.ts). */
const LATEST = new Date('2248-01-01T00:00:00Z');

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
