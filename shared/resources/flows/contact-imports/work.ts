// Imports: a row is a file until all of its rows are imported.
import { defineWork } from '../../../platform/work/define-work.ts';

export const importWork = defineWork({
  group: 'audience',
  queue: 'contact-import',
  job: 'import-contacts',
  // One of an account at a time; they take turns chunk by chunk.
  concurrency: 12,
  table: 'contact_imports',
  // It is continued minute by minute, or waits for another import of its account; no attempt has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id, 'status', status, 'rows_read', rows_read)`,
});
