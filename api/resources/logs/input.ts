// Input of /logs: the query of GET /logs (docs/reference/logs.md#get-logs).
import Joi from 'joi';
import { ERROR_STATUS, type ErrorName } from '../../../shared/contract/errors.ts';
import { LOG_METHODS } from '../../../shared/contract/logs/values.ts';
import type { PageRequest } from '../../../shared/platform/db/page.ts';
import { isLogId } from '../../../shared/platform/time/ids.ts';
import type { LogFilters } from '../../../shared/resources/foundation/logs/list.ts';
import { readTimeBounds, type TimeBounds, timeBounds } from '../../input/read-time.ts';
import { pageQueryOf } from '../../page.ts';

/** Query of GET /logs, as the client wrote it. */
export interface ListLogsQuery extends PageRequest, TimeBounds {
  method?: string;
  status?: string;
  error_name?: ErrorName;
  endpoint?: string;
  q?: string;
}

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
    .description('Only requests that failed with this error'),
  endpoint: Joi.string().max(1_000).description('Only requests with exactly this path'),
  q: Joi.string()
    .max(200)
    .description(
      'Only requests with this text in the path, the User-Agent, the request id, or the error of a failed request',
    ),
  ...timeBounds('Only requests made'),
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
      ...readTimeBounds({ since, until }, now),
    },
  };
}

function readStatus(status: string): NonNullable<LogFilters['status']> {
  return status.endsWith('xx') ? { class: Number(status[0]) } : { exactly: Number(status) };
}
