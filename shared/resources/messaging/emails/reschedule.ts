// Reschedules a pending email: a compare-and-set on the email's row. The row lock keeps the tick (queue-due.ts) away
// until the recipients have the new time too.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { refuseNotPending, type ScheduledEmailRow } from './pending.ts';

/** The email to reschedule, its account, its new time, and the current time. */
export interface Reschedule {
  accountId: string;
  id: string;
  scheduledAt: Date;
  now: Date;
}

/**
 * Reschedules an email.
 * @throws DomainError `not_found`, or `validation_error` when the email is not pending
 */
export function rescheduleEmail(
  database: Database,
  { accountId, id, scheduledAt, now }: Reschedule,
): Promise<ScheduledEmailRow> {
  return transaction(database, async (client) => {
    const { rows } = await client.query<ScheduledEmailRow>({
      name: 'reschedule-email',
      text: `UPDATE emails SET scheduled_at = $3 WHERE id = $1 AND account_id = $2 AND status = 'pending'
             RETURNING id, status, scheduled_at`,
      values: [id, accountId, scheduledAt],
    });
    const [email] = rows;
    if (!email) throw await refuseNotPending(client, accountId, id);
    await client.query({
      name: 'reschedule-recipients',
      text: `UPDATE email_recipients SET next_attempt_at = $2, updated_at = $3
             WHERE email_id = $1 AND state = 'pending'`,
      values: [id, scheduledAt, now],
    });
    return email;
  });
}
