// The work table of batches: a row is an automation whose runs are cancelled or removed, until none is left.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const automationBatchesTable = createWorkTable({
  table: 'automation_batch_work',
  key: 'id',
  keyType: 'uuid',
  // An automation with many runs takes several jobs; none of them has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id, 'automation_id', automation_id, 'type', type)`,
});
