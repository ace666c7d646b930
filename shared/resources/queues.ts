// The list of all queues of the service, for bull-board, the metrics and the sweeper.
import type { QueueDefinition } from '../platform/queues/definition.ts';
import { recurringQueue } from '../platform/work/recurring/queue.ts';
import { audienceRemovalQueue } from './audiences/removals/queue.ts';
import { automationBatchQueue } from './automations/batches/queue.ts';
import { automationBulkQueue, automationQueue, automationTimerQueue } from './automations/runs/queue.ts';
import { contactImportQueue } from './contact-imports/queue.ts';
import { contactErasureQueue } from './contacts/erasures/queue.ts';
import { domainCheckQueue } from './domains/checks/queue.ts';
import { domainWithdrawalQueue } from './domains/withdrawals/queue.ts';
import { bulkSendQueue, sendQueue } from './emails/delivery/queue.ts';
import { segmentRecountQueue } from './segments/recounts/queue.ts';
import { webhookQueue } from './webhooks/delivery/queue.ts';
import { webhookReplayQueue } from './webhooks/replays/queue.ts';

export const QUEUES: readonly QueueDefinition[] = [
  sendQueue,
  bulkSendQueue,
  webhookQueue,
  webhookReplayQueue,
  audienceRemovalQueue,
  contactErasureQueue,
  contactImportQueue,
  segmentRecountQueue,
  domainCheckQueue,
  domainWithdrawalQueue,
  automationQueue,
  automationTimerQueue,
  automationBulkQueue,
  automationBatchQueue,
  recurringQueue,
];
