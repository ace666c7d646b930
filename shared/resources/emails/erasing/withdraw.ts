// Withdraws a person from scheduled emails: they would keep the address for up to thirty days, and a person who is
// erased expects no more mail. The recipient is canceled as POST /emails/:id/cancel does it, with its event and its
// refund (cancel.ts). An email that has no other `to` recipient left is canceled as a whole, because none would be
// accepted either. Any other one is still sent to the others; the address leaves its header fields.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { refundQuota } from '../../accounts/quota.ts';
import type { Eraser } from '../../contacts/erasures/text/eraser.ts';
import type { RecipientKind } from '../email.ts';
import {
  refundsOfWithdrawn,
  type ScheduledEmail,
  type ScheduledRecipient,
  type Withdrawal,
  type WithdrawDeps,
  withdrawRecipients,
} from '../withdraw-recipients.ts';
import { eraseRecipients } from './erase-parts.ts';

interface AddressedEmail extends ScheduledEmail {
  to: string[];
  cc: string[] | null;
  bcc: string[] | null;
}

interface Recipient extends ScheduledRecipient {
  kind: RecipientKind;
}

/** An email, which of its recipients are canceled, and whether it is still sent to others. */
interface PersonWithdrawal extends Withdrawal {
  email: AddressedEmail;
  isSent: boolean;
}

/** The lock keeps the tick away (delivery/queue-due.ts): an email that is due by then is sent. */
const LOCK_EMAILS = `
  SELECT id, account_id AS "accountId", domain_id AS "domainId", created_at AS "createdAt", to_addresses AS "to",
         cc_addresses AS cc, bcc_addresses AS bcc
  FROM emails WHERE id = ANY($1::uuid[]) AND account_id = $2 AND status = 'pending' ORDER BY id FOR NO KEY UPDATE`;

const LOCK_RECIPIENTS = `
  SELECT id, email_id AS "emailId", kind, address FROM email_recipients
  WHERE email_id = ANY($1::uuid[]) AND state = 'pending' ORDER BY id FOR NO KEY UPDATE`;

/** One parameter of JSON, as in erase-rows.ts. */
const REMOVE_FROM_HEADERS = `
  UPDATE emails SET to_addresses = changed.to_addresses, cc_addresses = changed.cc_addresses,
                    bcc_addresses = changed.bcc_addresses
  FROM jsonb_to_recordset($1::jsonb) AS changed
    (id uuid, to_addresses text[], cc_addresses text[], bcc_addresses text[])
  WHERE emails.id = changed.id AND emails.id = ANY($2::uuid[])`;

/**
 * Withdraws the person from those of the emails that are still scheduled.
 * @returns the emails that are still sent to others, to be erased when they are finished
 */
export async function withdrawFromScheduled(
  client: Transaction,
  accountId: string,
  emailIds: readonly string[],
  eraser: Eraser,
  deps: WithdrawDeps,
): Promise<string[]> {
  const withdrawals = await findWithdrawals(client, accountId, emailIds, eraser);
  if (withdrawals.length === 0) return [];
  await withdrawRecipients(client, withdrawals, { state: 'canceled' }, deps);
  const sent = withdrawals.filter(({ isSent }) => isSent).map(({ email }) => email);
  await removeFromHeaders(client, sent, eraser);
  await eraseRecipients(
    client,
    sent.map(({ id }) => id),
    eraser,
  );
  // The quota counters are locked last (docs/architecture/guarantees.md#lock-order).
  await refundQuota(client, refundsOfWithdrawn(withdrawals));
  return sent.map(({ id }) => id);
}

async function findWithdrawals(
  client: Transaction,
  accountId: string,
  emailIds: readonly string[],
  eraser: Eraser,
): Promise<PersonWithdrawal[]> {
  const { rows: emails } = await client.query<AddressedEmail>({
    name: 'lock-emails-to-withdraw',
    text: LOCK_EMAILS,
    values: [emailIds, accountId],
  });
  const { rows: recipients } = await client.query<Recipient>({
    name: 'lock-recipients-to-withdraw',
    text: LOCK_RECIPIENTS,
    values: [emails.map(({ id }) => id)],
  });
  return emails
    .map((email) =>
      judge(
        email,
        recipients.filter(({ emailId }) => emailId === email.id),
        eraser,
      ),
    )
    .filter(({ withdrawn }) => withdrawn.length > 0);
}

function judge(email: AddressedEmail, pending: Recipient[], eraser: Eraser): PersonWithdrawal {
  const own = pending.filter(({ address }) => eraser.isAddress(address));
  const isSent = pending.some((recipient) => recipient.kind === 'to' && !own.includes(recipient));
  return { email, withdrawn: isSent || own.length === 0 ? own : pending, isSent };
}

/** Not the placeholder: the email is still sent, and nobody can answer to a placeholder. */
async function removeFromHeaders(
  client: Transaction,
  emails: readonly AddressedEmail[],
  eraser: Eraser,
): Promise<void> {
  const others = (texts: string[] | null) => {
    const left = texts?.filter((text) => eraser.eraseMailbox(text) === text) ?? [];
    return left.length > 0 ? left : null;
  };
  const changed = emails.map(({ id, to, cc, bcc }) => ({
    id,
    to_addresses: others(to) ?? [],
    cc_addresses: others(cc),
    bcc_addresses: others(bcc),
  }));
  if (changed.length === 0) return;
  await client.query({
    name: 'withdraw-from-headers',
    text: REMOVE_FROM_HEADERS,
    values: [JSON.stringify(changed), emails.map(({ id }) => id)],
  });
}
