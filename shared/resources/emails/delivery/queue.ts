// The queues that wake send workers for recipients, one for each lane of mail. Their ids are those of
// `email_recipients`.
import type { QueueDefinition } from '../../../platform/queues/definition.ts';
import type { MailLane } from '../email.ts';

const jobName = 'send-email';

/** Transactional mail. */
export const sendQueue: QueueDefinition = { name: 'send', jobName };

/** Mail of the campaign lane. */
export const bulkSendQueue: QueueDefinition = { name: 'send-bulk', jobName };

/** The queue that wakes the mail of each lane. */
export const SEND_QUEUES: Readonly<Record<MailLane, QueueDefinition>> = {
  transactional: sendQueue,
  campaign: bulkSendQueue,
};
