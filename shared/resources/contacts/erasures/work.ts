// Erasures: a row is one person of an account, until nothing of the address and the names is left.
import { defineWork } from '../../../platform/work/define-work.ts';

export const erasureWork = defineWork({
  group: 'audience',
  queue: 'contact-erasure',
  job: 'erase-person',
  concurrency: 2,
  table: 'contact_erasures',
  // It waits for emails that are on their way; no attempt has failed.
  retryWhen: 'false',
  about: `jsonb_build_object('account_id', account_id, 'phase', phase)`,
});
