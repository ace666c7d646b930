// The list of the emails of an account, newest first, with filters (docs/reference/emails.md#get-emails). Each filter has an
// index that ends in the id (migrations/0002-mail.ts, migrations/0004-sending.ts), so the cost of a page does not
// depend on the number of emails. The exception is `q`, a substring search: it reads a limited number of emails,
// starting at the cursor.

import { addressKey, parseMailboxOfQuery } from '../../../mail/addresses.ts';
import { equals, type List } from '../../../platform/db/list.ts';
import { patternOf } from '../../../platform/db/page.ts';
import type { EmailSource, EmailStatus, Tag } from './email.ts';
import { tagKey } from './tag-keys.ts';

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
  contact_id: string | null;
  /** null: the email began its conversation. */
  thread_id: string | null;
  source: EmailSource;
  /** What is measured (shared/resources/messaging/emails/tracking/measures.ts). */
  tracking: number;
  scheduled_at: Date | null;
  sent_at: Date | null;
  created_at: Date;
}

/** Columns that no list shows are not read: every open list of the dashboard asks for a page each two seconds. */
const COLUMNS = `id, status, last_event, message_id, from_address, to_addresses, cc_addresses, bcc_addresses,
  reply_to_addresses, subject, preview_text, tags, topic_id, template_id, campaign_id, automation_id,
  contact_id, tracking, thread_id, source, scheduled_at, sent_at, created_at`;

/** Filters of the list. */
export interface EmailFilters {
  status?: EmailStatus;
  /** Text in the subject, the sender or a `to` address. */
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

export const EMAIL_LIST: List<EmailRow, Omit<EmailFilters, 'q'>, Pick<EmailFilters, 'q'>> = {
  columns: COLUMNS,
  from: 'emails',
  within: 'account_id',
  filters: {
    status: (status, parameter) => statusCondition(parameter(status)),
    folder: (folder, parameter) =>
      folder === 'scheduled'
        ? `status = 'pending' AND ${statusCondition(parameter('pending'))}`
        : `status <> 'pending'`,
    source: equals('source'),
    from: (from, parameter) => `from_key = ${parameter(addressKey(plainAddress(from)))}`,
    tag: (tag, parameter, accountId) => `tag_keys @> ARRAY[${parameter(tagKey(accountId, tag))}::bigint]`,
    to: (to, parameter) =>
      `id IN (SELECT email_id FROM email_recipients
              WHERE account_id = ANY($1::uuid[]) AND lower(address) = lower(${parameter(plainAddress(to))}))`,
  },
  searched: { q: (text, parameter) => searchCondition(parameter(patternOf(text))) },
};

/**
 * An email's status is always the state of one of its recipients (derive-status.ts), and only that state has an index.
 */
function statusCondition(status: string): string {
  return `status = ${status} AND id IN (SELECT email_id FROM email_recipients
                                        WHERE account_id = ANY($1::uuid[]) AND state = ${status})`;
}

/** An address in its stored form. Text that is not an address finds nothing, which is correct. */
function plainAddress(text: string): string {
  return parseMailboxOfQuery(text)?.address ?? text;
}

function searchCondition(pattern: string): string {
  return `subject ILIKE ${pattern} OR from_address ILIKE ${pattern}
          OR array_to_string(to_addresses, E'\\n') ILIKE ${pattern}`;
}
