// Loads claimed recipients and their emails as they were accepted, with contents that are not large (load-contents.ts)
// and with attachments. Contents are read once per email.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { StoredContent } from '../../../../platform/storage/upload-store.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import { CAMPAIGN_MAIL, type CampaignMail } from '../../campaign-recipients/campaign-mail.ts';
import type { PollDefinition } from '../../polls/poll.ts';
import type { StoredAttachment } from '../attachments/attachment.ts';
import { findAttachmentsOf } from '../attachments/find.ts';
import { type RenderedFrom, renderedFrom } from '../contents/stored-body.ts';
import type { EmailSource } from '../email.ts';
import { findKeptContents } from '../kept/find.ts';
import { LARGE_CONTENT_BYTES } from './load-contents.ts';

/** A claimed recipient, with what its email says of the recipient's choices. */
export interface ClaimedRecipientRow {
  id: string;
  emailId: string;
  accountId: string;
  /** null: the email no longer exists. */
  domainId: string | null;
  /** null: the email no longer exists. */
  source: EmailSource | null;
  topicId: string | null;
  /** null: the email no longer exists. */
  tracking: number | null;
  address: string;
  attempts: number;
  workerDeaths: number;
  /** It counts in the capacity of a day (shared/resources/foundation/reputation/capacity-use.ts). */
  isCharged: boolean;
}

/** Also locks the emails for `markSending`, in id order like every lock on emails (lock.ts). */
const LOAD_RECIPIENTS = `
  WITH claimed AS MATERIALIZED (
    SELECT id, email_id, account_id, address, attempts, worker_deaths, charged_on
    FROM email_recipients WHERE id = ANY($1::uuid[])
  ), locked AS MATERIALIZED (
    SELECT id, domain_id, source, topic_id, tracking FROM emails
    WHERE id = ANY(ARRAY(SELECT email_id FROM claimed)) ORDER BY id FOR NO KEY UPDATE
  )
  SELECT claimed.id, email_id AS "emailId", account_id AS "accountId", domain_id AS "domainId",
         source, topic_id AS "topicId", tracking, address, attempts, worker_deaths AS "workerDeaths",
         charged_on IS NOT NULL AS "isCharged"
  FROM claimed LEFT JOIN locked ON locked.id = claimed.email_id ORDER BY claimed.id`;

/** Loads recipients, and locks their emails. */
export async function loadRecipients(
  client: Transaction,
  ids: readonly string[],
): Promise<ClaimedRecipientRow[]> {
  const { rows } = await client.query<ClaimedRecipientRow>({
    name: 'load-recipients',
    text: LOAD_RECIPIENTS,
    values: [ids],
  });
  return rows;
}

/** An email as it was accepted. */
export interface ClaimedEmailRow {
  id: string;
  accountId: string;
  domainId: string;
  messageId: string;
  from: string;
  to: string[];
  cc: string[] | null;
  replyTo: string[] | null;
  subject: string;
  previewText: string | null;
  headers: Record<string, string> | null;
  html: string | null;
  text: string | null;
  largeContentId: string | null;
  poll: PollDefinition | null;
  rendered: RenderedFrom | null;
  campaign: CampaignMail | null;
  contentBytes: number;
  attachmentCount: number;
  /** null: the message is composed. */
  keptSize: number | null;
  source: EmailSource;
  /** What is measured (shared/resources/messaging/emails/tracking/measures.ts). */
  tracking: number;
  topicId: string | null;
  templateId: string | null;
  createdAt: Date;
  scheduledAt: Date | null;
}

/** Postgres knows the length of a text without reading it. What is rendered is as long as it was at first. */
const BYTES = 'coalesce(octet_length(html), 0) + coalesce(octet_length(text), 0)';

/** `OFFSET 0` prevents a plan that scans all contents (shared/platform/work/work-table-sql.ts). */
const LOAD_EMAILS = `
  SELECT emails.id, account_id AS "accountId", domain_id AS "domainId", message_id AS "messageId",
         from_address AS from, to_addresses AS to, cc_addresses AS cc, reply_to_addresses AS "replyTo",
         subject, preview_text AS "previewText", headers, attachment_count AS "attachmentCount",
         kept_size AS "keptSize",
         source, tracking, topic_id AS "topicId", template_id AS "templateId", created_at AS "createdAt", scheduled_at AS "scheduledAt",
         CASE WHEN bytes <= ${LARGE_CONTENT_BYTES} THEN html END AS html,
         CASE WHEN bytes <= ${LARGE_CONTENT_BYTES} THEN text END AS text,
         CASE WHEN bytes > ${LARGE_CONTENT_BYTES} THEN content_id END AS "largeContentId",
         coalesce(bytes, 0) AS "contentBytes", poll, ${renderedFrom('contents')}, ${CAMPAIGN_MAIL} AS campaign
  FROM emails
  LEFT JOIN LATERAL (SELECT html, text, poll, source_id, data, coalesce(rendered_bytes, ${BYTES}) AS bytes
                     FROM email_contents WHERE id = emails.content_id OFFSET 0) AS contents ON true
  WHERE emails.id = ANY($1::uuid[])`;

/** Loads emails, in no order. */
export async function loadEmails(client: Transaction, ids: readonly string[]): Promise<ClaimedEmailRow[]> {
  const { rows } = await client.query<ClaimedEmailRow>({
    name: 'load-emails',
    text: LOAD_EMAILS,
    values: [ids],
  });
  return rows;
}

/** Loads the attachments of emails. Most emails have none; for them there is no query. @returns by email */
export async function loadAttachments(
  client: Transaction,
  emails: readonly ClaimedEmailRow[],
): Promise<Map<string, StoredAttachment[]>> {
  const ids = emails.filter(({ attachmentCount }) => attachmentCount > 0).map(({ id }) => id);
  return ids.length === 0 ? new Map() : await findAttachmentsOf(client, ids);
}

/**
 * Loads where the messages are that are kept as they came. Most emails are composed; for them there is no query.
 * @returns by email
 */
export async function loadKept(
  client: Transaction,
  emails: readonly ClaimedEmailRow[],
): Promise<Map<string, StoredContent>> {
  const kept = emails.flatMap(({ id, keptSize }) => (keptSize === null ? [] : [{ id, size: keptSize }]));
  if (kept.length === 0) return new Map();
  const contents = await findKeptContents(
    client,
    kept.map(({ id }) => id),
  );
  // Without its content the message is gone: reading it fails, and nothing else is sent in its place.
  return new Map(kept.map(({ id, size }) => [id, { id: contents.get(id) ?? NIL_UUID, size }]));
}
