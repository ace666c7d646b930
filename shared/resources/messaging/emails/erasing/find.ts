// Finds the emails of an account that mention a person: those to the address by the index of recipients, all others by
// looking at every email of the account. No index can say where a text mentions an address.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Eraser } from '../../../foundation/erasing/eraser.ts';
import type { FoundPage, FoundRow } from '../../../foundation/erasing/found-rows.ts';
import type { EmailStatus } from '../email.ts';
import { CONTENT_TEXTS, EMAIL_TEXTS } from './texts.ts';

/** The statuses of an email with a recipient that is not sent to yet (delivery/derive-status.ts). */
export const UNFINISHED_STATUSES: readonly EmailStatus[] = [
  'pending',
  'queued',
  'sending',
  'delivery_delayed',
];

/** Emails of an account between two ids. */
export interface EmailRange {
  accountId: string;
  /** The last email of the step before; NIL_UUID: the first step. */
  after: string;
  /** Emails from this id on are not read. */
  before: string;
}

/** The states of a recipient that a worker will still send to, but not at this moment. */
export const UNSENT_STATES: readonly EmailStatus[] = ['pending', 'queued', 'delivery_delayed'];

const RECIPIENTS_PAGE = 100;
const EMAILS_PAGE = 200;
/** Texts of a page that Postgres searches: some tenths of a second. A single email may have more. */
const PAGE_BYTES = 4 * 1024 * 1024;

/**
 * `OFFSET 0` prevents a plan that scans all contents (shared/platform/work/work-table-sql.ts). In contents that are
 * rendered at each read, only the values are searched: the rest is the account's own.
 */
const CONTENTS = `
  LEFT JOIN LATERAL (SELECT ${Object.keys(CONTENT_TEXTS).join(', ')}, coalesce(octet_length(html), 0) + coalesce(octet_length(text), 0)
                              + coalesce(pg_column_size(data), 0) AS bytes
                     FROM email_contents WHERE id = emails.content_id OFFSET 0) AS contents ON true`;

const TO_ADDRESS = `
  SELECT emails.id, true AS "isFound", coalesce(contents.bytes, 0) AS bytes
  FROM emails ${CONTENTS}
  WHERE emails.account_id = $1 AND emails.id = ANY(ARRAY(
    SELECT DISTINCT email_id FROM email_recipients
    WHERE account_id = $1 AND lower(address) = ANY($2::text[])
      AND email_id > $3 AND email_id < $4
    ORDER BY email_id LIMIT ${RECIPIENTS_PAGE}))
  ORDER BY emails.id`;

/** Finds emails to the address of the person. */
export async function findEmailsTo(
  client: Transaction,
  { storedForms }: Eraser,
  { accountId, after, before }: EmailRange,
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-emails-to-person',
    text: TO_ADDRESS,
    values: [accountId, storedForms, after, before],
  });
  return { rows, isEnd: rows.length === 0 };
}

const MENTIONED_IN_CONTENTS = Object.entries(CONTENT_TEXTS)
  .map(([name, type]) => `contents.${name}${type === 'text' ? '' : '::text'}`)
  .map((text) => `coalesce(${text} ~* $2 OR ${text} ~ $5, false)`)
  .join(' OR ');

const TEXTS_OF_EMAIL = Object.entries(EMAIL_TEXTS)
  .map(([name, type]) => (type === 'text[]' ? `array_to_string(${name}, E'\\n')` : `${name}::text`))
  .join(', ');

/**
 * The order by account makes Postgres use the account's own index (shared/platform/db/page.ts). The length of a text is
 * known without reading it, so a page ends before its texts would take longer than a statement may.
 */
const MENTIONING = `
  WITH page AS MATERIALIZED (
    SELECT emails.*, coalesce(contents.bytes, 0) AS bytes,
           sum(coalesce(contents.bytes, 0)) OVER (ORDER BY emails.id) AS bytes_until
    FROM (SELECT * FROM emails WHERE account_id = ANY($1::uuid[]) AND id > $3 AND id < $4
          ORDER BY account_id, id LIMIT ${EMAILS_PAGE}) AS emails ${CONTENTS}
  )
  SELECT emails.id, emails.bytes,
         fields.texts ~* $2 OR fields.texts ~ $5 OR ${MENTIONED_IN_CONTENTS} AS "isFound",
         (SELECT count(*) FROM page)::integer AS "pageRows"
  FROM page AS emails ${CONTENTS} CROSS JOIN LATERAL (
    SELECT concat_ws(E'\\n', ${TEXTS_OF_EMAIL},
                     (SELECT string_agg(concat_ws(E'\\n', filename, content_id, path), E'\\n') FROM email_attachments
                      WHERE attachment_count > 0 AND email_id = emails.id)) AS texts) AS fields
  WHERE emails.bytes_until - emails.bytes < ${PAGE_BYTES}
  ORDER BY emails.id`;

/** Looks at emails of the account, to any recipient. */
export async function findMentioningEmails(
  client: Transaction,
  { patterns: [pattern, inBase64] }: Eraser,
  { accountId, after, before }: EmailRange,
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow & { pageRows: number }>({
    name: 'find-emails-mentioning-person',
    text: MENTIONING,
    values: [[accountId], pattern, after, before, inBase64],
  });
  const pageRows = rows[0]?.pageRows ?? 0;
  return { rows, isEnd: pageRows < EMAILS_PAGE && rows.length === pageRows };
}

const UNSENT = `
  SELECT DISTINCT email_id AS id FROM email_recipients
  WHERE account_id = $1 AND lower(address) = ANY($2::text[]) AND state = ANY($5::text[]) AND claimed_by IS NULL
    AND email_id > $3 AND email_id < $4
  ORDER BY email_id LIMIT ${RECIPIENTS_PAGE}`;

/** Finds emails that are still to be sent to the address of the person. */
export async function findUnsentEmailsTo(
  client: Transaction,
  { storedForms }: Eraser,
  { accountId, after, before }: EmailRange,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'find-unsent-emails-to-person',
    text: UNSENT,
    values: [accountId, storedForms, after, before, UNSENT_STATES],
  });
  return rows.map(({ id }) => id);
}

/** The status of each email, and its size if it can be erased. */
const FINISHED = `
  SELECT emails.id, coalesce(contents.bytes, 0) AS bytes, status <> ALL($3::text[]) AS "isFound"
  FROM emails ${CONTENTS}
  WHERE emails.id = ANY($1::uuid[]) AND emails.account_id = $2 ORDER BY emails.id`;

/** Looks at emails that were not finished: those that are now are found, those that no longer exist are left out. */
export async function findFinishedEmails(
  client: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-finished-emails',
    text: FINISHED,
    values: [ids, accountId, UNFINISHED_STATUSES],
  });
  return { rows, isEnd: true };
}

/** Finds the times of the events of emails since a time. */
export async function findEventTimes(
  client: Transaction,
  emailIds: readonly string[],
  since: Date,
): Promise<Date[]> {
  const { rows } = await client.query<{ createdAt: Date }>({
    name: 'find-event-times',
    text: `SELECT DISTINCT created_at AS "createdAt" FROM email_events
           WHERE email_id = ANY($1::uuid[]) AND created_at >= $2`,
    values: [emailIds, since],
  });
  return rows.map(({ createdAt }) => createdAt);
}
