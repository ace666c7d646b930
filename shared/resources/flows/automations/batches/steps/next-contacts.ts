// Who is enrolled: the contacts of an enrolment or a schedule, how many they are, and the next ones in the order of
// their ids. They are those of the audience that existed when the batch was asked for or due; whether a contact is in
// the segment is seen when its turn comes.
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import { conditionOf } from '../../../../audience/rules/condition.ts';
import { rulesOf } from '../../../../audience/rules/rule.ts';
import { matchingContacts } from '../../../../audience/segments/counts/count.ts';
import { contactColumns } from '../../../../audience/segments/filters/contact-columns.ts';
import type { ContactTree } from '../../../../audience/segments/filters/contact-field.ts';
import { lookUpEach } from '../../../../audience/segments/filters/look-ups.ts';
import { findSegmentRules } from '../../../../audience/segments/filters/reader.ts';
import { findSegments } from '../../../../audience/segments/find.ts';
import { isDynamic } from '../../../../audience/segments/segment.ts';
import type { EnrollSelection } from '../batch.ts';

/** Contacts of a step, which are locked for some tens of milliseconds. */
const STEP_CONTACTS = 1_000;
/** Contacts that a step looks at to find them, and those times the rules of a filter: each takes up to 5 µs. */
const STEP_LOOKED_AT = 20_000;
const STEP_RULES = 100_000;

/** Which contacts a batch is about. */
export interface BatchContacts {
  accountId: string;
  audienceId: string;
  selection: EnrollSelection;
  /** Only contacts that existed then. */
  createdUntil: Date;
}

/** The contacts of a step. */
export interface NextContacts {
  ids: string[];
  /** After which contact the next step goes on; undefined: no more are left. */
  last: string | undefined;
}

/** Whom a batch is about: one contact, or those of an audience or a static segment, or of them who meet a filter. */
type Source = { contactId: string } | { segmentId: string | undefined; tree: ContactTree | undefined };

/** Reads the next contacts after the one of this id. */
export async function findNextContacts(
  client: Transaction,
  contacts: BatchContacts,
  after: string,
): Promise<NextContacts> {
  const source = await findSource(client, contacts);
  if (!source) return { ids: [], last: undefined };
  if ('contactId' in source) return { ids: [source.contactId], last: undefined };
  const lookedAt = Math.min(STEP_LOOKED_AT, Math.ceil(STEP_RULES / Math.max(countRules(source.tree), 1)));
  return await findMatching(client, contacts, source, { after, lookedAt });
}

/** Counts the contacts. */
export async function countBatchContacts(client: Transaction, contacts: BatchContacts): Promise<number> {
  const { accountId, audienceId, createdUntil } = contacts;
  const source = await findSource(client, contacts);
  if (!source) return 0;
  if ('contactId' in source) return 1;
  const { segmentId, tree } = source;
  const { from, values } = tree
    ? matchingContacts({ accountId, audienceId, tree })
    : { from: `FROM contacts WHERE contacts.audience_id = $1`, values: [audienceId] };
  const conditions = [`contacts.created_at <= $${values.push(createdUntil)}`];
  if (segmentId !== undefined)
    conditions.push(
      `contacts.id IN (SELECT contact_id FROM segment_contacts WHERE segment_id = $${values.push(segmentId)})`,
    );
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count ${from} AND ${conditions.join(' AND ')}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** @returns undefined: the segment was deleted, or belongs to another audience */
async function findSource(
  client: Transaction,
  { accountId, audienceId, selection }: BatchContacts,
): Promise<Source | undefined> {
  if ('contactId' in selection) return { contactId: selection.contactId };
  if ('all' in selection) return { segmentId: undefined, tree: undefined };
  const [segment] = await findSegments(client, accountId, [selection.segmentId]);
  if (segment?.audienceId !== audienceId) return undefined;
  if (!isDynamic(segment)) return { segmentId: segment.id, tree: undefined };
  return { segmentId: undefined, tree: await findSegmentRules(client, segment) };
}

const countRules = (tree: ContactTree | undefined) => (tree ? rulesOf(tree).length : 0);

/** Where a step looks. */
interface Looking {
  after: string;
  lookedAt: number;
}

type Many = Exclude<Source, { contactId: string }>;

/**
 * What is looked at is read in the order of one index, and no further than until enough is found.
 * @param columns of `contacts`
 */
function lookedAtRows({ segmentId }: Many, columns: string): string {
  return segmentId === undefined
    ? `SELECT ${columns} FROM contacts WHERE audience_id = ANY($1::uuid[]) AND id > $2 ORDER BY audience_id, id`
    : `SELECT ${columns} FROM (SELECT segment_id, contact_id AS id FROM segment_contacts) AS members
       JOIN contacts USING (id) WHERE segment_id = ANY($1::uuid[]) AND id > $2 ORDER BY segment_id, id`;
}

/**
 * One statement, so one snapshot: a contact that is deleted or stored at the same time is no reason to pass over others, or to go
 * back. The rows are looked at one by one, while they are needed: the last of them is asked for if too few have matched.
 */
async function findMatching(
  client: Transaction,
  { accountId, audienceId, createdUntil }: BatchContacts,
  source: Many,
  { after, lookedAt }: Looking,
): Promise<NextContacts> {
  const { segmentId, tree } = source;
  const values: unknown[] = [[segmentId ?? audienceId], after, lookedAt, audienceId, createdUntil];
  const statement = { accountId, parameter: (value: unknown) => `$${values.push(value)}` };
  const conditions = ['contacts.audience_id = $4', 'contacts.created_at <= $5'];
  if (tree) conditions.push(`(${conditionOf(tree, contactColumns(statement, lookUpEach(statement)))})`);
  const text = `
    WITH page AS MATERIALIZED (
      SELECT id, ${conditions.join(' AND ')} AS is_met FROM (${lookedAtRows(source, 'contacts.*')} LIMIT $3) AS contacts
    ), met AS MATERIALIZED (
      SELECT id FROM page WHERE is_met LIMIT ${STEP_CONTACTS}
    )
    SELECT ARRAY(SELECT id FROM met) AS ids,
           CASE WHEN (SELECT count(*) FROM met) < ${STEP_CONTACTS}
             THEN (SELECT id FROM page ORDER BY id OFFSET $3 - 1 LIMIT 1) END AS last`;
  const name = segmentId === undefined ? 'find-next-contacts' : 'find-next-members';
  const { rows } = await client.query<{ ids: string[]; last: string | null }>(
    tree ? { text, values } : { name, text, values },
  );
  const { ids = [], last = null } = rows[0] ?? {};
  ids.sort();
  return { ids, last: (ids.length === STEP_CONTACTS ? ids.at(-1) : last) ?? undefined };
}
