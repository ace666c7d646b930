// Loads what is needed to send to claimed recipients: their emails and contents, the sender's domain and DKIM key, and
// whether a recipient has been suppressed, has opted out of the topic or has unsubscribed, or the account was sandboxed, since the email
// was accepted. Contents are read once per email. The emails' status becomes `sending` in the same transaction.

import { type CombinableQuery, queryCombined } from '../../../platform/db/combined-query.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { type Transaction, transaction } from '../../../platform/db/transaction.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import type { AccountAddress } from '../../accounts/account-address.ts';
import { findConfirmed } from '../../accounts/confirmed-addresses.ts';
import { type FindSuppression, suppressed } from '../../suppressions/find.ts';
import type { SuppressionCause } from '../../suppressions/suppression.ts';
import { type FindOptOut, findNoOptOut, type OptOut, optedOut } from '../../topics/choices/opted-out.ts';
import type { StoredAttachment } from '../attachments/attachment.ts';
import { findAttachmentsOf } from '../attachments/find.ts';
import { type EmailSource, isUnsubscribable } from '../email.ts';
import { GONE, type LoadedSender, loadSenders } from './load-senders.ts';
import { markSending } from './mark-sending.ts';

/** Emails with larger html and text are loaded without them (`loadContents`). */
export const LARGE_CONTENT_BYTES = 256 * 1024;

/** A recipient that this process has claimed. */
export interface ClaimedRecipient {
  id: string;
  token: string;
  address: string;
  /** Number of attempts, including this one. */
  attempts: number;
  /** How many workers have died while they held this recipient. */
  workerDeaths: number;
  /** Why the address is on the account's suppression list now; undefined: it is not. */
  suppression: SuppressionCause | undefined;
  /** Why the address does not want the email now; undefined: it does, or nobody can unsubscribe from the email. */
  optOut: OptOut | undefined;
  /** The account is in the sandbox now, and the address is not confirmed. */
  isUnconfirmed: boolean;
}

/** An email with the recipients that were claimed together. */
export interface LoadedEmail extends LoadedSender {
  id: string;
  accountId: string;
  messageId: string;
  from: string;
  to: string[];
  cc: string[];
  replyTo: string[];
  subject: string;
  previewText: string | null;
  headers: Record<string, string>;
  /** null also if the contents are large: then `largeContentId` is set, and `loadContents` reads them. */
  html: string | null;
  text: string | null;
  largeContentId: string | null;
  /** Bytes of html and text together. */
  contentBytes: number;
  attachments: StoredAttachment[];
  source: EmailSource;
  topicId: string | null;
  templateId: string | null;
  createdAt: Date;
  scheduledAt: Date | null;
  recipients: ClaimedRecipient[];
}

interface EmailRow {
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
  contentBytes: number;
  attachmentCount: number;
  source: EmailSource;
  topicId: string | null;
  templateId: string | null;
  createdAt: Date;
  scheduledAt: Date | null;
}

interface RecipientRow {
  id: string;
  emailId: string;
  accountId: string;
  /** null: the email no longer exists. */
  domainId: string | null;
  /** null: the email no longer exists. */
  source: EmailSource | null;
  topicId: string | null;
  address: string;
  attempts: number;
  workerDeaths: number;
}

