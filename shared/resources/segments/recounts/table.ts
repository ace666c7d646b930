// The work table of recounts: a row is a segment that is being counted.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const recountsTable = createWorkTable({
  table: 'segment_recounts',
  key: 'id',
  keyType: 'uuid',
  // A large audience takes several jobs; none of them has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id)`,
});
