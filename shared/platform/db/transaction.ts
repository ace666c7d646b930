// One transaction on one connection. The connection goes back to the pool only when its state is known. What follows a
// commit (wake-ups) is registered with the transaction, by whoever wrote what it is about.
import type pg from 'pg';
import type { Database, Queryable } from './connect.ts';
import { gatherStatements } from './pipeline.ts';

/** A connection inside a transaction. What it is asked in one turn leaves together (pipeline.ts). */
export type Transaction = Queryable & {
  readonly inTransaction: true;
  /**
   * Has `effect` run once the transaction is committed, before its caller goes on; effects run in the order in which
   * they were registered. Never after a rollback, and not when the answer to COMMIT is lost: an effect must be
   * something that may be left out, as a wake-up may. What it throws reaches nobody, since everything is committed by
   * then; it becomes a warning of the process, which is logged.
   */
  afterCommit(effect: () => void): void;
};

/** What a transaction may need beside its work. */
export interface TransactionOptions {
  /** A statement that waits longer for a lock fails with `SQLSTATES.lockNotAvailable`. */
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
  const effects: (() => void)[] = [];
  let broken: Error | undefined;
  try {
    const handle: Transaction = {
      ...gatherStatements(client),
      inTransaction: true,
      afterCommit: (effect) => void effects.push(effect),
    };
    const [, result] = await Promise.all([begin(handle, lockTimeoutMs), work(handle)]);
    const committed = client.query('COMMIT');
    onCommitSent?.();
    const { command } = await committed;
    // Postgres answers a COMMIT after a failed statement with ROLLBACK, and calls that no error.
    if (command === 'ROLLBACK') throw new Error('Nothing was committed: the work hid a failed statement.');
    for (const effect of effects) runSurely(effect);
    return result;
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Leaves with the first statements of the work. */
async function begin({ query }: Queryable, lockTimeoutMs: number | undefined): Promise<void> {
  await Promise.all([
    query({ name: 'begin', text: 'BEGIN' }),
    lockTimeoutMs &&
      query({ name: `lock-timeout-${lockTimeoutMs}`, text: `SET LOCAL lock_timeout = ${lockTimeoutMs}` }),
  ]);
}

/** A failure is nobody's but the effect's own: it is a bug, and no reason to tell anybody that nothing was committed. */
function runSurely(effect: () => void): void {
  try {
    effect();
  } catch (cause) {
    process.emitWarning(new Error('What was to follow a commit has failed.', { cause }));
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
