// The logs of an account, newest first, with the filters of decisions.md §9. One filter of a page is served by an index
// that ends in the id (migrations/0014-request-logs.ts), so a page costs the same however many logs there are. What
// else is asked for, and `q`, look at a bounded number of the logs that the index gives.

import type { Queryable } from '../../platform/db/connect.ts';
import {
  findPage,
  type ListedRows,
  type Page,
  type PageRequest,
  patternOf,
  searchWindow,
} from '../../platform/db/page.ts';
import { logIdLowerBound } from '../../platform/time/ids.ts';

/** What a list shows of a log. */
export interface LogRow {
  /** A number, as text. */
  id: string;
  api_key_id: string | null;
  request_id: string;
  method: string;
  endpoint: string;
  response_status: number;
  duration_ms: number;
  user_agent: string | null;
  created_at: Date;
}

/** Which logs are asked for. */
export interface LogFilters {
  method?: string;
  /** A status, or the first digit of a class of them. */
  status?: { exactly: number } | { class: number };
  /** The whole path. */
  endpoint?: string;
  /** Text in path, User-Agent or request id, or in the answer of a request that failed. */
  q?: string;
  /** From when on. */
  since?: Date;
  /** Until when, that instant left out. */
  until?: Date;
}

const COLUMNS =
  'id, account_id, api_key_id, request_id, method, endpoint, response_status, duration_ms, user_agent, created_at';

/** Lists a page of an account's logs. */
export function listLogs(
  database: Queryable,
  accountId: string,
  filters: LogFilters,
  page: PageRequest,
): Promise<Page<LogRow>> {
  return findPage<LogRow>(database, listedLogs(accountId, filters, page), page);
}

/** The rows behind a list, for findPage and for EXPLAIN. */
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
  // Whole rows, since a search may be in a column that is not shown.
  const window = searchWindow({ select: 'SELECT * FROM logs', where, orderedWithin, parameter }, page);
  const select = `SELECT ${COLUMNS} FROM (${window}) AS logs`;
  return { select, where: searched.map(({ sql }) => `(${sql})`).join(' AND '), values, orderedWithin };
}

interface Condition {
  sql: string;
  hasIndex: boolean;
}

/** The one that leaves the fewest logs comes first, as far as one can tell without looking. */
function conditionsOf(
  { method, status, endpoint, q }: LogFilters,
  parameter: (value: unknown) => string,
): Condition[] {
  const statusClass = status && ('class' in status ? status.class : Math.floor(status.exactly / 100));
  const ofClass = statusClass && { sql: `response_status / 100 = ${parameter(statusClass)}`, hasIndex: true };
  const isFailure = statusClass !== undefined && statusClass >= 4;
  return [
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

/** Answers of failures are short; other bodies would have to be fetched from beside their rows. */
function searchCondition(pattern: string): string {
  return `endpoint ILIKE ${pattern} OR user_agent ILIKE ${pattern} OR request_id ILIKE ${pattern}
          OR CASE WHEN response_status >= 400 THEN response_body ILIKE ${pattern} END`;
}
