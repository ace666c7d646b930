// Lists contacts of an audience or members of a segment, newest first, with filters
// (docs/reference/contacts.md#get-contacts). A page is read in the order of one index from the cursor on, so its cost
// does not depend on the number of contacts; docs/architecture/contacts.md has the plans. The exception is `q`, a
// substring search: it reads a limited number of contacts, starting at the cursor.
import type { Queryable } from '../../platform/db/connect.ts';
import {
  findPage,
  type ListedRows,
  type Page,
  type PageRequest,
  patternOf,
  searchWindow,
} from '../../platform/db/page.ts';
import { reachedBy } from '../topics/choices/list.ts';
import type { Topic } from '../topics/topic.ts';
import type { Contact } from './contact.ts';

/** Whose contacts are listed, and which of them. */
export interface ContactFilters {
  accountId: string;
  audienceId: string;
  /** Only contacts that are members of all these segments. */
  segmentIds: readonly string[];
  /** Only contacts that the mail of this topic reaches. */
  topic?: Topic | undefined;
  unsubscribed?: boolean | undefined;
  /** In key form (shared/mail/addresses.ts). */
  emailKey?: string | undefined;
  /** Text in the address or the name. */
  q?: string | undefined;
}

/** Lists a page of contacts. */
export function listContacts(
  database: Queryable,
  filters: ContactFilters,
  page: PageRequest,
): Promise<Page<Contact>> {
  return findPage<Contact>(database, listedContacts(filters, page), page);
}

/**
 * Whether the address of a row of `contacts` has unsubscribed, looked up by its key. As EXISTS, Postgres would expect to
 * look up every contact of the list and would first read all unsubscribes into a hash table, 15 ms for 50,000.
 */
const HAS_UNSUBSCRIBED = `
  (SELECT true FROM unsubscribes
   WHERE unsubscribes.account_id = contacts.account_id AND unsubscribes.email_key = contacts.email_key) IS NOT NULL`;

const COLUMNS = `
  contacts.id, contacts.account_id AS "accountId", contacts.audience_id AS "audienceId", contacts.email,
  contacts.email_key AS "emailKey", contacts.first_name AS "firstName", contacts.last_name AS "lastName",
  ${HAS_UNSUBSCRIBED} AS unsubscribed, contacts.created_at AS "createdAt", contacts.updated_at AS "updatedAt"`;

/** The index that has the order of the page: of the members of a segment, or of the contacts of an audience. */
const MEMBERS = `
  (SELECT segment_id, contact_id AS id FROM segment_contacts) AS members JOIN contacts USING (id)`;

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedContacts(filters: ContactFilters, page: PageRequest): ListedRows {
  const { accountId, audienceId, q } = filters;
  const [segmentId, ...otherIds] = filters.segmentIds;
  const values: unknown[] = [accountId, [audienceId]];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['contacts.account_id = $1', 'audience_id = ANY($2::uuid[])'];
  if (segmentId) conditions.push(`segment_id = ANY(${parameter([segmentId])}::uuid[])`);
  for (const id of otherIds) conditions.push(isMemberOf(parameter(id)));
  conditions.push(...conditionsOf(filters, parameter));
  const source = segmentId ? MEMBERS : 'contacts';
  const orderedWithin = segmentId ? 'segment_id' : 'audience_id';
  const where = conditions.join(' AND ');
  if (!q) return { select: `SELECT ${COLUMNS} FROM ${source}`, where, values, orderedWithin };
  // `q` searches the contacts that match the other filters.
  const rows = `SELECT contacts.*${segmentId ? ', segment_id' : ''} FROM ${source}`;
  const searched = searchWindow({ select: rows, where, orderedWithin, parameter }, page);
  const pattern = parameter(patternOf(q));
  return {
    select: `SELECT ${COLUMNS} FROM (${searched}) AS contacts`,
    where: `email ILIKE ${pattern} OR concat_ws(' ', first_name, last_name) ILIKE ${pattern}`,
    values,
    orderedWithin,
  };
}

function isMemberOf(segmentId: string): string {
  return `EXISTS (SELECT FROM segment_contacts AS other
                  WHERE other.segment_id = ${segmentId} AND other.contact_id = contacts.id)`;
}

function conditionsOf(
  { topic, unsubscribed, emailKey }: ContactFilters,
  parameter: (value: unknown) => string,
): string[] {
  const conditions: string[] = [];
  if (emailKey !== undefined) conditions.push(`email_key = ${parameter(emailKey)}`);
  if (topic) conditions.push(reachedBy(topic, parameter(topic.id)));
  if (unsubscribed !== undefined) {
    conditions.push(`${unsubscribed ? '' : 'NOT '}EXISTS (
      SELECT FROM unsubscribes
      WHERE unsubscribes.account_id = contacts.account_id AND unsubscribes.email_key = contacts.email_key)`);
  }
  return conditions;
}
