// Withdraws a person from emails that are not sent yet, because an erased person expects no more mail. The recipient is
// canceled as POST /emails/:id/cancel does it, with its event and its refund (cancel.ts). Mail that a worker is sending
// at the moment is left to it. An email with other recipients is still sent to them; the address is removed from its
// header fields.
import { splitMailboxList } from '../../../../mail/addresses.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { refundQuota } from '../../../foundation/accounts/quota/quota.ts';
import { ERASED_ADDRESS, type Eraser } from '../../../foundation/erasing/eraser.ts';
import { refundCapacity } from '../../../foundation/reputation/capacity-use.ts';
import { CAMPAIGN_MAIL } from '../../campaign-recipients/campaign-mail.ts';
import type { EmailSource, EmailStatus } from '../email.ts';
import { isNotice } from '../notices/notice.ts';
import {
  capacityRefundsOfWithdrawn,
  refundsOfWithdrawn,
  type ScheduledEmail,
  type ScheduledRecipient,
  type Withdrawal,
  type WithdrawDeps,
  withdrawRecipients,
} from '../withdraw-recipients.ts';
import { type EmailsOfAccount, eraseRecipients } from './erase.ts';
import { UNFINISHED_STATUSES, UNSENT_STATES } from './find.ts';

interface AddressedEmail extends ScheduledEmail {
  source: EmailSource;
  to: string[];
  cc: string[] | null;
  bcc: string[] | null;
  headers: Record<string, string> | null;
}

interface Recipient extends ScheduledRecipient {
  state: EmailStatus;
  isHeld: boolean;
}

/** An email, which of its recipients are canceled, and whether it is still sent to others. */
interface PersonWithdrawal extends Withdrawal {
  email: AddressedEmail;
  isSent: boolean;
}

/** The lock keeps the tick away (delivery/queue-due.ts). */
const LOCK_EMAILS = `
  SELECT id, account_id AS "accountId", domain_id AS "domainId", created_at AS "createdAt", source,
         ${CAMPAIGN_MAIL} AS campaign,
         to_addresses AS "to", cc_addresses AS cc, bcc_addresses AS bcc, headers
  FROM emails WHERE id = ANY($1::uuid[]) AND account_id = $2 AND status = ANY($3::text[])
  ORDER BY id FOR NO KEY UPDATE`;

/** All of them, because the texts of all are erased too. */
const LOCK_RECIPIENTS = `
  SELECT id, email_id AS "emailId", address, state, claimed_by IS NOT NULL AS "isHeld",
         charged_on::text AS "chargedOn"
  FROM email_recipients
  WHERE email_id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`;

/** One parameter of JSON instead of arrays of arrays, which `unnest` cannot take apart. */
const REMOVE_FROM_HEADERS = `
  UPDATE emails SET to_addresses = changed.to_addresses, cc_addresses = changed.cc_addresses,
                    bcc_addresses = changed.bcc_addresses, headers = changed.headers
  FROM jsonb_to_recordset($1::jsonb) AS changed
    (id uuid, to_addresses text[], cc_addresses text[], bcc_addresses text[], headers jsonb)
  WHERE emails.id = changed.id AND emails.id = ANY($2::uuid[])`;

/**
 * Withdraws the person from the emails that are not sent yet.
 * @returns the emails that are still sent to others, to be erased when they are finished
 */
export async function withdrawFromUnsent(
  client: Transaction,
  emails: EmailsOfAccount,
  eraser: Eraser,
  deps: WithdrawDeps,
): Promise<string[]> {
  const withdrawals = await findWithdrawals(client, emails, eraser);
  if (withdrawals.length === 0) return [];
  await withdrawRecipients(client, withdrawals, { state: 'canceled' }, deps);
  const sent = withdrawals.filter(({ isSent }) => isSent).map(({ email }) => email);
  const ids = sent.map(({ id }) => id);
  await removeFromHeaders(client, sent, eraser);
  await eraseRecipients(client, { accountId: emails.accountId, ids }, eraser);
  // Counters are locked last (docs/architecture/guarantees.md#lock-order).
  await refundQuota(client, refundsOfWithdrawn(withdrawals.filter(({ email }) => !isNotice(email))));
  await refundCapacity(client, capacityRefundsOfWithdrawn(withdrawals));
  return ids;
}

async function findWithdrawals(
  client: Transaction,
  { accountId, ids }: EmailsOfAccount,
  eraser: Eraser,
): Promise<PersonWithdrawal[]> {
  const { rows: emails } = await client.query<AddressedEmail>({
    name: 'lock-emails-to-withdraw',
    text: LOCK_EMAILS,
    values: [ids, accountId, UNFINISHED_STATUSES],
  });
  const { rows: recipients } = await client.query<Recipient>({
    name: 'lock-recipients-to-withdraw',
    text: LOCK_RECIPIENTS,
    values: [emails.map(({ id }) => id)],
  });
  return emails
    .map((email) => {
      const active = recipients.filter(
        ({ emailId, state }) => emailId === email.id && UNFINISHED_STATUSES.includes(state),
      );
      const own = active.filter(({ address }) => eraser.isAddress(address));
      const withdrawn = own.filter(({ state, isHeld }) => !isHeld && UNSENT_STATES.includes(state));
      return { email, withdrawn, isSent: active.length > withdrawn.length };
    })
    .filter(({ withdrawn }) => withdrawn.length > 0);
}

/** Not the placeholder: the email is still sent, and an answer to a placeholder is lost. */
async function removeFromHeaders(
  client: Transaction,
  emails: readonly AddressedEmail[],
  eraser: Eraser,
): Promise<void> {
  if (emails.length === 0) return;
  const others = (texts: string[] | null) => {
    const left = texts?.filter((text) => eraser.eraseMailbox(text) !== ERASED_ADDRESS) ?? [];
    return left.length > 0 ? left : null;
  };
  const changed = emails.map(({ id, to, cc, bcc, headers }) => ({
    id,
    headers: headers && withoutPerson(headers, eraser),
    to_addresses: others(to) ?? [],
    cc_addresses: others(cc),
    bcc_addresses: others(bcc),
  }));
  await client.query({
    name: 'withdraw-from-headers',
    text: REMOVE_FROM_HEADERS,
    values: [JSON.stringify(changed), emails.map(({ id }) => id)],
  });
}

/** Removes the person from To and Cc, which an SMTP client may have written itself (shared/mail/compose.ts). */
function withoutPerson(headers: Record<string, string>, eraser: Eraser): Record<string, string> {
  const fields = Object.entries(headers).map(([name, text]) => {
    if (!/^(?:to|cc)$/i.test(name)) return [name, text] as const;
    const others = splitMailboxList(text).filter((item) => eraser.eraseMailbox(item) !== ERASED_ADDRESS);
    return [name, others.join(', ')] as const;
  });
  return Object.fromEntries(fields);
}
