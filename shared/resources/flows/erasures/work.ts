// Erasures: a row is one person of an account, until the address is erased everywhere.
import { defineWork } from '../../../platform/work/define-work.ts';

export const erasureWork = defineWork({
  group: 'audience',
  queue: 'contact-erasure',
  job: 'erase-person',
  concurrency: 2,
  table: 'contact_erasures',
  whileSuspended: 'go on',
  about: `jsonb_build_object('account_id', account_id, 'phase', phase)`,
  walk: async () => (await import('./step.ts')).erasureWalk,
});
