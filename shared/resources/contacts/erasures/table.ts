// The work table of erasures: a row is one person of an account, until nothing of the address and the names is left.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const erasuresTable = createWorkTable({
  table: 'contact_erasures',
  key: 'id',
  keyType: 'uuid',
  // It waits for emails that are on their way; no attempt has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id, 'phase', phase)`,
});
