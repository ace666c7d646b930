// Batches: a row is something that is done to many contacts or runs of an automation, due at its time or at
// once, again after each job, until none is left.
import type { Queryable } from '../../../platform/db/connect.ts';
import { defineWork } from '../../../platform/work/define-work.ts';
import type { Claim } from '../../../platform/work/work-table.ts';

export const automationBatchWork = defineWork({
  group: 'bulk',
  queue: 'automation-batch',
  job: 'run-automation-batch',
  concurrency: 2,
  table: 'automation_batch_work',
  // A batch that has gone on has no attempts, however many jobs it takes: those that it has are tries that a bug has ended.
  lastAnswer: 'last_error',
  about: `jsonb_build_object('account_id', account_id, 'automation_id', automation_id, 'type', type, 'status', status,
    'taken_at', taken_at, 'done', done, 'total', total)`,
});

/** Ends claims of batches that have not ended and met no bug: they are due again at once, and it was no try. */
export async function putBatchesBack(
  database: Queryable,
  claims: readonly Claim[],
  now: Date,
): Promise<void> {
  await database.query({
    name: 'put-automation-batches-back',
    text: `UPDATE automation_batch_work
           SET claimed_by = NULL, claim_token = NULL, woken_at = NULL, attempts = attempts - 1, next_attempt_at = $3
           WHERE id = ANY(ARRAY(SELECT id FROM automation_batch_work
                                WHERE id = ANY($1::uuid[]) AND claim_token = ANY($2::uuid[])
                                ORDER BY id FOR NO KEY UPDATE))`,
    values: [claims.map(({ id }) => id), claims.map(({ token }) => token), now],
  });
}
