// The work table of withdrawals: a row is a domain that was deleted or lost, until no mail of it is scheduled.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const withdrawalsTable = createWorkTable({
  table: 'domain_withdrawals',
  key: 'id',
  keyType: 'uuid',
  // An account with much scheduled mail takes several jobs, and each domain a second walk; none of them has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id, 'outcome', outcome)`,
});
