// Walks over the contacts of an audience or a segment, page by page in the order of their ids, for acts on many: an
// automation that starts for them, a campaign that is sent to them. The contacts are those that existed at one time;
// whether a contact is in the segment is decided when its page is read.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { conditionOf } from '../../rules/condition.ts';
import { rulesOf } from '../../rules/rule.ts';
import { matchingContacts } from '../counts/count.ts';
import { contactColumns } from '../filters/contact-columns.ts';
import type { ContactTree } from '../filters/contact-field.ts';
import { lookUpEach } from '../filters/look-ups.ts';
import { findSegmentRules } from '../filters/reader.ts';
import { findSegments } from '../find.ts';
import { isDynamic } from '../segment.ts';

/** Contacts that are chosen. */
export interface ChosenContacts {
  accountId: string;
  audienceId: string;
  /** null: all of the audience. */
  segmentId: string | null;
  /** Only contacts that existed then count; a filter is evaluated for this time, however late a page is read. */
  createdUntil: Date;
}

/** The contacts: those of an audience or of a static segment, or those of them that meet a filter. */
export interface ContactSource {
  segmentId: string | undefined;
  tree: ContactTree | undefined;
}

/** The start of a page, and how many contacts are read to find those that meet a filter. */
export interface PageBounds {
  after: string;
  examined: number;
}

/** Contacts of a page times rules of its filter: each takes up to 5 µs. */
const PAGE_RULES = 100_000;

/** @returns undefined: the segment was deleted, or belongs to another audience */
export async function findContactSource(
  database: Queryable,
  { accountId, audienceId, segmentId }: ChosenContacts,
): Promise<ContactSource | undefined> {
  if (segmentId === null) return { segmentId: undefined, tree: undefined };
  const [segment] = await findSegments(database, accountId, [segmentId]);
  if (segment?.audienceId !== audienceId) return undefined;
  if (!isDynamic(segment)) return { segmentId: segment.id, tree: undefined };
  return { segmentId: undefined, tree: await findSegmentRules(database, segment) };
}

/** How many contacts a page may read, so that a filter with many rules does not hold locks for long. */
export function examinedMaxOf({ tree }: ContactSource, most: number): number {
  return Math.min(most, Math.ceil(PAGE_RULES / Math.max(tree ? rulesOf(tree).length : 0, 1)));
}

/** A statement's page of contacts. */
export interface ContactPage {
  /** SQL of rows of `contacts` with `is_met`, not in their order, at most as many as are read. */
  sql: string;
  /** The parameters of the statement so far, to which others may be added. */
  values: unknown[];
  /** Identifies the statement, for the name of a prepared one; undefined: a filter makes it different each time. */
  name: string | undefined;
}

/**
 * The page of a statement. Contacts are read in the order of one index; a contact that is deleted or stored at the same
 * time does not make it skip others, or go back, because one statement reads the page.
 */
export function contactPage(
  { accountId, audienceId, createdUntil }: ChosenContacts,
  { segmentId, tree }: ContactSource,
  { after, examined }: PageBounds,
): ContactPage {
  const values: unknown[] = [[segmentId ?? audienceId], after, examined, audienceId, createdUntil];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const statement = { accountId, parameter, now: createdUntil };
  const conditions = ['contacts.audience_id = $4', 'contacts.created_at <= $5'];
  if (tree) conditions.push(`(${conditionOf(tree, contactColumns(statement, lookUpEach(statement)))})`);
  const looked =
    segmentId === undefined
      ? 'SELECT * FROM contacts WHERE audience_id = ANY($1::uuid[]) AND id > $2 ORDER BY audience_id, id'
      : `SELECT contacts.* FROM (SELECT segment_id, contact_id AS id FROM segment_contacts) AS members
         JOIN contacts USING (id) WHERE segment_id = ANY($1::uuid[]) AND id > $2 ORDER BY segment_id, id`;
  return {
    sql: `SELECT contacts.*, ${conditions.join(' AND ')} AS is_met FROM (${looked} LIMIT $3) AS contacts`,
    values,
    name: tree ? undefined : segmentId === undefined ? 'contacts' : 'members',
  };
}

/** Counts chosen contacts. */
export async function countChosenContacts(database: Queryable, chosen: ChosenContacts): Promise<number> {
  const source = await findContactSource(database, chosen);
  if (!source) return 0;
  const { from, values } = chosenContacts(chosen, source);
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count ${from}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** `FROM contacts … WHERE …` of all chosen contacts, for a statement that reads a whole audience. */
export function chosenContacts(
  { accountId, audienceId, createdUntil }: ChosenContacts,
  { segmentId, tree }: ContactSource,
): { from: string; values: unknown[] } {
  const { from, values } = tree
    ? matchingContacts({ accountId, audienceId, tree, now: createdUntil })
    : { from: 'FROM contacts WHERE contacts.audience_id = $1', values: [audienceId] as unknown[] };
  const conditions = [`contacts.created_at <= $${values.push(createdUntil)}`];
  if (segmentId !== undefined)
    conditions.push(
      `contacts.id IN (SELECT contact_id FROM segment_contacts WHERE segment_id = $${values.push(segmentId)})`,
    );
  return { from: `${from} AND ${conditions.join(' AND ')}`, values };
}