/** Loads the emails of claimed recipients. */
export async function loadClaimed(database: Database, claims: readonly Claim[]): Promise<LoadedEmail[]> {
  const tokens = new Map(claims.map(({ id, token }) => [id, token]));
  return await transaction(database, async (client) => {
    const { rows: recipients } = await client.query<RecipientRow>({
      name: 'load-recipients',
      text: LOAD_RECIPIENTS,
      values: [[...tokens.keys()]],
    });
    const emailIds = [...new Set(recipients.map(({ emailId }) => emailId))];
    const domainIds = new Set(recipients.flatMap(({ domainId }) => domainId ?? []));
    const [, { rows: emails }, senders, standing] = await Promise.all([
      markSending(client, emailIds),
      client.query<EmailRow>({ name: 'load-emails', text: LOAD_EMAILS, values: [emailIds] }),
      loadSenders(client, [...domainIds]),
      loadStanding(client, recipients),
    ]);
    const attachments = await loadAttachments(client, emails);
    const { findSuppression, findOptOut, sandboxed } = standing;
    const isUnconfirmed = await findUnconfirmed(client, sandboxed, recipients);
    const claimed = recipients.map((row) => ({
      emailId: row.emailId,
      recipient: toRecipient(row, tokens.get(row.id) ?? '', { findSuppression, findOptOut, isUnconfirmed }),
    }));
    return emails.map((row) =>
      toEmail(row, {
        sender: senders.get(row.domainId) ?? GONE,
        attachments: attachments.get(row.id) ?? [],
        recipients: claimed.filter(({ emailId }) => emailId === row.id).map(({ recipient }) => recipient),
      }),
    );
  });
}

/** Most emails have no attachments; for them there is no query. */
async function loadAttachments(
  client: Transaction,
  emails: readonly EmailRow[],
): Promise<Map<string, StoredAttachment[]>> {
  const ids = emails.filter(({ attachmentCount }) => attachmentCount > 0).map(({ id }) => id);
  return ids.length === 0 ? new Map() : await findAttachmentsOf(client, ids);
}

/** What may have changed since the emails were accepted. Opt-outs are read only for mail that has them. */
async function loadStanding(client: Transaction, recipients: readonly RecipientRow[]) {
  const queries = [
    suppressed(recipients.map(toAddress)),
    sandboxedAccounts(recipients.map(({ accountId }) => accountId)),
  ] as const;
  const asked = recipients.filter(isSubscriber).map((row) => ({ ...toAddress(row), topicId: row.topicId }));
  const [findSuppression, sandboxed, findOptOut] =
    asked.length === 0
      ? ([...(await queryCombined(client, 'load-standing', queries)), findNoOptOut] as const)
      : await queryCombined(client, 'load-standing-with-topics', [...queries, optedOut(asked)]);
  return { findSuppression, sandboxed, findOptOut };
}

/** The recipient of mail that can be unsubscribed from. */
function isSubscriber({ source, topicId }: RecipientRow): boolean {
  return source !== null && isUnsubscribable({ source, topicId });
}

function toAddress({ accountId, address }: AccountAddress): AccountAddress {
  return { accountId, address };
}

/** A query that answers which of these accounts are in the sandbox. */
function sandboxedAccounts(accountIds: readonly string[]): CombinableQuery<Set<string>> {
  return {
    text: 'SELECT id FROM accounts WHERE id = ANY($1::uuid[]) AND NOT production_access',
    values: [[...new Set(accountIds)]],
    answer: (rows: { id: string }[]) => new Set(rows.map(({ id }) => id)),
  };
}

/**
 * Finds addresses that accounts in the sandbox may not send to. Other accounts need no query.
 * @returns a function that answers true for such an address
 */
async function findUnconfirmed(
  client: Transaction,
  sandboxed: ReadonlySet<string>,
  recipients: readonly RecipientRow[],
): Promise<(address: AccountAddress) => boolean> {
  if (sandboxed.size === 0) return () => false;
  const asked = recipients.filter(({ accountId }) => sandboxed.has(accountId));
  const isConfirmed = await findConfirmed(client, asked.map(toAddress));
  return (address) => sandboxed.has(address.accountId) && !isConfirmed(address);
}

/** Also locks the emails for `markSending`, in id order like every lock on emails (lock.ts). */
const LOAD_RECIPIENTS = `
  WITH claimed AS MATERIALIZED (
    SELECT id, email_id, account_id, address, attempts, worker_deaths
    FROM email_recipients WHERE id = ANY($1::uuid[])
  ), locked AS MATERIALIZED (
    SELECT id, domain_id, source, topic_id FROM emails
    WHERE id = ANY(ARRAY(SELECT email_id FROM claimed)) ORDER BY id FOR NO KEY UPDATE
  )
  SELECT claimed.id, email_id AS "emailId", account_id AS "accountId", domain_id AS "domainId",
         source, topic_id AS "topicId", address, attempts, worker_deaths AS "workerDeaths"
  FROM claimed LEFT JOIN locked ON locked.id = claimed.email_id ORDER BY claimed.id`;

