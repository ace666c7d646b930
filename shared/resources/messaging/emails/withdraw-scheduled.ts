// Withdraws the scheduled emails of a domain that can no longer send: it was deleted (they fail), or lost to another
// account by a claim (they are canceled). A bounded number of the account's pending emails is read, in the order of
// their ids, so that a caller walks over all of them in steps. An email that becomes due first is failed by the send
// worker for the same reason (workers/send/guard.ts).
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import { refundQuota } from '../../foundation/accounts/quota/quota.ts';
import { refundCapacity } from '../../foundation/reputation/capacity-use.ts';
import { CAMPAIGN_MAIL } from '../campaign-recipients/campaign-mail.ts';
import { domainNotSendable } from './events/cause.ts';
import {
  capacityRefundsOfWithdrawn,
  refundsOfWithdrawn,
  type ScheduledEmail,
  type ScheduledRecipient,
  type WithdrawDeps,
  withdrawRecipients,
} from './withdraw-recipients.ts';

/** The emails to withdraw. */
export interface ScheduledOfDomain {
  accountId: string;
  domainId: string;
  /** Null: the domain was deleted. */
  domainName: string | null;
  outcome: 'canceled' | 'failed';
  /** The last email that was read. */
  after: string;
  /** How many pending emails of the account are read. */
  limit: number;
}

/**
 * Emails whose recipients are pending, through the index on (account_id, state, email_id): emails have no index on their
 * status (migrations/0005-emails-updated-in-place.ts).
 */
export const FIND_PENDING = `
  SELECT DISTINCT email_id AS id FROM email_recipients
  WHERE account_id = $1 AND state = 'pending' AND email_id > $2 ORDER BY email_id LIMIT $3`;

/** The lock keeps the tick away (delivery/queue-due.ts). */
const LOCK_EMAILS = `
  SELECT id, account_id AS "accountId", domain_id AS "domainId", created_at AS "createdAt",
         ${CAMPAIGN_MAIL} AS campaign
  FROM emails WHERE id = ANY($1::uuid[]) AND domain_id = $2 AND status = 'pending' ORDER BY id FOR NO KEY UPDATE`;

const LOCK_RECIPIENTS = `
  SELECT id, email_id AS "emailId", address, charged_on::text AS "chargedOn" FROM email_recipients
  WHERE email_id = ANY($1::uuid[]) AND state = 'pending' ORDER BY id FOR NO KEY UPDATE`;

/** Emails that a count reads, among those of the account that are not sent yet. */
const COUNTED_MAX = 10_000;

/** How many emails of a domain would be withdrawn, among the oldest COUNTED_MAX of the account. */
export async function countScheduledOfDomain(
  database: Queryable,
  accountId: string,
  domainId: string,
): Promise<number> {
  const { rows } = await database.query<{ count: number }>({
    name: 'count-scheduled-of-domain',
    text: `SELECT count(*)::integer AS count FROM emails
           WHERE id = ANY(ARRAY(${FIND_PENDING})) AND domain_id = $4 AND status = 'pending'`,
    values: [accountId, NIL_UUID, COUNTED_MAX, domainId],
  });
  return rows[0]?.count ?? 0;
}

/**
 * Withdraws one range of emails.
 * @returns the last email of the range; undefined: there are no more
 */
export async function withdrawScheduled(
  client: Transaction,
  { accountId, domainId, domainName, outcome, after, limit }: ScheduledOfDomain,
  deps: WithdrawDeps,
): Promise<string | undefined> {
  const { rows: found } = await client.query<{ id: string }>({
    name: 'find-pending-emails',
    text: FIND_PENDING,
    values: [accountId, after, limit],
  });
  const last = found.length < limit ? undefined : found.at(-1)?.id;
  const { rows: emails } = await client.query<ScheduledEmail>({
    name: 'lock-pending-emails-of-domain',
    text: LOCK_EMAILS,
    values: [found.map(({ id }) => id), domainId],
  });
  if (emails.length === 0) return last;
  const { rows: recipients } = await client.query<ScheduledRecipient>({
    name: 'lock-pending-recipients',
    text: LOCK_RECIPIENTS,
    values: [emails.map(({ id }) => id)],
  });
  const withdrawals = emails.map((email) => ({
    email,
    withdrawn: recipients.filter(({ emailId }) => emailId === email.id),
  }));
  const end =
    outcome === 'failed'
      ? ({ state: outcome, cause: domainNotSendable(domainName) } as const)
      : ({ state: outcome } as const);
  await withdrawRecipients(client, withdrawals, end, deps);
  await refundQuota(client, refundsOfWithdrawn(withdrawals));
  await refundCapacity(client, capacityRefundsOfWithdrawn(withdrawals));
  return last;
}
