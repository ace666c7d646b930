// Locks the recipients whose hits are recorded, and reads the facts that decide about them: when their mail was sent,
// whether a person has opened and clicked, and how many events of hits are stored.
import type { Utm } from '../../../../mail/links/utm.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { CAMPAIGN_MAIL, type CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import { ENGAGED_MAIL, type EngagedMail } from '../email.ts';

/** The most stored events of a recipient's hits: a pixel may be loaded without end (docs/reference/tracking.md#events). */
export const HIT_EVENTS_MAX = 200;
/** The most events of machines, so that there is room for people's events. */
export const MACHINE_EVENTS_MAX = 100;

/** A recipient of a tracked email. */
export interface HitRecipient {
  id: string;
  emailId: string;
  accountId: string;
  domainId: string;
  /** The campaign that has sent it; null: none. */
  campaign: CampaignMail | null;
  /** The parameters that the links of its campaign have got; null: none. */
  utm: Utm | null;
  engages: EngagedMail;
  address: string;
  sentAt: Date | null;
  /** When a person first did so. */
  openedAt: Date | null;
  clickedAt: Date | null;
  /** Whether opens of the email are measured. */
  tracksOpens: boolean;
  /** Events of hits that are stored, up to the most. */
  eventsKept: number;
}

/** The UTM parameters of the content that this mail has shown. */
const UTM = `CASE WHEN emails.dispatch_id IS NOT NULL THEN (
    SELECT utm FROM email_contents JOIN campaign_contents AS content ON content.id = email_contents.source_id
    WHERE email_contents.id = emails.content_id) END`;

const LOCK = `
  WITH locked AS MATERIALIZED (
    SELECT id, email_id, account_id, address, sent_at, opened_at, clicked_at FROM email_recipients
    WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE
  )
  SELECT locked.id, email_id AS "emailId", locked.account_id AS "accountId", domain_id AS "domainId", address,
         locked.sent_at AS "sentAt", opened_at AS "openedAt", clicked_at AS "clickedAt",
         tracking & 1 = 1 AS "tracksOpens", ${CAMPAIGN_MAIL} AS campaign, ${UTM} AS utm, ${ENGAGED_MAIL} AS engages,
         (SELECT count(*) FROM (
            SELECT FROM email_events WHERE email_id = locked.email_id AND recipient = locked.address
              AND type IN ('opened', 'clicked') LIMIT ${HIT_EVENTS_MAX}) AS kept)::integer AS "eventsKept"
  FROM locked JOIN emails ON emails.id = locked.email_id AND emails.id = ANY($2::uuid[])`;

/** Locks recipients of emails that the transaction has locked, in the order of their ids. @returns by id */
export async function lockHitRecipients(
  client: Transaction,
  recipientIds: readonly string[],
  emailIds: readonly string[],
): Promise<Map<string, HitRecipient>> {
  const { rows } = await client.query<HitRecipient>({
    name: 'lock-recipients-of-hits',
    text: LOCK,
    values: [recipientIds, emailIds],
  });
  return new Map(rows.map((recipient) => [recipient.id, recipient]));
}
