// The lock that every change of an email's status takes: in id order, before any other row of the email, so that two
// transactions with several emails cannot deadlock (docs/architecture/guarantees.md#lock-order).
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { CAMPAIGN_MAIL, type CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import { type EmailSource, ENGAGED_MAIL, type EngagedMail } from '../email.ts';

/** A locked email. */
export interface LockedEmail {
  domainId: string;
  source: EmailSource;
  /** The campaign that sends it; null: none. */
  campaign: CampaignMail | null;
  engages: EngagedMail;
}

/**
 * Locks emails until the transaction ends.
 * @returns by email id
 */
export async function lockEmails(
  transaction: Transaction,
  emailIds: readonly string[],
): Promise<Map<string, LockedEmail>> {
  const { rows } = await transaction.query<LockedEmail & { id: string }>({
    name: 'lock-emails',
    text: `SELECT id, domain_id AS "domainId", source, ${CAMPAIGN_MAIL} AS campaign,
                  ${ENGAGED_MAIL} AS engages FROM emails
           WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [emailIds],
  });
  return new Map(rows.map((email) => [email.id, email]));
}
