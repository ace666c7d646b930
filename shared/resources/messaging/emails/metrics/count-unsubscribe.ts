// Counts the recipients who have unsubscribed by a link of their email: the metric `unsubscribed`. A compare-and-set on
// the recipient's row makes each count once, however often and at how many places the person unsubscribes. An email
// that is removed already is counted no more.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { CAMPAIGN_MAIL, type CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import { recordCampaignEvents } from '../../campaign-recipients/record-events.ts';
import { ADD_COUNTS, addUp, campaignOccurrences, type Occurrence } from './count.ts';

/** A recipient of an email, as the link has it. */
export interface UnsubscribingRecipient {
  accountId: string;
  emailId: string;
  address: string;
}

/** An email has up to 50 recipients, which `email_recipients_email` finds; their addresses are compared one by one. */
const MARK = `
  UPDATE email_recipients AS recipient SET unsubscribed_at = $4
  FROM emails
  WHERE emails.id = recipient.email_id AND emails.id = $2 AND emails.account_id = $1
    AND recipient.email_id = $2 AND lower(recipient.address) = lower($3) AND unsubscribed_at IS NULL
  RETURNING domain_id AS "domainId", ${CAMPAIGN_MAIL} AS campaign`;

/**
 * Counts a recipient once. It locks the recipient and then the counter, so it runs before the decisions of the address
 * (docs/architecture/guarantees.md#lock-order).
 */
export async function countUnsubscribe(
  transaction: Transaction,
  { accountId, emailId, address }: UnsubscribingRecipient,
  now: Date,
): Promise<void> {
  const { rows } = await transaction.query<Pick<Occurrence, 'domainId'> & { campaign: CampaignMail | null }>({
    name: 'mark-unsubscribed-recipient',
    text: MARK,
    values: [accountId, emailId, address, now],
  });
  const [marked] = rows;
  if (!marked) return;
  const counted: Occurrence[] = [{ ...marked, accountId, name: 'unsubscribed', at: now }];
  await recordCampaignEvents(transaction, campaignOccurrences([], counted));
  await transaction.query({
    name: 'count-unsubscribe',
    text: ADD_COUNTS,
    values: addUp(counted),
  });
}
