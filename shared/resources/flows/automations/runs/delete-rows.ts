// Deletes the rows of runs with the rows of their steps.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** Deletes runs that the transaction has locked, with their steps. */
export async function deleteRunRows(client: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await Promise.all([
    client.query({
      name: 'delete-step-runs',
      text: 'DELETE FROM automation_step_runs WHERE run_id = ANY($1::uuid[])',
      values: [ids],
    }),
    client.query({
      name: 'delete-automation-runs',
      text: 'DELETE FROM automation_runs WHERE id = ANY($1::uuid[])',
      values: [ids],
    }),
  ]);
}
