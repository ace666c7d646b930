// Withdrawals: a row is a domain that was deleted or lost, until no mail of it is scheduled.
import { defineWork } from '../../../platform/work/define-work.ts';
import { WITHDRAWAL_QUEUE } from '../domains/withdrawals/start.ts';

export const withdrawalWork = defineWork({
  group: 'domain',
  queue: WITHDRAWAL_QUEUE.name,
  job: WITHDRAWAL_QUEUE.jobName,
  concurrency: 2,
  table: 'domain_withdrawals',
  whileSuspended: 'go on',
  about: `jsonb_build_object('account_id', account_id, 'outcome', outcome)`,
  walk: async () => (await import('./step.ts')).withdrawalWalk,
});
