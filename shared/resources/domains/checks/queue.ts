// The queue that wakes workers for the checks of domains. Its ids are those of `domain_checks`: of domains.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';

export const domainCheckQueue: QueueDefinition = { name: 'domain-check', jobName: 'check-domains' };