/**
 * `OFFSET 0` prevents a plan that scans all contents (shared/platform/work/work-table-sql.ts). Postgres knows the
 * length of a text without reading it.
 */
const LOAD_EMAILS = `
  SELECT emails.id, account_id AS "accountId", domain_id AS "domainId", message_id AS "messageId",
         from_address AS from, to_addresses AS to, cc_addresses AS cc, reply_to_addresses AS "replyTo",
         subject, preview_text AS "previewText", headers, attachment_count AS "attachmentCount",
         source, topic_id AS "topicId", template_id AS "templateId", created_at AS "createdAt", scheduled_at AS "scheduledAt",
         CASE WHEN bytes <= ${LARGE_CONTENT_BYTES} THEN html END AS html,
         CASE WHEN bytes <= ${LARGE_CONTENT_BYTES} THEN text END AS text,
         CASE WHEN bytes > ${LARGE_CONTENT_BYTES} THEN content_id END AS "largeContentId",
         coalesce(bytes, 0) AS "contentBytes"
  FROM emails
  LEFT JOIN LATERAL (SELECT html, text, coalesce(octet_length(html), 0) + coalesce(octet_length(text), 0) AS bytes
                     FROM email_contents WHERE id = emails.content_id OFFSET 0) AS contents ON true
  WHERE emails.id = ANY($1::uuid[])`;

/** Reads the large contents of a single email: those of a job's hundred emails together could take a gigabyte. */
export async function loadContents(
  database: Database,
  contentId: string,
): Promise<Pick<LoadedEmail, 'html' | 'text'>> {
  const { rows } = await database.query<Pick<LoadedEmail, 'html' | 'text'>>({
    name: 'load-contents',
    text: 'SELECT html, text FROM email_contents WHERE id = $1',
    values: [contentId],
  });
  return rows[0] ?? { html: null, text: null };
}

/** One object literal: an object spread from several others takes 2.4 KB for as long as the email is being sent. */
function toEmail(
  row: EmailRow,
  {
    sender,
    attachments,
    recipients,
  }: Pick<LoadedEmail, 'attachments' | 'recipients'> & { sender: LoadedSender },
): LoadedEmail {
  return {
    id: row.id,
    accountId: row.accountId,
    messageId: row.messageId,
    from: row.from,
    to: row.to,
    cc: row.cc ?? [],
    replyTo: row.replyTo ?? [],
    subject: row.subject,
    previewText: row.previewText,
    headers: row.headers ?? {},
    html: row.html,
    text: row.text,
    largeContentId: row.largeContentId,
    contentBytes: row.contentBytes,
    attachments,
    source: row.source,
    topicId: row.topicId,
    templateId: row.templateId,
    createdAt: row.createdAt,
    scheduledAt: row.scheduledAt,
    domain: sender.domain,
    dkimKey: sender.dkimKey,
    recipients,
  };
}

function toRecipient(
  row: RecipientRow,
  token: string,
  {
    findSuppression,
    findOptOut,
    isUnconfirmed,
  }: {
    findSuppression: FindSuppression;
    findOptOut: FindOptOut;
    isUnconfirmed: (address: AccountAddress) => boolean;
  },
): ClaimedRecipient {
  const address = toAddress(row);
  return {
    id: row.id,
    token,
    address: row.address,
    attempts: row.attempts,
    workerDeaths: row.workerDeaths,
    suppression: findSuppression(address),
    optOut: isSubscriber(row) ? findOptOut({ ...address, topicId: row.topicId }) : undefined,
    isUnconfirmed: isUnconfirmed(address),
  };
}
