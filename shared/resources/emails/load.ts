// Loads what claimed recipients need to be sent: their emails, contents, sender's domain and key, and whether
// something has changed since the email was accepted. Bodies are read once an email, however many recipients it
// has. The emails become `sending` on the way.
import type { AccountAddress } from '../../account-addresses.ts';
import { findConfirmed } from '../../accounts/confirmed-addresses.ts';
import type { Database } from '../../db/connect.ts';
import { read } from '../../db/reading.ts';
import { type Transaction, transaction } from '../../db/transaction.ts';
import type { Claim } from '../../db/work-table.ts';
import { suppressed } from '../suppressions/find.ts';
import type { StoredAttachment } from './attachments/attachment.ts';
import { findAttachmentsOf } from './attachments/find.ts';
import { markSending } from './mark-sending.ts';

/** A recipient that this process has claimed. */
export interface ClaimedRecipient {
  id: string;
  token: string;
  address: string;
  /** Tries so far, this one included. */
  attempts: number;
  /** How many workers have died while they held it. */
  workerDeaths: number;
  /** On the account's suppression list now. */
  isSuppressed: boolean;
  /** The account is in the sandbox now, and the address is not confirmed. */
  isStranger: boolean;
}

/** The signing key of a domain, still encrypted. */
export interface StoredDkimKey {
  id: string;
  selector: string;
  encryptedPrivateKey: Buffer;
}

/** An email with the recipients that were claimed together. */
export interface LoadedEmail {
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
  html: string | null;
  text: string | null;
  attachments: StoredAttachment[];
  createdAt: Date;
  scheduledAt: Date | null;
  domain: { name: string; isSendable: boolean; returnPathLabel: string };
  dkimKey: StoredDkimKey | undefined;
  recipients: ClaimedRecipient[];
}

interface EmailRow {
  id: string;
  account_id: string;
  message_id: string;
  from_address: string;
  to_addresses: string[];
  cc_addresses: string[] | null;
  reply_to_addresses: string[] | null;
  subject: string;
  preview_text: string | null;
  headers: Record<string, string> | null;
  html: string | null;
  text: string | null;
  attachment_count: number;
  created_at: Date;
  scheduled_at: Date | null;
  is_sandboxed: boolean | null;
  domain_name: string | null;
  is_sendable: boolean | null;
  custom_return_path: string | null;
  key_id: string | null;
  selector: string | null;
  private_key: Buffer | null;
}

interface RecipientRow {
  id: string;
  email_id: string;
  account_id: string;
  address: string;
  attempts: number;
  worker_deaths: number;
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
    const emailIds = [...new Set(recipients.map(({ email_id }) => email_id))];
    const [, { rows: emails }, isSuppressed] = await Promise.all([
      markSending(client, emailIds),
      client.query<EmailRow>({ name: 'load-emails', text: LOAD_EMAILS, values: [emailIds] }),
      read(client, 'load-suppressed', suppressed(recipients.map(toAddress))),
    ]);
    const attachments = await loadAttachments(client, emails);
    const isStranger = await findStrangers(client, emails, recipients);
    return emails.map((email) => ({
      ...toEmail(email),
      attachments: attachments.get(email.id) ?? [],
      recipients: recipients
        .filter(({ email_id }) => email_id === email.id)
        .map(({ id, address, attempts, worker_deaths }) => ({
          id,
          token: tokens.get(id) ?? '',
          address,
          attempts,
          workerDeaths: worker_deaths,
          isSuppressed: isSuppressed({ accountId: email.account_id, address }),
          isStranger: isStranger({ accountId: email.account_id, address }),
        })),
    }));
  });
}

/** Nearly all emails have none, and nothing is asked for them. */
async function loadAttachments(
  client: Transaction,
  emails: readonly EmailRow[],
): Promise<Map<string, StoredAttachment[]>> {
  const ids = emails.filter(({ attachment_count }) => attachment_count > 0).map(({ id }) => id);
  return ids.length === 0 ? new Map() : await findAttachmentsOf(client, ids);
}

