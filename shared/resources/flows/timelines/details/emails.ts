// The entries of emails to an address: the state of this recipient, and why it is so. The latest event that says why is
// that of the present state, because states only follow one another.
import { EMAIL_EVENT_REASONS } from '../../../../contract/emails/reasons.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { storedForms } from '../../../foundation/erasing/addresses.ts';
import { NO_DETAILS, type TimelineCampaign, type TimelineEmail, type TimelineEntry } from '../entry.ts';
import type { WantedEntries } from './wanted.ts';

interface EmailOfPage extends Omit<TimelineEmail, 'id'> {
  id: string;
  createdAt: Date;
  campaign: TimelineCampaign | null;
  why: { reason?: string; message?: string } | null;
}

const READ = `
  SELECT emails.id, subject, from_address AS "from", recipient.kind, recipient.state AS status, source,
         topic_id AS "topicId", automation_id AS "automationId", scheduled_at AS "scheduledAt",
         recipient.smtp_code AS "smtpCode", recipient.smtp_reply AS "smtpReply", created_at AS "createdAt",
         CASE WHEN campaign_id IS NOT NULL THEN json_build_object('id', campaign_id, 'name', (
           SELECT name FROM campaigns
           WHERE campaigns.id = campaign_id AND campaigns.account_id = $1 AND deleted_at IS NULL)) END AS campaign,
         (SELECT data FROM email_events AS event
          WHERE event.email_id = emails.id AND event.recipient = recipient.address AND event.type = recipient.state
          ORDER BY event.id DESC LIMIT 1) AS why
  FROM emails
  JOIN email_recipients AS recipient
    ON recipient.email_id = emails.id AND recipient.email_id = ANY($2::uuid[])
      AND lower(recipient.address) = ANY($3::text[])
  WHERE emails.account_id = $1 AND emails.id = ANY($2::uuid[])`;

/** Of a state after which nothing was or will be sent. */
const CANCELED = { reason: 'canceled', message: 'The email was canceled before it was sent.' };

/** Reads emails of a page. */
export async function readEmails(
  database: Queryable,
  { accountId, emailKey, ids }: WantedEntries,
): Promise<TimelineEntry[]> {
  const { rows } = await database.query<EmailOfPage>(READ, [accountId, ids, storedForms(emailKey)]);
  return rows.map(({ createdAt, why, campaign, ...email }) => {
    const { reason = null, message = null } = email.status === 'canceled' ? CANCELED : (why ?? {});
    const sentence = reason === null ? null : (message ?? sentenceOf(reason));
    const entry = { ...NO_DETAILS, id: email.id, type: 'email' as const, createdAt };
    return { ...entry, reason, message: sentence, email, campaign };
  });
}

function sentenceOf(reason: string): string | null {
  return (EMAIL_EVENT_REASONS as Readonly<Record<string, string>>)[reason] ?? null;
}
