// The list of the emails of an account, newest first, with filters (docs/reference/emails.md#get-emails). Each filter
// has an index that ends in the id (migrations/0002-mail.ts, migrations/0004-sending.ts), so the cost of a page does
// not depend on the number of emails. The exceptions are `q`, a substring search, and the filters without an index:
// domain, campaign and conversation. They read a limited number of emails, starting at the cursor; campaign and
// conversation only the emails of their time.

import { PART_FIELDS, type PartName } from '../../../contract/emails/part-fields.ts';
import { LINE_FIELDS, type LineField, type MailByName } from '../../../contract/mail/fields.ts';
import { addressKey, parseMailboxOfQuery } from '../../../mail/addresses.ts';
import { BY_TIME, equals, type List, type TimeFilters } from '../../../platform/db/list.ts';
import { patternOf } from '../../../platform/db/page.ts';
import { boundOfLaterIds } from '../../../platform/time/ids.ts';
import type { EmailSource, EmailStatus, Tag } from './email.ts';
import { tagKey } from './parts/tags.ts';

/** An email in a list. */
export interface EmailRow extends Pick<MailByName, LineField['name']>, Record<PartName, string | null> {
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
  tags: Tag[] | null;
  /** null: the email began its conversation. */
  thread_id: string | null;
  source: EmailSource;
  /** The measurements (shared/resources/messaging/emails/tracking/measures.ts). */
  tracking: number;
  scheduled_at: Date | null;
  sent_at: Date | null;
  created_at: Date;
}

/** Columns that no list shows are not read: every open list of the dashboard asks for a page each two seconds. */
const COLUMNS = `id, status, last_event, message_id, from_address, to_addresses, cc_addresses, bcc_addresses,
  reply_to_addresses, ${LINE_FIELDS.map(({ name }) => name).join(', ')}, tags,
  ${PART_FIELDS.map(({ name }) => name).join(', ')}, tracking, thread_id, source, scheduled_at, sent_at, created_at`;

/** The ids between which the mail of a campaign is. */
export interface MailSpan {
  campaignId: string;
  fromId: string;
  /** null: it may get more. */
  beforeId: string | null;
}

/** Filters without an index of their own. */
interface SearchedFilters {
  /** Text in the subject, the sender or a `to` address. */
  q?: string;
  domainId?: string | undefined;
  campaign?: MailSpan | undefined;
  threadId?: string | undefined;
}

/** Filters of the list. */
export interface EmailFilters extends TimeFilters, SearchedFilters {
  statuses?: readonly EmailStatus[] | undefined;
  folder?: 'sent' | 'scheduled';
  /** Address of the sender. */
  from?: string;
  /** Address of a recipient. */
  to?: string;
  /** `name` or `name:value`. */
  tag?: string;
  source?: EmailSource;
}

export const EMAIL_LIST: List<EmailRow, Omit<EmailFilters, 'q' | 'domainId'>, SearchedFilters> = {
  columns: COLUMNS,
  from: 'emails',
  within: 'account_id',
  filters: {
    ...BY_TIME,
    statuses: (statuses, parameter) => statusCondition(statuses, parameter),
    folder: (folder, parameter) =>
      folder === 'scheduled'
        ? `status = 'pending' AND ${statusCondition(['pending'], parameter)}`
        : `status <> 'pending'`,
    source: equals('source'),
    from: (from, parameter) => `from_key = ${parameter(addressKey(plainAddress(from)))}`,
    tag: (tag, parameter, accountId) => `tag_keys @> ARRAY[${parameter(tagKey(accountId, tag))}::bigint]`,
    to: (to, parameter) =>
      `id IN (SELECT email_id FROM email_recipients
              WHERE account_id = ANY($1::uuid[]) AND lower(address) = lower(${parameter(plainAddress(to))}))`,
    campaign: ({ fromId, beforeId }, parameter) =>
      `source = 'campaign' AND id >= ${parameter(fromId)}${beforeId === null ? '' : ` AND id < ${parameter(beforeId)}`}`,
    // A conversation has the id of its first email.
    threadId: (id, parameter) => `id >= ${parameter(boundOfLaterIds(id))}`,
  },
  searched: {
    q: (text, parameter) => searchCondition(parameter(patternOf(text))),
    domainId: equals('domain_id'),
    campaign: ({ campaignId }, parameter) => `campaign_id = ${parameter(campaignId)}`,
    threadId: (id, parameter) => {
      const thread = parameter(id);
      return `thread_id = ${thread} OR id = ${thread}`;
    },
  },
};

/**
 * An email's status is always the state of one of its recipients (derive-status.ts), and only that state has an index.
 */
function statusCondition(statuses: readonly EmailStatus[], parameter: (value: unknown) => string): string {
  // Postgres knows more about an equality.
  const matches =
    statuses.length === 1 ? `= ${parameter(statuses[0])}` : `= ANY(${parameter(statuses)}::text[])`;
  return `status ${matches} AND id IN (SELECT email_id FROM email_recipients
                                       WHERE account_id = ANY($1::uuid[]) AND state ${matches})`;
}

/** An address in its stored form. Text that is not an address finds nothing, which is correct. */
function plainAddress(text: string): string {
  return parseMailboxOfQuery(text)?.address ?? text;
}

function searchCondition(pattern: string): string {
  return `subject ILIKE ${pattern} OR from_address ILIKE ${pattern}
          OR array_to_string(to_addresses, E'\\n') ILIKE ${pattern}`;
}
