// The work table of batches: a row is something that is done to many contacts or runs of an automation, due at its time or at
// once, again after each job, until none is left.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const automationBatchesTable = createWorkTable({
  table: 'automation_batch_work',
  key: 'id',
  keyType: 'uuid',
  // A batch that has gone on has no attempts, however many jobs it takes: those that it has are tries that a bug has ended.
  lastAnswer: 'last_error',
  about: `jsonb_build_object('account_id', account_id, 'automation_id', automation_id, 'type', type, 'status', status,
    'taken_at', taken_at, 'done', done, 'total', total)`,
});
