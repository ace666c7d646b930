// Input of /logs: the query of GET /logs (docs/reference/logs.md#get-logs).
import Joi from 'joi';
import { ERROR_STATUS, type ErrorName } from '../../../shared/contract/errors.ts';
import { LOG_METHODS } from '../../../shared/contract/logs/values.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { isLogId } from '../../../shared/platform/time/ids.ts';
import type { LogFilters } from '../../../shared/resources/foundation/logs/list.ts';
import { readTime, TIME_MAX_LENGTH } from '../../input/read-time.ts';
import { pageQueryOf } from '../../page.ts';

/** Query of GET /logs, as the client wrote it. */
export interface ListLogsQuery extends PageRequest {
  method?: string;
  status?: string;
  error_name?: ErrorName;
  endpoint?: string;
  q?: string;
  since?: string;
  until?: string;
}

const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** Query of GET /logs. */
export const listLogsQuery = (pageQueryOf(isLogId) as Joi.ObjectSchema).keys({
  method: Joi.string()
    .valid(...LOG_METHODS)
    .description('Only requests with this method'),
  status: Joi.string()
    .pattern(/^[1-5](?:\d\d|xx)$/)
    .messages({
      'string.pattern.base': '{{#label}} must be a status such as `404`, or a class such as `4xx`',
    })
    .description('Only requests with this status (`404`) or this class of statuses (`4xx`)'),
  error_name: Joi.string()
    .valid(...Object.keys(ERROR_STATUS))
    .description('Only requests that were answered with this error'),
  endpoint: Joi.string().max(1_000).description('Only requests with exactly this path'),
  q: Joi.string()
    .max(200)
    .description(
      'Only requests with this text in the path, the User-Agent, the request id, or the error of a failed request',
    ),
  since: Joi.string()
    .max(TIME_MAX_LENGTH)
    .description('Only requests made at or after this time: ISO 8601 or English such as `2 hours ago`'),
  until: Joi.string()
    .max(TIME_MAX_LENGTH)
    .description('Only requests made before this time; a date without a time includes that whole day'),
}) as Joi.ObjectSchema<ListLogsQuery>;

/** Converts a validated query to filters and a page. @throws DomainError `validation_error` for an invalid time */
export function toLogFilters(
  { limit, after, before, status, error_name: errorName, since, until, ...same }: ListLogsQuery,
  now: Date,
): { filters: LogFilters; page: PageRequest } {
  return {
    page: { limit, ...(after && { after }), ...(before && { before }) },
    filters: {
      ...same,
      ...(status && { status: readStatus(status) }),
      ...(errorName && { errorName }),
      ...(since && { since: readTime('since', since, now) }),
      ...(until && { until: readEnd(until, now) }),
    },
  };
}

function readStatus(status: string): NonNullable<LogFilters['status']> {
  return status.endsWith('xx') ? { class: Number(status[0]) } : { exactly: Number(status) };
}

/** A date without a time includes the whole day, as in metrics. */
function readEnd(text: string, now: Date): Date {
  const until = readTime('until', text, now);
  return DATE_ALONE.test(text.trim()) ? new Date(until.getTime() + DAY_MS) : until;
}
