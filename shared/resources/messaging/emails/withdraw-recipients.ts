// Ends recipients of emails that will not be sent: `canceled` or `failed`, with an event for each, its webhook
// messages, and the status of their emails. It is the one place for emails that are withdrawn without a request of their
// client (erasing/withdraw.ts, withdraw-scheduled.ts). The caller has locked the emails (so the tick
// cannot queue them) and of the recipients, and refunds the quota and capacities afterwards.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import {
  type CapacityCharge,
  type ChargedRecipient,
  capacityUnitsOf,
} from '../../foundation/reputation/capacity-use.ts';
import type { CampaignMail } from '../campaign-recipients/campaign-mail.ts';
import { deriveEmailStatus } from './delivery/derive-status.ts';
import { appendEvents } from './events/append.ts';
import type { EventCause } from './events/cause.ts';
import { failedDetails } from './events/event-data.ts';

/** Dependencies of withdrawing. */
export interface WithdrawDeps {
  ids: Ids;
  queues: QueueProducer;
  now: Date;
}

/** An email that is still to be sent and that the caller has locked. */
export interface ScheduledEmail {
  id: string;
  accountId: string;
  domainId: string;
  /** The campaign that sends it; null: none. */
  campaign: CampaignMail | null;
  createdAt: Date;
}

/** A recipient of it that no worker is sending to. */
export interface ScheduledRecipient extends ChargedRecipient {
  id: string;
  emailId: string;
  address: string;
}

/** An email, and which of its recipients are withdrawn. */
export interface Withdrawal {
  email: ScheduledEmail;
  withdrawn: readonly ScheduledRecipient[];
}

/** The result for the recipients. */
export type WithdrawalOutcome = { state: 'canceled' } | { state: 'failed'; cause: EventCause };

const WITHDRAW = `
  UPDATE email_recipients SET state = $2, smtp_reply = coalesce($3, smtp_reply), next_attempt_at = NULL, woken_at = NULL,
         destination = NULL, charged_on = NULL, updated_at = $4
  WHERE id = ANY($1::uuid[])`;

/** Ends recipients that are locked, and that no worker is sending to. Emails without such recipients do not change. */
export async function withdrawRecipients(
  client: Transaction,
  withdrawals: readonly Withdrawal[],
  outcome: WithdrawalOutcome,
  { ids, queues, now }: WithdrawDeps,
): Promise<void> {
  const changed = withdrawals.filter(({ withdrawn }) => withdrawn.length > 0);
  if (changed.length === 0) return;
  const { state } = outcome;
  const cause = outcome.state === 'failed' ? outcome.cause : null;
  await client.query({
    name: 'withdraw-recipients',
    text: WITHDRAW,
    values: [
      changed.flatMap(({ withdrawn }) => withdrawn.map(({ id }) => id)),
      state,
      cause?.message ?? null,
      now,
    ],
  });
  const events = changed.flatMap(({ email: { id: emailId, accountId, domainId, campaign }, withdrawn }) =>
    withdrawn.map(({ address: recipient }) => ({
      id: ids.next(),
      emailId,
      accountId,
      domainId,
      campaign,
      recipient,
      type: state,
      data: cause && failedDetails(cause),
      createdAt: now,
    })),
  );
  await deriveEmailStatus(client, new Map(changed.map(({ email }) => [email.id, state])));
  await appendEvents(client, events, queues);
}

/** The refunds of quota. Counters are locked last (docs/architecture/guarantees.md#lock-order). */
export function refundsOfWithdrawn(withdrawals: readonly Withdrawal[]) {
  return withdrawals.map(({ email: { accountId, createdAt: at }, withdrawn: { length: units } }) => ({
    accountId,
    units,
    at,
  }));
}

/** The refunds of capacities, which are locked after the quota. Notices were never charged. */
export function capacityRefundsOfWithdrawn(withdrawals: readonly Withdrawal[]): CapacityCharge[] {
  return withdrawals.flatMap(({ email, withdrawn }) => capacityUnitsOf(email, withdrawn));
}
