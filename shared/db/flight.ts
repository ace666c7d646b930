// Several statements in one flight: they leave in one packet, the server works through them in their order, and one
// waking of each side serves all. A connection of ours sends what it is given without waiting for answers (`pipeline`
// in connect.ts); a round trip costs as much as a small statement.
import type pg from 'pg';
import type { Database, Queryable } from './connect.ts';

/** Sends together what `ask` asks for before it first waits. */
export function inOneFlight<T>({ connection: { stream } }: pg.PoolClient, ask: () => T): T {
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}

/** in_failed_sql_transaction: what a statement behind a failed one is answered. */
const FAILED_BEFORE = '25P02';

/**
 * Waits for all answers to statements of one flight.
 * @throws the failure that made the others fail
 */
export async function allAnswers<T extends readonly unknown[]>(
  asked: readonly [...{ [Place in keyof T]: Promise<T[Place]> }],
): Promise<T> {
  const answers = await Promise.allSettled(asked);
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  if (failures.length > 0) throw failures.find(({ code }) => code !== FAILED_BEFORE) ?? failures[0];
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

/** Reads several things that do not depend on each other, on one connection. */
export async function readTogether<T>(
  database: Database,
  ask: (connection: Queryable) => Promise<T>,
): Promise<T> {
  const client = await database.connect();
  let isFit = false;
  try {
    const found = await inOneFlight(client, () => ask(client));
    isFit = true;
    return found;
  } finally {
    // After a failure other answers may still be on their way.
    client.release(!isFit);
  }
}
