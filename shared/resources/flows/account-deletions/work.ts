// Deletions of accounts: a row is an account that is to be deleted, until all of it is removed.
import { defineWork } from '../../../platform/work/define-work.ts';

export const deletionWork = defineWork({
  group: 'audience',
  queue: 'account-deletion',
  job: 'delete-account',
  concurrency: 1,
  table: 'account_deletions',
  whileSuspended: 'go on',
  about: `jsonb_build_object('account_id', account_id, 'name', name, 'phase', phase, 'table', position[1])`,
  walk: async () => (await import('./step.ts')).deletionWalk,
});
