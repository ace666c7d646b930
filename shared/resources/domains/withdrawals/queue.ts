// The queue that wakes workers for the withdrawal of scheduled mail. Its ids are those of `domain_withdrawals`: of domains.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const domainWithdrawalQueue: QueueDefinition = {
  name: 'domain-withdrawal',
  jobName: 'withdraw-domain-mail',
};
