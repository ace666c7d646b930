// Lists the request logs of an account, newest first, with filters (docs/reference/logs.md#get-logs). One filter per
// page is served by an index that ends in the id (migrations/0014-request-logs.ts, 0057-health-and-errors.ts), so the cost of a page does not
// depend on the number of logs. Further filters, and `q`, search a limited number of the logs that the index returns.

import type { ErrorName } from '../../../contract/errors.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { TimeFilters } from '../../../platform/db/list.ts';
import {
  findPage,
  type ListedRows,
  type Page,
  type PageRequest,
  patternOf,
  searchWindow,
} from '../../../platform/db/page.ts';
import { logIdLowerBound } from '../../../platform/time/ids.ts';

/** A log in a list. */
export interface LogRow {
  /** A number, as text. */
  id: string;
  api_key_id: string | null;
  request_id: string;
  method: string;
  endpoint: string;
  response_status: number;
  error_name: ErrorName | null;
  /** Separated by `, `. */
  ignored_parameters: string | null;
  duration_ms: number;
  user_agent: string | null;
  created_at: Date;
}

/** Filters of the list. */
export interface LogFilters extends TimeFilters {
  method?: string;
  /** A status, or the first digit of a class of statuses. */
  status?: { exactly: number } | { class: number };
  /** The name of the error that was answered. */
  errorName?: ErrorName;
  /** The complete path. */
  endpoint?: string;
  /** Text in the path, the User-Agent or the request id, or in the answer of a failed request. */
  q?: string;
}

const COLUMNS =
  'id, account_id, api_key_id, request_id, method, endpoint, response_status, error_name, ignored_parameters, duration_ms, user_agent, created_at';

/** Lists a page of an account's logs. */
export function listLogs(
  database: Queryable,
  accountId: string,
  filters: LogFilters,
  page: PageRequest,
): Promise<Page<LogRow>> {
  return findPage<LogRow>(database, listedLogs(accountId, filters, page), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedLogs(accountId: string, filters: LogFilters, page: PageRequest): ListedRows {
  const values: unknown[] = [[accountId]];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const served = ['account_id = ANY($1::uuid[])'];
  const { since, until } = filters;
  if (since) served.push(`id >= ${parameter(logIdLowerBound(since))}`);
  if (until) served.push(`id < ${parameter(logIdLowerBound(until))}`);
  const [first, ...others] = conditionsOf(filters, parameter);
  if (first?.hasIndex) served.push(first.sql);
  const searched = first && !first.hasIndex ? [first, ...others] : others;
  const where = served.join(' AND ');
  const orderedWithin = 'account_id';
  if (searched.length === 0) return { select: `SELECT ${COLUMNS} FROM logs`, where, values, orderedWithin };
  // All columns, because a search may use a column that is not shown.
  const window = searchWindow({ select: 'SELECT * FROM logs', where, orderedWithin, parameter }, page);
  const select = `SELECT ${COLUMNS} FROM (${window}) AS logs`;
  return { select, where: searched.map(({ sql }) => `(${sql})`).join(' AND '), values, orderedWithin };
}

interface Condition {
  sql: string;
  hasIndex: boolean;
}

/** The conditions. The first one is presumably the most selective: failures are rare, most requests succeed. */
function conditionsOf(
  { errorName, method, status, endpoint, q }: LogFilters,
  parameter: (value: unknown) => string,
): Condition[] {
  const statusClass = status && ('class' in status ? status.class : Math.floor(status.exactly / 100));
  const ofClass = statusClass && { sql: `response_status / 100 = ${parameter(statusClass)}`, hasIndex: true };
  const isFailure = statusClass !== undefined && statusClass >= 4;
  return [
    ...(errorName === undefined ? [] : [{ sql: `error_name = ${parameter(errorName)}`, hasIndex: true }]),
    ...(ofClass && isFailure ? [ofClass] : []),
    ...(endpoint === undefined ? [] : [{ sql: `endpoint = ${parameter(endpoint)}`, hasIndex: true }]),
    ...(method === undefined ? [] : [{ sql: `method = ${parameter(method)}`, hasIndex: true }]),
    ...(ofClass && !isFailure ? [ofClass] : []),
    ...(status && 'exactly' in status
      ? [{ sql: `response_status = ${parameter(status.exactly)}`, hasIndex: false }]
      : []),
    ...(q === undefined ? [] : [{ sql: searchCondition(parameter(patternOf(q))), hasIndex: false }]),
  ];
}

/**
 * Only answers of failures are searched: they are short. Other bodies are stored out of line and would have to be
 * fetched.
 */
function searchCondition(pattern: string): string {
  return `endpoint ILIKE ${pattern} OR user_agent ILIKE ${pattern} OR request_id ILIKE ${pattern}
          OR CASE WHEN response_status >= 400 THEN response_body ILIKE ${pattern} END`;
}
