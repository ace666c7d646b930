// Records the end of a run of recurring work: releases its row with the next time of its schedule and writes the error
// of the run. Both are one transaction, so that only the process that owns the claim writes anything.
import type { Database } from '../../db/connect.ts';
import { transaction } from '../../db/transaction.ts';
import type { Release } from '../work-table.ts';
import { recurringWork } from './work.ts';

/** How a run of a task ended. */
export interface RecurringOutcome extends Release {
  /** Why the run failed; null when it succeeded. */
  error: string | null;
}

/** Writes the outcome of a run and the due time of the next one. Does nothing when the claim was lost. */
export async function recordRecurringWork(database: Database, outcome: RecurringOutcome): Promise<void> {
  await transaction(database, async (client) => {
    const released = await recurringWork.table.release(client, [outcome]);
    if (released.length === 0) return;
    await client.query(
      'UPDATE recurring_work SET attempts = 0, last_finished_at = clock_timestamp(), last_error = $2 WHERE name = $1',
      [outcome.id, outcome.error],
    );
  });
}
