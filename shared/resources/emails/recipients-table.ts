// Recipients are the rows of work of sending (design rule 4). Those of scheduled emails become due with their email,
// under its lock (queue-due.ts); all others by their own time.
import { createWorkTable, type WorkTable } from '../../db/work-table.ts';
import { queueDueEmails } from './queue-due.ts';

const recipients = createWorkTable({
  table: 'email_recipients',
  key: 'id',
  keyType: 'uuid',
  dueWhen: `state <> 'pending'`,
  onClaim: `state = 'sending'`,
  onReclaim: `state = 'queued'`,
});

export const recipientsTable: WorkTable = {
  ...recipients,
  async markDue(database, now, limit) {
    const scheduled = await queueDueEmails(database, now, limit);
    const left = limit - scheduled.length;
    return left > 0 ? [...scheduled, ...(await recipients.markDue(database, now, left))] : scheduled;
  },
};
