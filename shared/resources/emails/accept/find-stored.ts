// Answers the question that a lost answer to COMMIT leaves: is it stored? The server may still be restarting, so
// it is asked for as long as a client can be expected to wait.
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../../db/connect.ts';
import { isDatabaseUnavailable } from '../../../db/unavailable.ts';

const ASK_FOR_MS = 20_000;
const ASK_EVERY_MS = 250;

/**
 * Reads which of these emails exist. A transaction is stored whole or not at all.
 * @throws the last error when the database does not come back in time
 */
export async function findStored(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const deadline = performance.now() + ASK_FOR_MS;
  for (;;) {
    try {
      const { rows } = await database.query<{ id: string }>(
        'SELECT id FROM emails WHERE id = ANY($1::uuid[])',
        [ids],
      );
      return new Set(rows.map(({ id }) => id));
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      await delay(ASK_EVERY_MS);
    }
  }
}
