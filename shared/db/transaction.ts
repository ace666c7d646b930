// One transaction on one connection. The connection goes back to the pool only when its state is known.
import type pg from 'pg';
import type { Database } from './connect.ts';
import { allAnswers, inOneFlight } from './flight.ts';

/** A connection inside a transaction. */
export type Transaction = pg.PoolClient;

/** What a transaction may need beside its work. */
export interface TransactionOptions {
  /** A statement that waits longer for a lock fails with SQLSTATE 55P03. */
  lockTimeoutMs?: number;
  /** Called when COMMIT is on its way and its answer is not here yet. */
  onCommitSent?: () => void;
}

/**
 * Runs `work` in a transaction: commits what it returns, rolls back when it throws. BEGIN leaves with its first
 * statements.
 * An error of COMMIT itself leaves it open whether the transaction counts (the connection may have died on the
 * way back): a caller to whom that matters reads its ids back (design rule 1).
 */
export async function transaction<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
  { lockTimeoutMs, onCommitSent }: TransactionOptions = {},
): Promise<T> {
  const client = await database.connect();
  let broken: Error | undefined;
  try {
    const begin = lockTimeoutMs ? `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}` : 'BEGIN';
    const [, result] = await inOneFlight(client, () => allAnswers([client.query(begin), work(client)]));
    const committed = client.query('COMMIT');
    onCommitSent?.();
    const { command } = await committed;
    // Postgres answers a COMMIT after a failed statement with ROLLBACK, and calls that no error.
    if (command === 'ROLLBACK') throw new Error('Nothing was committed: the work hid a failed statement.');
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Rolls back; answers the error that makes the connection unfit for further use. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
