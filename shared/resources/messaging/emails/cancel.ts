// Cancels a pending email: a compare-and-set on the email's row. The row lock blocks the tick (queue-due.ts) until the
// recipients are canceled too, so after a successful answer nothing is sent. The charges to the quota and to capacities
// are refunded.

import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { refundQuota } from '../../foundation/accounts/quota/quota.ts';
import {
  type ChargedRecipient,
  capacityUnitsOf,
  refundCapacity,
} from '../../foundation/reputation/capacity-use.ts';
import { appendEvents } from './events/append.ts';
import { refuseNotPending, type ScheduledEmailRow } from './pending.ts';

/** The email to cancel, its account, and the current time. */
export interface Cancel {
  accountId: string;
  id: string;
  now: Date;
}

/** Dependencies of canceling. */
export interface CancelDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

/**
 * Cancels an email. After the commit, the webhooks that subscribe to the event are woken.
 * @throws DomainError `not_found`, or `validation_error` when the email is not pending
 */
export function cancelEmail(
  { database, ids, queues }: CancelDeps,
  { accountId, id, now }: Cancel,
): Promise<ScheduledEmailRow> {
  return transaction(database, async (client) => {
    const { rows } = await client.query<ScheduledEmailRow & { createdAt: Date; domainId: string }>({
      name: 'cancel-email',
      text: `UPDATE emails SET status = 'canceled', last_event = 'canceled'
             WHERE id = $1 AND account_id = $2 AND status = 'pending'
             RETURNING id, status, scheduled_at, created_at AS "createdAt", domain_id AS "domainId"`,
      values: [id, accountId],
    });
    const [email] = rows;
    if (!email) throw await refuseNotPending(client, accountId, id);
    const recipients = await cancelRecipients(client, id, now);
    const event = { emailId: id, accountId, domainId: email.domainId, data: null, createdAt: now };
    await appendEvents(
      client,
      recipients.map(({ address }) => ({ ...event, id: ids.next(), type: 'canceled', recipient: address })),
      queues,
    );
    // Counters are locked last (docs/architecture/guarantees.md#lock-order).
    await refundQuota(client, [{ accountId, units: recipients.length, at: email.createdAt }]);
    await refundCapacity(client, capacityUnitsOf({ accountId, domainId: email.domainId }, recipients));
    return email;
  });
}

interface CanceledRecipient extends ChargedRecipient {
  address: string;
}

/**
 * Recipients that were suppressed from the start stay suppressed.
 * @returns the canceled ones before the change, in the order of the email
 */
async function cancelRecipients(
  transaction: Transaction,
  emailId: string,
  now: Date,
): Promise<CanceledRecipient[]> {
  const { rows } = await transaction.query<CanceledRecipient>({
    name: 'cancel-recipients',
    text: `WITH pending AS (
             SELECT id, position, address, charged_on FROM email_recipients
             WHERE email_id = $1 AND state = 'pending' ORDER BY id FOR NO KEY UPDATE
           ), canceled AS (
             UPDATE email_recipients AS recipient
             SET state = 'canceled', next_attempt_at = NULL, charged_on = NULL, updated_at = $2
             FROM pending WHERE recipient.id = pending.id AND recipient.email_id = $1
             RETURNING pending.position, pending.address, pending.charged_on
           )
           SELECT address, charged_on::text AS "chargedOn" FROM canceled ORDER BY position`,
    values: [emailId, now],
  });
  return rows;
}
