// Runs a transaction on one connection, which returns to the pool only when its state is known. Effects after the
// commit (such as wake-ups) are registered with the transaction (after-commit hooks), by the code that writes the rows
// (docs/architecture/queues.md#effects-after-a-commit).
import type pg from 'pg';
import { findFaultOfConnection, NoAnswerError } from '../failures/unavailable.ts';
import type { Database, Queryable } from './connect.ts';
import { commitInTime, releaseWhenAnswered } from './group-store/answer-in-time.ts';
import { batchStatements } from './pipeline.ts';

/** Longest wait for the answer to COMMIT, and for how it ended if that is lost: clients wait 30 s and more. */
export const COMMIT_MAX_MS = 25_000;

/**
 * A connection inside a transaction. Statements issued in the same turn of the event loop are batched (pipeline.ts).
 */
export type Transaction = Queryable & {
  readonly inTransaction: true;
  /**
   * Registers an effect that runs after the transaction is committed, before its caller continues. Effects run in the
   * order of their registration. They do not run after a rollback, nor when the answer to COMMIT is lost: an effect
   * must be optional, like a wake-up. An error of an effect does not reach the caller, because everything is committed
   * by then; it becomes a warning of the process, which is logged.
   */
  afterCommit(effect: () => void): void;
};

/** Options of a transaction. */
export interface TransactionOptions {
  /** A statement that waits longer for a lock fails with `SQLSTATES.lockNotAvailable`. */
  lockTimeoutMs?: number;
  /** Called when COMMIT has been sent and its answer has not arrived yet. */
  onCommitSent?: () => void;
}

/**
 * Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. BEGIN is sent in one batch with
 * the first statements of the work. After an error of COMMIT itself it is unknown whether the transaction is committed
 * (the connection may have died before the answer, or none came in COMMIT_MAX_MS). A caller that needs to know reads its
 * rows back (docs/architecture/guarantees.md#accept).
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
      inTransaction: true,
      afterCommit: (effect) => void effects.push(effect),
      ...batchStatements(client),
    };
    const [, result] = await Promise.all([begin(handle, lockTimeoutMs), work(handle)]);
    const committed = commitInTime(COMMIT_MAX_MS, client, 'COMMIT');
    onCommitSent?.();
    const { command } = await committed;
    // Postgres answers a COMMIT after a failed statement with ROLLBACK, and does not report an error.
    if (command === 'ROLLBACK')
      throw new Error('Nothing was committed: the work ignored a failed statement.');
    for (const effect of effects) runSurely(effect);
    return result;
  } catch (error) {
    // A connection that owes an answer would not answer ROLLBACK either.
    const owes = error instanceof NoAnswerError;
    broken = owes ? error : ((await rollBack(client)) ?? findFaultOfConnection(error));
    throw error;
  } finally {
    releaseWhenAnswered(client, broken);
  }
}

/**
 * Makes the commit of a transaction not wait for the disk. It is lost if Postgres dies within a second, with all that
 * the transaction wrote: only for what is written again then. Each later commit that waits takes it along.
 */
export async function commitSoon({ query }: Transaction): Promise<void> {
  await query({ name: 'commit-soon', text: 'SET LOCAL synchronous_commit = off' });
}

/** Makes the commit wait all the same. */
export async function commitSurely({ query }: Transaction): Promise<void> {
  await query({ name: 'commit-surely', text: 'SET LOCAL synchronous_commit TO DEFAULT' });
}

/** Sent in one batch with the first statements of the work. */
async function begin({ query }: Queryable, lockTimeoutMs: number | undefined): Promise<void> {
  await Promise.all([
    query({ name: 'begin', text: 'BEGIN' }),
    lockTimeoutMs &&
      query({ name: `lock-timeout-${lockTimeoutMs}`, text: `SET LOCAL lock_timeout = ${lockTimeoutMs}` }),
  ]);
}

/**
 * An error here is a bug of the effect. It must not reach the caller, who would conclude that nothing was committed.
 */
function runSurely(effect: () => void): void {
  try {
    effect();
  } catch (cause) {
    process.emitWarning(new Error('An effect after a commit has failed.', { cause }));
  }
}

/** Rolls back. @returns the error after which the connection must not be used again, if there is one */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
