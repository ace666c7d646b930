// Reads `since`, a time in the past from which something is done again: a replay of webhooks, a retry of runs.
import { DomainError } from '../../contract/domain-error.ts';
import { parseInstant } from '../../platform/time/parse-instant.ts';

/**
 * Reads `since`.
 * @param text ISO 8601 or English
 * @throws DomainError `validation_error` when it cannot be read or is in the future
 */
export function readSince(text: string, now: Date): Date {
  const since = parseInstant(text, now);
  if (!since || since.getTime() < 0) {
    throw new DomainError(
      'validation_error',
      '`since` must be an ISO 8601 time or a phrase such as `2 hours ago`.',
    );
  }
  if (since > now) {
    throw new DomainError(
      'validation_error',
      `\`since\` must not be in the future; Posthorn read it as ${since.toISOString()}.`,
    );
  }
  return since;
}
