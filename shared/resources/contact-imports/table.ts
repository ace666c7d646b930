// The work table of imports: a row is a file until all of its rows are imported.
import { createWorkTable } from '../../platform/work/work-table.ts';

export const importsTable = createWorkTable({
  table: 'contact_imports',
  key: 'id',
  keyType: 'uuid',
  // It is continued minute by minute, or waits for another import of its account; no attempt has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id, 'status', status, 'rows_read', rows_read)`,
});