function toAddress({ account_id, address }: RecipientRow): AccountAddress {
  return { accountId: account_id, address };
}

/** Whom accounts in the sandbox may not send to; all others cost nothing here. */
async function findStrangers(
  client: Transaction,
  emails: readonly EmailRow[],
  recipients: readonly RecipientRow[],
): Promise<(address: AccountAddress) => boolean> {
  const accountIds = emails.filter(({ is_sandboxed }) => is_sandboxed).map(({ account_id }) => account_id);
  const sandboxed = new Set(accountIds);
  if (sandboxed.size === 0) return () => false;
  const asked = recipients.filter(({ account_id }) => sandboxed.has(account_id));
  const isConfirmed = await findConfirmed(client, asked.map(toAddress));
  return (address) => sandboxed.has(address.accountId) && !isConfirmed(address);
}

/** Locks their emails too, for `markSending`, in the order of every other lock on emails (lock.ts). */
const LOAD_RECIPIENTS = `
  WITH claimed AS MATERIALIZED (
    SELECT id, email_id, account_id, address, attempts, worker_deaths
    FROM email_recipients WHERE id = ANY($1::uuid[])
  ), locked AS MATERIALIZED (
    SELECT id FROM emails WHERE id = ANY(ARRAY(SELECT email_id FROM claimed)) ORDER BY id FOR NO KEY UPDATE
  )
  SELECT claimed.* FROM claimed LEFT JOIN locked ON locked.id = claimed.email_id ORDER BY claimed.id`;

/** OFFSET keeps the contents from being joined by a scan of them all (shared/db/work-table.ts). */
const LOAD_EMAILS = `
  SELECT emails.id, emails.account_id, message_id, from_address, to_addresses, cc_addresses, reply_to_addresses,
         subject, preview_text, headers, contents.html, contents.text, attachment_count, emails.created_at, scheduled_at,
         domains.name AS domain_name, custom_return_path,
         domains.sending_enabled AND domains.status IN ('verified', 'partially_verified', 'partially_failed') AS is_sendable,
         NOT production_access AS is_sandboxed, key.id AS key_id, key.selector, key.private_key
  FROM emails
  LEFT JOIN LATERAL (SELECT html, text FROM email_contents
                     WHERE id = emails.content_id OFFSET 0) AS contents ON true
  LEFT JOIN accounts ON accounts.id = emails.account_id
  LEFT JOIN domains ON domains.id = emails.domain_id
  LEFT JOIN LATERAL (SELECT id, selector, private_key FROM dkim_keys
                     WHERE domain_id = emails.domain_id ORDER BY id DESC LIMIT 1) AS key ON true
  WHERE emails.id = ANY($1::uuid[])`;

function toEmail(row: EmailRow): Omit<LoadedEmail, 'attachments' | 'recipients'> {
  return {
    id: row.id,
    accountId: row.account_id,
    messageId: row.message_id,
    from: row.from_address,
    to: row.to_addresses,
    cc: row.cc_addresses ?? [],
    replyTo: row.reply_to_addresses ?? [],
    subject: row.subject,
    previewText: row.preview_text,
    headers: row.headers ?? {},
    html: row.html,
    text: row.text,
    createdAt: row.created_at,
    scheduledAt: row.scheduled_at,
    domain: {
      name: row.domain_name ?? '',
      isSendable: row.is_sendable ?? false,
      returnPathLabel: row.custom_return_path ?? '',
    },
    dkimKey: toDkimKey(row),
  };
}

function toDkimKey({ key_id, selector, private_key }: EmailRow): StoredDkimKey | undefined {
  if (!key_id || !selector || !private_key) return undefined;
  return { id: key_id, selector, encryptedPrivateKey: private_key };
}
