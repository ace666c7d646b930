// The end of a run of recurring work: its row is released to the next time of its schedule and keeps why it failed, in
// one transaction, so that only the process that holds the claim writes anything.
import type { Database } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import type { Release } from '../work-table.ts';
import { recurringWorkTable } from './table.ts';

/** How a run of a task ended. */
export interface RecurringOutcome extends Release {
  /** Why it failed; null when it did what it should. */
  error: string | null;
}

/** Writes how a run ended and when the next one is due. Does nothing when the claim was lost meanwhile. */
export async function recordRecurringWork(database: Database, outcome: RecurringOutcome): Promise<void> {
  await transaction(database, async (client) => {
    const released = await recurringWorkTable.release(client, [outcome]);
    if (released.length === 0) return;
    await client.query(
      'UPDATE recurring_work SET attempts = 0, last_finished_at = clock_timestamp(), last_error = $2 WHERE name = $1',
      [outcome.id, outcome.error],
    );
  });
}
