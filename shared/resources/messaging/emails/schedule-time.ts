// Reads `scheduled_at`: a time from now to 30 days ahead (docs/reference/scheduled-emails.md#scheduled_at).

import { DomainError } from '../../../contract/domain-error.ts';
import { SCHEDULE_MAX_DAYS } from '../../../contract/limits.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { parseInstant } from '../../../platform/time/parse-instant.ts';

/**
 * Reads `scheduled_at`.
 * @param text ISO 8601 or English
 * @throws DomainError `validation_error` when it cannot be read, is in the past or is too far ahead
 */
export function readScheduleTime(text: string, now: Date): Date {
  const at = requireTime(text, now);
  requireScheduleTime(at, now);
  return at;
}

/** Reads a time, near or far. @throws DomainError `validation_error` when it cannot be read */
export function requireTime(text: string, now: Date): Date {
  const at = parseInstant(text, now);
  if (at) return at;
  throw refuseTime('must be an ISO 8601 time or a phrase such as `in 1 hour` or `tomorrow at 9am`');
}

/** @throws DomainError `validation_error` for a time in the past, and one that is too far ahead */
export function requireScheduleTime(at: Date, now: Date): void {
  if (at < now) throw refuseTime(`must not be in the past; Posthorn read it as ${at.toISOString()}`);
  if (at.getTime() > now.getTime() + SCHEDULE_MAX_DAYS * DAY_MS)
    throw refuseTime(
      `must be at most ${SCHEDULE_MAX_DAYS} days ahead; Posthorn read it as ${at.toISOString()}`,
    );
}

/** The refusal of a `scheduled_at`. @param problem as in `must be …` */
export function refuseTime(problem: string): DomainError {
  return new DomainError('validation_error', `\`scheduled_at\` ${problem}.`, { field: 'scheduled_at' });
}
