// The entries of emails to an address: the state of this recipient, and its cause. The latest event with a cause
// belongs to the present state, because states only follow one another.
import { EMAIL_EVENT_REASONS } from '../../../../contract/emails/reasons.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { storedForms } from '../../../foundation/erasing/addresses.ts';
import {
  NO_DETAILS,
  type TimelineCampaign,
  type TimelineEmail,
  type TimelineEntry,
  type TimelineHit,
} from '../entry.ts';
import type { WantedEntries } from './wanted.ts';

/** The type with times as in JSON. */
type Timed<Shown> = Omit<Shown, 'at'> & { at: string };

interface EmailOfPage extends Omit<TimelineEmail, 'id' | 'hits' | 'vote'> {
  id: string;
  createdAt: Date;
  campaign: TimelineCampaign | null;
  why: { reason?: string; message?: string } | null;
  hits: Timed<TimelineHit>[];
  vote: Timed<NonNullable<TimelineEmail['vote']>> | null;
}

/** The latest opens and clicks of a recipient, of hundreds that are stored. */
const HITS_MAX = 20;

const READ = `
  SELECT emails.id, subject, from_address AS "from", recipient.kind, recipient.state AS status, source,
         topic_id AS "topicId", automation_id AS "automationId", scheduled_at AS "scheduledAt",
         recipient.smtp_code AS "smtpCode", recipient.smtp_reply AS "smtpReply", created_at AS "createdAt",
         CASE WHEN campaign_id IS NOT NULL THEN json_build_object('id', campaign_id, 'name', (
           SELECT name FROM campaigns
           WHERE campaigns.id = campaign_id AND campaigns.account_id = $1 AND deleted_at IS NULL)) END AS campaign,
         (SELECT data FROM email_events AS event
          WHERE event.email_id = emails.id AND event.recipient = recipient.address AND event.type = recipient.state
          ORDER BY event.id DESC LIMIT 1) AS why,
         (SELECT coalesce(json_agg(json_build_object(
                   'type', type, 'at', created_at, 'link', hit ->> 'link', 'machine', hit ->> 'machine') ORDER BY id), '[]')
          FROM (SELECT event.id, type, created_at, coalesce(data -> 'click', data -> 'open') AS hit
                FROM email_events AS event
                WHERE event.email_id = emails.id AND event.recipient = recipient.address
                  AND event.type IN ('opened', 'clicked')
                ORDER BY event.id DESC LIMIT ${HITS_MAX}) AS hits) AS hits,
         (SELECT json_build_object('pollId', poll_id, 'at', updated_at, 'option', (
                   SELECT option ->> 'label' FROM jsonb_array_elements(options) AS option
                   WHERE option ->> 'id' = option_id::text))
          FROM poll_votes JOIN polls ON polls.id = poll_id
          WHERE poll_votes.account_id = $1 AND address_key = $4 AND poll_votes.email_id = emails.id
          LIMIT 1) AS vote
  FROM emails
  JOIN email_recipients AS recipient
    ON recipient.email_id = emails.id AND recipient.email_id = ANY($2::uuid[])
      AND lower(recipient.address) = ANY($3::text[])
  WHERE emails.account_id = $1 AND emails.id = ANY($2::uuid[])`;

/** The cause of a state after which nothing was or will be sent. */
const CANCELED = { reason: 'canceled', message: 'The email was canceled before it was sent.' };

/** Reads emails of a page. */
export async function readEmails(
  database: Queryable,
  { accountId, emailKey, ids }: WantedEntries,
): Promise<TimelineEntry[]> {
  const { rows } = await database.query<EmailOfPage>(READ, [accountId, ids, storedForms(emailKey), emailKey]);
  return rows.map(({ createdAt, why, campaign, hits, vote, ...sent }) => {
    const email = { ...sent, hits: hits.map(withTime), vote: vote && withTime(vote) };
    const { reason = null, message = null } = email.status === 'canceled' ? CANCELED : (why ?? {});
    const sentence = reason === null ? null : (message ?? sentenceOf(reason));
    const entry = { ...NO_DETAILS, id: email.id, type: 'email' as const, createdAt };
    return { ...entry, reason, message: sentence, email, campaign };
  });
}

function withTime<Shown extends { at: string }>(shown: Shown) {
  return { ...shown, at: new Date(shown.at) };
}

function sentenceOf(reason: string): string | null {
  return (EMAIL_EVENT_REASONS as Readonly<Record<string, string>>)[reason] ?? null;
}
