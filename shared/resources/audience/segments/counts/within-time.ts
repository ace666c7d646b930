// Statements that read a whole audience get settings of their own for their transaction. The connections of workers
// plan once and without sequential scans, which suits statements that find rows by key; these need a plan for the
// audience that they count. And they end in time, instead of using a connection for the 30 s of other statements.
import { DomainError } from '../../../../contract/domain-error.ts';
import type { Database, Queryable } from '../../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../../platform/db/transaction.ts';
import { SQLSTATES, sqlstateOf } from '../../../../platform/failures/sqlstates.ts';

/**
 * Parallel hash tables are in shared memory, and a container has 64 MB of it by default; others are in the memory of
 * each process. The members of a segment of half a million fit into 64 MB.
 */
const SETTINGS = `
  SELECT set_config('statement_timeout', $1, true), set_config('plan_cache_mode', 'force_custom_plan', true),
         set_config('enable_seqscan', 'on', true), set_config('enable_parallel_hash', 'off', true),
         set_config('max_parallel_workers_per_gather', '1', true), set_config('work_mem', '64MB', true)`;

/**
 * Runs a transaction whose statements together take at most this long.
 * @throws DomainError `contacts_timeout`
 */
export async function withinTime<T>(
  database: Database,
  timeoutMs: number,
  work: (client: Transaction) => Promise<T>,
): Promise<T> {
  const endsAtMs = performance.now() + timeoutMs;
  try {
    return await transaction(database, (client) => work(bound(client, endsAtMs, timeoutMs)));
  } catch (error) {
    throw sqlstateOf(error) === SQLSTATES.queryCanceled ? searchTookTooLong(timeoutMs) : error;
  }
}

/** Gives each statement the settings and the time that is left. */
function bound(client: Transaction, endsAtMs: number, timeoutMs: number): Transaction {
  const query = async (statement: Parameters<Queryable['query']>[0], values?: unknown[]) => {
    const leftMs = Math.floor(endsAtMs - performance.now());
    // 0 would mean no limit.
    if (leftMs <= 0) throw searchTookTooLong(timeoutMs);
    const settings = { name: 'set-for-segments', text: SETTINGS, values: [String(leftMs)] };
    const [, result] = await Promise.all([client.query(settings), client.query(statement as string, values)]);
    return result;
  };
  return { ...client, query: query as Queryable['query'] };
}

/** Whether it took too long. */
export function isTimeOut(error: unknown): boolean {
  return error instanceof DomainError && error.name === 'contacts_timeout';
}

/** @returns undefined: it took too long */
export async function unlessTimeOut<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isTimeOut(error)) return undefined;
    throw error;
  }
}

/** A sooner retry would take as long again. */
const RETRY_AFTER_SECONDS = 30;

function searchTookTooLong(timeoutMs: number): DomainError {
  return new DomainError(
    'contacts_timeout',
    `Finding the contacts that match the filter took longer than ${timeoutMs / 1_000} s. Use fewer rules, or try again later.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
