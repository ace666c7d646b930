// A limit for the answer to a commit, which the server does not enforce: statement_timeout is off while a commit waits for a
// synchronous standby, and a server that has disappeared enforces nothing.
import type pg from 'pg';
import { NoAnswerError } from '../../failures/unavailable.ts';
import { TimeoutError, withTimeout } from '../../time/timeout.ts';

/** SQLSTATE class of warnings. */
const WARNING_CLASS = '01';

/**
 * Waits for the answer to a statement, which continues in the server regardless.
 * @param what subject of the message of the error, such as `COMMIT`
 * @throws NoAnswerError after `limitMs`
 */
export async function answerInTime<T>(limitMs: number, what: string, answer: Promise<T>): Promise<T> {
  return await withTimeout(limitMs, what, answer).catch((error: unknown) => {
    throw error instanceof TimeoutError ? new NoAnswerError(error.message, answer, { cause: error }) : error;
  });
}

/**
 * Sends a statement that commits.
 * @throws NoAnswerError after `limitMs`; and when the wait for the standby was cancelled, as operators do with sessions that
 *   hang: that is answered as a success with a warning (SyncRepWaitForLSN of Postgres)
 */
export async function commitInTime(
  limitMs: number,
  client: pg.PoolClient,
  statement: string,
): Promise<pg.QueryResult> {
  let isCancelled = false;
  const note = ({ code = '' }: { code?: string | undefined }) => {
    isCancelled ||= code.startsWith(WARNING_CLASS);
  };
  client.on('notice', note);
  try {
    const result = await answerInTime(limitMs, 'A commit', client.query(statement));
    if (isCancelled) throw new NoAnswerError('A commit was cancelled while it waited for the standby.');
    return result;
  } finally {
    client.off('notice', note);
  }
}

/**
 * Releases a connection, as broken if there is an error. One that owes an answer stays in its pool until then: its
 * session continues in the server, and a standby that is silent for long would fill the server with sessions that no
 * pool counts.
 */
export function releaseWhenAnswered(client: pg.PoolClient, broken: Error | undefined): void {
  const release = () => client.release(broken);
  if (broken instanceof NoAnswerError) broken.pending.then(release, release);
  else release();
}
