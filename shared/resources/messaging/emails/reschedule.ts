// Reschedules a pending email: a compare-and-set on the email's row. The row lock blocks the tick (queue-due.ts) until
// the recipients have the new time too. Recipients that count in a capacity count in the capacity of the new day.
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import { utcDayOf } from '../../../platform/time/utc-days.ts';
import {
  type ChargedRecipient,
  capacityUnitsOf,
  chargeCapacity,
} from '../../foundation/reputation/capacity-use.ts';
import { reputationLimitExceeded } from '../../foundation/reputation/refusals.ts';
import { type WatchedReputation, watchedReputation } from '../../foundation/reputation/watched-reputation.ts';
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
 * @throws DomainError `not_found`, `validation_error` when the email is not pending, or `reputation_limit_exceeded` when
 *   its recipients do not fit the capacity of the new day
 */
export function rescheduleEmail(database: Database, reschedule: Reschedule): Promise<ScheduledEmailRow> {
  const { accountId, id, scheduledAt } = reschedule;
  return transaction(database, async (client) => {
    const { rows } = await client.query<ScheduledEmailRow & { domainId: string }>({
      name: 'reschedule-email',
      text: `UPDATE emails SET scheduled_at = $3 WHERE id = $1 AND account_id = $2 AND status = 'pending'
             RETURNING id, status, scheduled_at, domain_id AS "domainId"`,
      values: [id, accountId, scheduledAt],
    });
    const [email] = rows;
    if (!email) throw await refuseNotPending(client, accountId, id);
    await moveCharges(client, reschedule, email.domainId, await rescheduleRecipients(client, reschedule));
    return email;
  });
}

/** @returns the recipients before the change */
async function rescheduleRecipients(
  client: Transaction,
  { id, scheduledAt, now }: Reschedule,
): Promise<ChargedRecipient[]> {
  const { rows } = await client.query<ChargedRecipient>({
    name: 'reschedule-recipients',
    text: `WITH pending AS (
             SELECT id, charged_on FROM email_recipients
             WHERE email_id = $1 AND state = 'pending' ORDER BY id FOR NO KEY UPDATE
           )
           UPDATE email_recipients AS recipient
           SET next_attempt_at = $2, updated_at = $3,
               charged_on = CASE WHEN pending.charged_on IS NOT NULL THEN $4::date END
           FROM pending WHERE recipient.id = pending.id AND recipient.email_id = $1
           RETURNING pending.charged_on::text AS "chargedOn"`,
    values: [id, scheduledAt, now, utcDayOf(scheduledAt)],
  });
  return rows;
}

/** Moves what recipients count to the new day. Capacities are locked last (docs/architecture/guarantees.md#lock-order). */
async function moveCharges(
  client: Transaction,
  { accountId, scheduledAt, now }: Reschedule,
  domainId: string,
  recipients: readonly ChargedRecipient[],
): Promise<void> {
  const day = utcDayOf(scheduledAt);
  const moved = recipients.filter(({ chargedOn }) => chargedOn !== null && chargedOn !== day);
  if (moved.length === 0) return;
  const before = capacityUnitsOf({ accountId, domainId }, moved);
  const after = capacityUnitsOf(
    { accountId, domainId },
    moved.map(() => ({ chargedOn: day })),
  );
  const senders = await findSenders(client, accountId, domainId);
  const charged = await chargeCapacity(client, [
    ...before.map((each) => ({ ...each, units: -each.units })),
    ...after,
  ]);
  for (const { id, domainName, watched } of senders) {
    const capacity = watched?.capacity ?? null;
    const use = charged.find(({ subjectId, day: of }) => subjectId === id && of === day);
    if (capacity === null || !use || use.used <= capacity) continue;
    const used = use.used - moved.length;
    const exceeded = { domainName, day, capacity, used, units: moved.length };
    throw reputationLimitExceeded(exceeded, now, 'The email keeps its time.');
  }
}

interface Sender {
  id: string;
  /** Null: it is the account. */
  domainName: string | null;
  watched: WatchedReputation | null;
}

/** The domain of an email, which may no longer exist, and then its account. */
async function findSenders(client: Transaction, accountId: string, domainId: string): Promise<Sender[]> {
  const { rows } = await client.query<Sender>({
    name: 'find-watched-senders',
    text: `SELECT id, name AS "domainName", ${watchedReputation('domains')} AS watched FROM domains WHERE id = $2
           UNION ALL
           SELECT id, NULL, ${watchedReputation('accounts')} FROM accounts WHERE id = $1`,
    values: [accountId, domainId],
  });
  return rows;
}
