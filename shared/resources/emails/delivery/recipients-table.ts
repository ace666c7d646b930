// Recipients are the rows of work of sending (design rule 4). Those of scheduled emails become due with their email,
// under its lock (queue-due.ts); all others by their own time.
//
// A message may be what kills its worker, and it does not come alone: all that the worker held was lost with it. So
// the first death costs no wait, and each further one the wait of a failed try, which brings a deadly message back
// apart from the others, sixteen times within 72 hours; then `guard` ends it. Should it kill even before that, by
// being loaded, it does so every eight hours.

import { RETRY_DELAYS_MS, RETRY_JITTER } from '../../../mail/retry-schedule.ts';
import { createWorkTable, type WorkTable } from '../../../platform/work/work-table.ts';
import { keepEmailStatus } from './keep-email-status.ts';
import { queueDueEmails } from './queue-due.ts';

/** No wait for the first death: an array of SQL begins at 1, and before it is null. */
const WAIT_AFTER_DEATH = `
  (ARRAY[${RETRY_DELAYS_MS.join(', ')}])[least(worker_deaths, ${RETRY_DELAYS_MS.length})]
  * (1 - ${RETRY_JITTER} * random()) * interval '1 millisecond'`;

const recipients = keepEmailStatus(
  createWorkTable({
    table: 'email_recipients',
    key: 'id',
    keyType: 'uuid',
    dueWhen: `state <> 'pending'`,
    onClaim: `state = 'sending'`,
    onReclaim: `state = 'queued'`,
    onDeath: 'worker_deaths = worker_deaths + 1',
    waitAfterDeath: WAIT_AFTER_DEATH,
    lastAnswer: 'smtp_reply',
    about: `jsonb_build_object('email_id', email_id, 'account_id', account_id, 'state', state)`,
  }),
);

export const recipientsTable: WorkTable = {
  ...recipients,
  async markDue(database, now, limit) {
    const scheduled = await queueDueEmails(database, now, limit);
    const left = limit - scheduled.length;
    return left > 0 ? [...scheduled, ...(await recipients.markDue(database, now, left))] : scheduled;
  },
};
