// Lists contacts of an audience or members of segments, newest first, with filters
// (docs/reference/contacts.md#get-contacts). A page is read in the order of one index from the cursor on, so its cost
// does not depend on the number of contacts; docs/architecture/contact-lists.md has the plans. The exceptions are `q`,
// a substring search, which reads a limited number of contacts, starting at the cursor; and filters that few contacts
// meet, such as a dynamic segment's, which are bounded in time.
import type { Database } from '../../../platform/db/connect.ts';
import {
  findPage,
  type ListedRows,
  type Page,
  type PageRequest,
  patternOf,
  searchWindow,
} from '../../../platform/db/page.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import { CONTACT_COLUMNS, type Contact } from '../contact-fields/contact.ts';
import { conditionOf } from '../rules/condition.ts';
import { withinTime } from '../segments/counts/within-time.ts';
import { contactColumns } from '../segments/filters/contact-columns.ts';
import type { ContactTree } from '../segments/filters/contact-field.ts';
import { lookUpEach } from '../segments/filters/look-ups.ts';
import { reachedBy } from '../topics/choices/list.ts';
import type { Topic } from '../topics/topic.ts';
import { HAS_UNSUBSCRIBED, whichMostRowsMeet } from '../unsubscribes/has-unsubscribed.ts';

/** The filters: whose contacts, and which of them. */
export interface ContactFilters {
  accountId: string;
  audienceId: string;
  /** Only contacts that are members of all these static segments. */
  segmentIds: readonly string[];
  /** Only contacts that meet all these filters of dynamic segments, as of this time. */
  trees?: readonly ContactTree[];
  now: Date;
  /** Only contacts among so many newest ones of the audience. */
  newest?: number;
  /** Only contacts who receive emails of this topic. */
  topic?: Topic | undefined;
  unsubscribed?: boolean | undefined;
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey?: string | undefined;
  /** Text in the address or the name. */
  q?: string | undefined;
}

/** How long a page of a dynamic segment may take: to find few contacts, all may have to be checked. */
const FILTER_MS = 20_000;

/**
 * Lists a page of contacts.
 * @param timeoutMs for filters of dynamic segments; only tests give another one
 * @throws DomainError `contacts_timeout` when such a filter takes longer
 */
export function listContacts(
  database: Database,
  filters: ContactFilters,
  page: PageRequest,
  timeoutMs = FILTER_MS,
): Promise<Page<Contact>> {
  const listed = listedContacts(filters, page);
  if (!filters.trees?.length) return findPage<Contact>(database, listed, page);
  return withinTime(database, timeoutMs, (client) => findPage<Contact>(client, listed, page));
}

/** The index that has the order of the page: of the members of a segment, or of the contacts of an audience. */
const MEMBERS = `
  (SELECT segment_id, contact_id AS id FROM segment_contacts) AS members JOIN contacts USING (id)`;

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedContacts(filters: ContactFilters, page: PageRequest): ListedRows {
  const [segmentId, ...otherIds] = filters.segmentIds;
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = placeOf(filters, parameter);
  for (const id of otherIds) conditions.push(isMemberOf(parameter(id)));
  conditions.push(...conditionsOf(filters, parameter));
  const source = segmentId ? MEMBERS : 'contacts';
  const orderedWithin = segmentId ? 'segment_id' : 'audience_id';
  const where = conditions.join(' AND ');
  if (!filters.q) return { select: `SELECT ${CONTACT_COLUMNS} FROM ${source}`, where, values, orderedWithin };
  // `q` searches the contacts that match the other filters.
  const rows = `SELECT contacts.*${segmentId ? ', segment_id' : ''} FROM ${source}`;
  const searched = searchWindow({ select: rows, where, orderedWithin, parameter }, page);
  const pattern = parameter(patternOf(filters.q));
  return {
    select: `SELECT ${CONTACT_COLUMNS} FROM (${searched}) AS contacts`,
    where: `email ILIKE ${pattern} OR concat_ws(' ', first_name, last_name) ILIKE ${pattern}`,
    values,
    orderedWithin,
  };
}

/** Adds a value to the statement and returns its placeholder. */
type Parameter = (value: unknown) => string;

/**
 * The conditions of account, audience and segment. The index of the page has one of them; the others are true of all
 * its rows. Postgres does not know that and expects few rows where both are true: it would read all contacts of the
 * account or of the audience and sort them. A filter on addresses or their decisions may leave few contacts, and needs
 * the index of addresses, so it gets the account as a plain condition.
 */
function placeOf(filters: ContactFilters, parameter: Parameter): string[] {
  const { accountId, audienceId, segmentIds, topic, unsubscribed, emailKey } = filters;
  const isByAddress =
    emailKey !== undefined || unsubscribed === true || topic?.defaultSubscription === 'opt_out';
  const [segmentId] = segmentIds;
  const ofAccount = `contacts.account_id = ${parameter(accountId)}`;
  const within =
    segmentId === undefined
      ? [`audience_id = ANY(${parameter([audienceId])}::uuid[])`]
      : [
          whichMostRowsMeet(`audience_id = ${parameter(audienceId)}`),
          `segment_id = ANY(${parameter([segmentId])}::uuid[])`,
        ];
  return [isByAddress ? ofAccount : whichMostRowsMeet(ofAccount), ...within];
}

function isMemberOf(segmentId: string): string {
  return `EXISTS (SELECT FROM segment_contacts AS other
                  WHERE other.segment_id = ${segmentId} AND other.contact_id = contacts.id)`;
}

function conditionsOf(
  { accountId, audienceId, topic, unsubscribed, emailKey, trees = [], newest, now }: ContactFilters,
  parameter: Parameter,
): string[] {
  const statement = { accountId, parameter, now };
  const columns = contactColumns(statement, lookUpEach(statement));
  // Postgres does not know how many contacts meet a filter.
  const conditions = trees.map((tree) => whichMostRowsMeet(conditionOf(tree, columns)));
  if (newest !== undefined) conditions.push(isAmongNewest(parameter([audienceId]), parameter(newest - 1)));
  if (emailKey !== undefined) conditions.push(`email_key = ${parameter(emailKey)}`);
  if (topic) conditions.push(reachedBy(topic, parameter(topic.id)));
  if (unsubscribed === false) conditions.push(whichMostRowsMeet(`NOT ${HAS_UNSUBSCRIBED}`));
  // As EXISTS, so that Postgres may start from the unsubscribes if they are few.
  if (unsubscribed === true) {
    conditions.push(`EXISTS (
      SELECT FROM unsubscribes
      WHERE unsubscribes.account_id = contacts.account_id AND unsubscribes.email_key = contacts.email_key)`);
  }
  return conditions;
}

function isAmongNewest(audienceIds: string, skipped: string): string {
  const oldest = `SELECT id FROM contacts WHERE audience_id = ANY(${audienceIds}::uuid[])
                  ORDER BY audience_id DESC, id DESC OFFSET ${skipped} LIMIT 1`;
  return `contacts.id >= coalesce((${oldest}), '${NIL_UUID}')`;
}
