// Finds out whether a transaction was committed after the answer to COMMIT was lost. The server may still be restarting
// or still be executing that COMMIT, so it is asked repeatedly, as long as a client can be expected to wait.
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../connect.ts';
import { SQLSTATES, sqlstateOf } from '../sqlstates.ts';
import { isDatabaseUnavailable } from '../unavailable.ts';

const ASK_FOR_MS = 20_000;
const ASK_EVERY_MS = 250;

/**
 * Reads what a transaction has committed, after it has ended. The rows decide, not the transaction's status: a server
 * that took over may have used the same id for another transaction.
 * @param findRows reads which of the transaction's rows exist
 * @throws an error of an unavailable database (unavailable.ts) when that stays so or the transaction does not end in time
 */
export async function findCommitted<Rows>(
  database: Database,
  transactionId: string,
  findRows: () => Promise<Rows>,
): Promise<Rows> {
  const deadline = performance.now() + ASK_FOR_MS;
  for (;;) {
    const isLate = performance.now() > deadline;
    try {
      if (await hasEnded(database, transactionId)) return await findRows();
      if (isLate) throw tooLate(transactionId);
    } catch (error) {
      if (isLate || !isDatabaseUnavailable(error)) throw error;
    }
    await delay(ASK_EVERY_MS);
  }
}

/** For callers the database is too slow: they do not know the outcome, and the same work can succeed later. */
function tooLate(transactionId: string): Error {
  const error = new Error(`Transaction ${transactionId} has not ended in time.`);
  return Object.assign(error, { code: 'ETIMEDOUT' });
}

/**
 * After a crash the server may not know the transaction id, because it hands out ids again from an earlier number. Such
 * a transaction has ended too.
 */
async function hasEnded(database: Database, transactionId: string): Promise<boolean> {
  try {
    const { rows } = await database.query<{ status: string | null }>(
      'SELECT pg_xact_status($1::xid8) AS status',
      [transactionId],
    );
    return rows[0]?.status !== 'in progress';
  } catch (error) {
    // A transaction id that this server has not handed out.
    if (sqlstateOf(error) === SQLSTATES.invalidParameterValue) return true;
    throw error;
  }
}
