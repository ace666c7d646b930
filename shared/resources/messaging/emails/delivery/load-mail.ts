// Loads claimed recipients and their emails as they were accepted, with small contents (load-contents.ts).
// Contents are read once per email.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { MAIL_PARTS } from '../parts/list.ts';
import type { RecheckedRow } from '../parts/mail-part.ts';
import { LARGE_CONTENT_BYTES } from './load-contents.ts';
import type { LoadedEmail } from './loaded-email.ts';

/** A claimed recipient, with what parts ask of its email. */
export interface ClaimedRecipientRow extends RecheckedRow {
  id: string;
  emailId: string;
  /** null: the email no longer exists. */
  domainId: string | null;
  attempts: number;
  workerDeaths: number;
  absentSince: Date | null;
  announcedRest: Date | null;
  /** Whether it counts in the capacity of a day (shared/resources/foundation/reputation/capacity-use.ts). */
  isCharged: boolean;
}

const ASKED: Readonly<Record<string, string>> = Object.assign(
  {},
  ...MAIL_PARTS.map(({ rechecks }) => rechecks?.columns),
);

/** Also locks the emails for `markSending`, in id order like every lock on emails (lock.ts). */
const LOAD_RECIPIENTS = `
  WITH claimed AS MATERIALIZED (
    SELECT id, email_id, account_id, address, attempts, worker_deaths, absent_since, announced_rest,
           charged_on
    FROM email_recipients WHERE id = ANY($1::uuid[])
  ), locked AS MATERIALIZED (
    SELECT id, domain_id, ${Object.values(ASKED).join(', ')} FROM emails
    WHERE id = ANY(ARRAY(SELECT email_id FROM claimed)) ORDER BY id FOR NO KEY UPDATE
  )
  SELECT claimed.id, email_id AS "emailId", account_id AS "accountId", domain_id AS "domainId",
         ${selected(ASKED)}, address, attempts, worker_deaths AS "workerDeaths",
         absent_since AS "absentSince", announced_rest AS "announcedRest", charged_on IS NOT NULL AS "isCharged"
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

const PARTS: Readonly<Record<string, string>> = Object.assign({}, ...MAIL_PARTS.map(({ loads }) => loads));

/** Postgres knows the length of a text without reading it. Rendered contents are as long as at first. */
const BYTES = 'coalesce(octet_length(html), 0) + coalesce(octet_length(text), 0)';

/** `OFFSET 0` prevents a plan that scans all contents (shared/platform/work/work-table-sql.ts). */
const LOAD_EMAILS = `
  SELECT emails.id, emails.account_id AS "accountId", domain_id AS "domainId", message_id AS "messageId",
         from_address AS from, to_addresses AS to, coalesce(cc_addresses, '{}') AS cc,
         coalesce(reply_to_addresses, '{}') AS "replyTo", subject, preview_text AS "previewText",
         coalesce(headers, '{}') AS headers, source, emails.created_at AS "createdAt", scheduled_at AS "scheduledAt",
         CASE WHEN bytes <= ${LARGE_CONTENT_BYTES} THEN html END AS html,
         CASE WHEN bytes <= ${LARGE_CONTENT_BYTES} THEN text END AS text,
         CASE WHEN bytes > ${LARGE_CONTENT_BYTES} THEN content_id END AS "largeContentId",
         coalesce(bytes, 0) AS "contentBytes", ${selected(PARTS)}
  FROM emails
  LEFT JOIN LATERAL (SELECT *, coalesce(rendered_bytes, ${BYTES}) AS bytes
                     FROM email_contents WHERE id = emails.content_id OFFSET 0) AS contents ON true
  WHERE emails.id = ANY($1::uuid[])`;

/** Loads emails, in no order. The rows are used for sending: one shape for all, without copies. */
export async function loadEmails(client: Transaction, ids: readonly string[]): Promise<LoadedEmail[]> {
  const { rows } = await client.query<LoadedEmail>({ name: 'load-emails', text: LOAD_EMAILS, values: [ids] });
  return rows;
}

function selected(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, sql]) => `${sql} AS "${name}"`)
    .join(', ');
}
