// The emails of an account, newest first, with the filters of decisions.md §2. Each filter has an index that ends
// in the id (migrations/0002-mail.ts, 0004-sending.ts), so a page costs the same however many emails there are.
// The exception is `q`, a substring: it looks at a bounded number of emails from the cursor on.
import type { Queryable } from '../../db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../db/page.ts';
import { addressKey } from '../../mail/addresses.ts';
import type { EmailSource, EmailStatus, Tag } from './email.ts';

/** What a list shows of an email. */
export interface EmailRow {
  id: string;
  status: EmailStatus;
  last_event: string | null;
  message_id: string;
  from_address: string;
  to_addresses: string[];
  cc_addresses: string[] | null;
  bcc_addresses: string[] | null;
  reply_to_addresses: string[] | null;
  subject: string;
  preview_text: string | null;
  tags: Tag[] | null;
  topic_id: string | null;
  template_id: string | null;
  campaign_id: string | null;
  automation_id: string | null;
  source: EmailSource;
  scheduled_at: Date | null;
  sent_at: Date | null;
  created_at: Date;
}

/** Which emails are asked for. */
export interface EmailFilters {
  status?: EmailStatus;
  /** Text in the subject or in a from or to address. */
  q?: string;
  folder?: 'sent' | 'scheduled';
  /** Address of the sender. */
  from?: string;
  /** Address of a recipient. */
  to?: string;
  /** `name` or `name:value`. */
  tag?: string;
  source?: EmailSource;
}

/** `q` looks at this many emails from the cursor on; about 0.2 s when none of them matches. */
export const SEARCH_WINDOW = 100_000;

/** Lists a page of an account's emails. */
export function listEmails(
  database: Queryable,
  accountId: string,
  filters: EmailFilters,
  page: PageRequest,
): Promise<Page<EmailRow>> {
  return findPage<EmailRow>(database, listedEmails(accountId, filters, page), page);
}

/** The rows behind a list, for findPage and for EXPLAIN. */
export function listedEmails(accountId: string, filters: EmailFilters, page: PageRequest): ListedRows {
  const values: unknown[] = [accountId];
  const conditions = ['account_id = $1'];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  if (filters.status) add((value) => `status = ${value}`, filters.status);
  if (filters.folder) add((value) => `(status = 'pending') = ${value}`, filters.folder === 'scheduled');
  if (filters.source) add((value) => `source = ${value}`, filters.source);
  if (filters.from) add((value) => `from_key = ${value}`, addressKey(filters.from));
  if (filters.tag) add((value) => `tag_keys @> ARRAY[${value}]`, filters.tag);
  if (filters.to) {
    add(
      (value) =>
        `id IN (SELECT email_id FROM email_recipients WHERE account_id = $1 AND lower(address) = ${value})`,
      addressKey(filters.to),
    );
  }
  if (filters.q) addSearch(add, filters.q, page);
  return { select: 'SELECT * FROM emails', where: conditions.join(' AND '), values };
}

function addSearch(
  add: (condition: (parameter: string) => string, value: unknown) => void,
  q: string,
  { before, after }: PageRequest,
): void {
  const [comparison, order] = before === undefined ? ['<', 'DESC'] : ['>', 'ASC'];
  add(
    (cursor) => `id IN (SELECT id FROM emails AS recent
       WHERE recent.account_id = $1 AND (${cursor}::uuid IS NULL OR recent.id ${comparison} ${cursor})
       ORDER BY recent.id ${order} LIMIT ${SEARCH_WINDOW})`,
    before ?? after ?? null,
  );
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  add(
    (value) => `(subject ILIKE ${value} OR from_address ILIKE ${value} OR to_addresses::text ILIKE ${value})`,
    pattern,
  );
}
