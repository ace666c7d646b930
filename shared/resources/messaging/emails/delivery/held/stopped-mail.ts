// Mail of a campaign that was stopped, accepted before and not sent yet: after a pause it is due again at once, after a
// cancel it ends as canceled and is refunded. What a worker sends at the moment is left to it: it knows which campaigns
// are stopped (workers/send/pause-gate.ts).
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import { refundQuota } from '../../../../foundation/accounts/quota/quota.ts';
import { refundCapacity } from '../../../../foundation/reputation/capacity-use.ts';
import { CAMPAIGN_MAIL } from '../../../campaign-recipients/campaign-mail.ts';
import {
  capacityRefundsOfWithdrawn,
  refundsOfWithdrawn,
  type ScheduledEmail,
  type ScheduledRecipient,
  type WithdrawDeps,
  withdrawRecipients,
} from '../../withdraw-recipients.ts';

/** Mail that a worker holds, or that was claimed since, is not waited for. */
const MAKE_DUE = `
  UPDATE email_recipients SET next_attempt_at = $2
  WHERE id = ANY(ARRAY(
    SELECT id FROM email_recipients
    WHERE email_id = ANY($1::uuid[]) AND state = 'queued' AND claimed_by IS NULL AND woken_at IS NULL
      AND next_attempt_at > $2
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED))`;

/** Makes held mail due at once. */
export async function makeHeldMailDue(
  client: Transaction,
  emailIds: readonly string[],
  now: Date,
): Promise<void> {
  await client.query({ name: 'make-held-mail-due', text: MAKE_DUE, values: [emailIds, now] });
}

const LOCK_EMAILS = `
  SELECT id, account_id AS "accountId", domain_id AS "domainId", created_at AS "createdAt",
         ${CAMPAIGN_MAIL} AS campaign
  FROM emails WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

const LOCK_RECIPIENTS = `
  SELECT id, email_id AS "emailId", address, charged_on::text AS "chargedOn" FROM email_recipients
  WHERE email_id = ANY($1::uuid[]) AND state IN ('pending', 'queued', 'delivery_delayed') AND claimed_by IS NULL
  ORDER BY id FOR NO KEY UPDATE`;

/** Withdraws mail that no worker holds. */
export async function withdrawStoppedMail(
  client: Transaction,
  emailIds: readonly string[],
  deps: WithdrawDeps,
): Promise<void> {
  const { rows: emails } = await client.query<ScheduledEmail>({
    name: 'lock-stopped-mail',
    text: LOCK_EMAILS,
    values: [emailIds],
  });
  const { rows: recipients } = await client.query<ScheduledRecipient>({
    name: 'lock-stopped-recipients',
    text: LOCK_RECIPIENTS,
    values: [emailIds],
  });
  const withdrawals = emails.map((email) => ({
    email,
    withdrawn: recipients.filter(({ emailId }) => emailId === email.id),
  }));
  await withdrawRecipients(client, withdrawals, { state: 'canceled' }, deps);
  // Counters are locked last (docs/architecture/guarantees.md#lock-order).
  await refundQuota(client, refundsOfWithdrawn(withdrawals));
  await refundCapacity(client, capacityRefundsOfWithdrawn(withdrawals));
}
