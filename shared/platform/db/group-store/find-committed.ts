// Finds out whether a transaction was committed after the answer to COMMIT was lost. The server may still be restarting
// or still be executing that COMMIT, so it is asked repeatedly, as long as a client can be expected to wait. What it shows
// may be gone after a failover: rows are visible as soon as the session that waited for the standby has ended. So what
// exists counts only when a later commit of the same connection is confirmed.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { SQLSTATES, sqlstateOf } from '../../failures/sqlstates.ts';
import { isDatabaseUnavailable, NoAnswerError } from '../../failures/unavailable.ts';
import type { Database, Queryable } from '../connect.ts';
import { COMMIT_MAX_MS, type Transaction } from '../transaction.ts';
import { answerInTime, commitInTime, releaseWhenAnswered } from './answer-in-time.ts';

const ASK_EVERY_MS = 250;
const CONFIRM_MAX_MS = 10_000;
/**
 * Confirms with a commit that waits as the commit of the rows did: for the disk and for the standby. It is alone
 * because only a commit waits.
 */
const CONFIRM = "SELECT pg_logical_emit_message(true, 'posthorn', '')";

/**
 * Pools with a confirmation that has no answer yet. It keeps its connection until the standby answers, and each further
 * one would keep another.
 */
const owing = new WeakSet<Database>();

/** A transaction whose COMMIT was sent. */
export interface SentCommit {
  /** The result of `pg_current_xact_id`. */
  transactionId: string;
  /** The time of COMMIT by the monotonic clock. */
  sentAtMs: number;
}

/** The id of a transaction, to ask how it has ended if the answer to COMMIT is lost. */
export async function findTransactionId(client: Transaction): Promise<string> {
  const { rows } = await client.query<{ id: string }>({
    name: 'find-transaction-id',
    text: 'SELECT pg_current_xact_id()::text AS id',
  });
  return rows[0]?.id ?? '';
}

/** Finds which of these ids are rows of the table. */
export async function findStoredIds(
  connection: Queryable,
  table: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await connection.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Reads what a transaction has committed, after it has ended, for COMMIT_MAX_MS after COMMIT. The rows decide, not the
 * transaction's status: a server that took over may have used the same id for another transaction.
 * @param findRows reads which of the transaction's rows exist
 * @throws an error of an unavailable database (unavailable.ts) when that stays so, the transaction does not end in time,
 *   or what it has committed is not confirmed in time
 */
export async function findCommitted(
  database: Database,
  { transactionId, sentAtMs }: SentCommit,
  findRows: (connection: Queryable) => Promise<ReadonlySet<string>>,
): Promise<ReadonlySet<string>> {
  const what = `Finding out how transaction ${transactionId} has ended`;
  const leftMs = () => sentAtMs + COMMIT_MAX_MS - performance.now();
  const look = async (connection: Queryable) =>
    (await hasEnded(connection, transactionId)) ? await findRows(connection) : undefined;
  const search = async () => {
    while (leftMs() > 0) {
      const found = await readConfirmed(database, look, (rows) => (rows?.size ?? 0) > 0).catch(passOutage);
      if (found) return found;
      await delay(ASK_EVERY_MS);
    }
    throw new NoAnswerError(`${what} took too long.`);
  };
  return await answerInTime(Math.max(leftMs(), 0), what, search());
}

/**
 * Reads on one connection what an earlier transaction has stored. The result is as durable as after an answered COMMIT,
 * on the standby too.
 * @throws an error of an unavailable database (unavailable.ts) when that is not confirmed within ten seconds, or at
 * once while an earlier confirmation has no answer
 */
export async function readConfirmed<Found>(
  database: Database,
  read: (connection: Queryable) => Promise<Found>,
  isFound: (found: Found) => boolean,
): Promise<Found> {
  if (owing.has(database)) throw new NoAnswerError('An earlier commit is not confirmed.');
  const client = await database.connect();
  let broken: Error | undefined;
  try {
    const found = await read(client);
    if (isFound(found)) await confirm(client);
    return found;
  } catch (error) {
    // The connection may lead to a standby.
    broken = error as Error;
    if (error instanceof NoAnswerError) {
      owing.add(database);
      const settle = () => owing.delete(database);
      error.pending.then(settle, settle);
    }
    throw error;
  } finally {
    releaseWhenAnswered(client, broken);
  }
}

/** Makes the commit of a transaction that may store nothing itself confirm what the transaction has found. */
export async function confirmByCommit({ query }: Transaction): Promise<void> {
  await query(CONFIRM);
}

async function confirm(client: pg.PoolClient): Promise<void> {
  try {
    await commitInTime(CONFIRM_MAX_MS, client, CONFIRM);
  } catch (error) {
    if (sqlstateOf(error) !== SQLSTATES.internalError) throw error;
    throw new NoAnswerError('A standby confirms nothing.', undefined, { cause: error });
  }
}

function passOutage(error: unknown): undefined {
  if (!isDatabaseUnavailable(error)) throw error;
}

/**
 * After a crash the server may not know the transaction id, because it hands out ids again from an earlier number. Such
 * a transaction has ended too.
 */
async function hasEnded(connection: Queryable, transactionId: string): Promise<boolean> {
  try {
    const { rows } = await connection.query<{ status: string | null }>(
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
