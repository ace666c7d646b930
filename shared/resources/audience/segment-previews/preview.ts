// Shows the contacts that a filter would find: POST /segments/preview. Most filters find ten contacts among the newest
// ones of the audience, as a page does, so the rest must only be counted. For the others one statement counts and finds
// the newest, instead of reading the whole audience a second time.
import { notFound } from '../../../contract/domain-error.ts';
import type { Database, Queryable } from '../../../platform/db/connect.ts';
import { findPage } from '../../../platform/db/page.ts';
import { requireDefaultAudience } from '../audiences/find.ts';
import { resolveAudience } from '../audiences/resolve.ts';
import { CONTACT_COLUMNS, type Contact } from '../contact-fields/contact.ts';
import { listedContacts } from '../contacts/list.ts';
import type { RuleTree } from '../rules/rule.ts';
import { countMatching, type Matching, matchingContacts } from '../segments/counts/count.ts';
import { unlessTimeOut, withinTime } from '../segments/counts/within-time.ts';
import { checkFilter } from '../segments/filters/check.ts';
import { expandFilter } from '../segments/filters/reader.ts';

const PREVIEW_MS = 20_000;
const PREVIEW_CONTACTS = 10;
/** A count alone may be left out. */
const COUNT_MS = 5_000;
/** The newest contacts of the audience, which are searched first: about 20 ms when none of them meets the filter. */
const NEWEST = 10_000;

/** A filter that is not stored. */
export interface PreviewedFilter {
  accountId: string;
  /** Undefined: the default audience. */
  audienceId: string | undefined;
  filter: RuleTree;
  now: Date;
}

/** The contacts that a filter finds. */
export interface SegmentPreview {
  count: number;
  /** The newest of them. */
  contacts: Contact[];
}

/**
 * Counts the contacts that meet a filter, and reads the newest of them.
 * @throws DomainError `not_found` for the audience or what the filter names; `validation_error` for the filter;
 *   `contacts_timeout`
 * @param timeoutMs only tests give another one
 */
export async function previewSegment(
  database: Database,
  previewed: PreviewedFilter,
  timeoutMs = PREVIEW_MS,
): Promise<SegmentPreview> {
  const matching = await readMatching(database, previewed);
  return await withinTime(database, timeoutMs, async (client) => {
    const { accountId, audienceId, tree, now } = matching;
    const page = { limit: PREVIEW_CONTACTS };
    const filters = { accountId, audienceId, segmentIds: [], trees: [tree], newest: NEWEST, now };
    const { rows: contacts } = await findPage<Contact>(client, listedContacts(filters, page), page);
    if (contacts.length < PREVIEW_CONTACTS) return await countAndFind(client, matching);
    return { count: await countMatching(client, matching), contacts };
  });
}

/**
 * Counts the contacts that meet a filter.
 * @returns null: that takes too long
 * @throws DomainError as `previewSegment`
 */
export async function countFilter(
  database: Database,
  previewed: PreviewedFilter,
  timeoutMs = COUNT_MS,
): Promise<number | null> {
  const matching = await readMatching(database, previewed);
  const counting = withinTime(database, timeoutMs, (client) => countMatching(client, matching));
  return (await unlessTimeOut(counting)) ?? null;
}

/**
 * Finds the audience of filters that will be checked.
 * @returns its id, and the check of a filter in it, which throws as `previewSegment`
 * @throws DomainError `not_found`
 */
export async function checkPreviewed(
  database: Database,
  accountId: string,
  givenId: string | undefined,
): Promise<{ audienceId: string; check: (filter: RuleTree) => Promise<unknown> }> {
  const audienceId = await requireAudienceId(database, accountId, givenId);
  return { audienceId, check: (filter) => checkFilter(database, { accountId, audienceId, filter }) };
}

async function readMatching(
  database: Database,
  { accountId, audienceId: given, filter, now }: PreviewedFilter,
): Promise<Matching> {
  const audienceId = await requireAudienceId(database, accountId, given);
  const tree = await checkFilter(database, { accountId, audienceId, filter });
  return { accountId, audienceId, now, tree: await expandFilter(database, accountId, tree) };
}

async function requireAudienceId(
  database: Database,
  accountId: string,
  id: string | undefined,
): Promise<string> {
  if (id === undefined) return (await requireDefaultAudience(database, accountId)).id;
  const { audienceId, segmentId } = await resolveAudience(database, accountId, id);
  if (segmentId !== undefined) throw notFound('Audience');
  return audienceId;
}

async function countAndFind(database: Queryable, matching: Matching): Promise<SegmentPreview> {
  const { from, values } = matchingContacts(matching);
  const { rows } = await database.query<Contact & { count: number }>(
    `SELECT ${CONTACT_COLUMNS}, newest.count
     FROM (SELECT contacts.id, count(*) OVER ()::integer AS count ${from}
           ORDER BY contacts.id DESC LIMIT ${PREVIEW_CONTACTS}) AS newest
     JOIN contacts ON contacts.id = newest.id ORDER BY contacts.id DESC`,
    values,
  );
  return { count: rows[0]?.count ?? 0, contacts: rows };
}
