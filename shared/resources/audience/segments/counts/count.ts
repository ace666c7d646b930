// Counts the contacts of a segment: the members of a static one, or the contacts of the audience that meet a filter.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { conditionOf } from '../../rules/condition.ts';
import { rulesOf } from '../../rules/rule.ts';
import { contactColumns } from '../filters/contact-columns.ts';
import type { ContactTree } from '../filters/contact-field.ts';
import { JoinedLookUps } from '../filters/look-ups.ts';
import { findSegmentRules } from '../filters/reader.ts';
import { isDynamic, type Segment } from '../segment.ts';

/** Contacts of an audience that meet a filter. */
export interface Matching {
  accountId: string;
  audienceId: string;
  tree: ContactTree;
  /** The time at which they meet it. */
  now: Date;
  /** Only contacts after the first id, up to the second one; no second one: to the end. */
  range?: { after: string; until: string | undefined };
}

/** Counts the contacts of a segment. */
export async function countSegment(database: Queryable, segment: Segment, now: Date): Promise<number> {
  if (!isDynamic(segment)) return await countMembers(database, segment.id);
  const { accountId, audienceId } = segment;
  const tree = await findSegmentRules(database, segment);
  return await countMatching(database, { accountId, audienceId, tree, now });
}

/** Counts the members of a static segment. */
export async function countMembers(database: Queryable, segmentId: string): Promise<number> {
  const text = 'SELECT count(*)::integer AS count FROM segment_contacts WHERE segment_id = $1';
  const { rows } = await database.query<{ count: number }>(text, [segmentId]);
  return rows[0]?.count ?? 0;
}

/** Counts the contacts that meet a filter. */
export async function countMatching(database: Queryable, matching: Matching): Promise<number> {
  const { from, values } = matchingContacts(matching);
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count ${from}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** `FROM contacts … WHERE …` of the contacts that meet a filter, for a statement that reads a whole audience. */
export function matchingContacts({ accountId, audienceId, tree, now, range }: Matching): {
  from: string;
  values: unknown[];
} {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const statement = { accountId, parameter, now };
  const lookUps = new JoinedLookUps(statement, rulesOf(tree));
  const conditions = [`contacts.audience_id = ${parameter(audienceId)}`];
  if (range) conditions.push(`contacts.id > ${parameter(range.after)}`);
  if (range?.until !== undefined) conditions.push(`contacts.id <= ${parameter(range.until)}`);
  conditions.push(conditionOf(tree, contactColumns(statement, lookUps)));
  return { from: `FROM contacts ${lookUps.joins} WHERE ${conditions.join(' AND ')}`, values };
}
