// Reads the state of the work for metrics and pages, in one transaction with a time limit: a reader must never block
// the work.
import type { Database } from '../db/connect.ts';
import { type Transaction, transaction } from '../db/transaction.ts';

/** Longer than a metrics scraper or a page waits for the result. */
const STATEMENT_TIMEOUT_MS = 3_000;

/** Runs `read`; each of its statements is cancelled after three seconds. */
export function readBounded<T>(database: Database, read: (client: Transaction) => Promise<T>): Promise<T> {
  return transaction(database, async (client) => {
    await client.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    return await read(client);
  });
}
