// Lists what has happened to an address of an account, newest first (docs/architecture/timelines.md). The ids of all
// entries are UUIDs v7, so one order holds for all kinds: each kind reads as many ids as the page has from the cursor on,
// by an index that begins with the address or its contact, and the page is made of the newest of these.
import type { Queryable } from '../../../platform/db/connect.ts';
import {
  directionOf,
  findPage,
  type ListedRows,
  type Page,
  type PageRequest,
} from '../../../platform/db/page.ts';
import { storedForms } from '../../foundation/erasing/addresses.ts';
import { DETAILS } from './details/details.ts';
import type { EntryKind, TimelineEntry } from './entry.ts';
import type { KnownAddress } from './find-person.ts';

/**
 * The most contacts of an address whose events, runs and campaigns are shown: existing ones first, then the latest
 * deleted ones.
 */
const CONTACTS_MAX = 100;

interface FoundEntry {
  id: string;
  kind: EntryKind;
}

/** An address, and the contacts whose events, runs and campaigns are its own. */
export interface TimelineOwner extends KnownAddress {
  contactIds: readonly string[];
}

/** Lists a page of a timeline. */
export async function listTimeline(
  database: Queryable,
  address: KnownAddress,
  page: PageRequest,
): Promise<Page<TimelineEntry>> {
  const contactIds = await findContacts(database, address);
  const found = await findPage<FoundEntry>(database, timelineRows({ ...address, contactIds }, page), page);
  const entryOf = new Map<string, TimelineEntry>();
  for (const [kind, read] of Object.entries(DETAILS)) {
    const ids = found.rows.filter((row) => row.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const entry of await read(database, { ...address, contactIds, ids })) entryOf.set(entry.id, entry);
  }
  // Entries that were removed between the two reads are left out.
  return { ...found, rows: found.rows.flatMap(({ id }) => entryOf.get(id) ?? []) };
}

async function findContacts(database: Queryable, { accountId, emailKey }: KnownAddress): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'find-contacts-of-timeline',
    text: `(SELECT id FROM contacts WHERE account_id = $1 AND email_key = $2 ORDER BY id DESC)
           UNION ALL
           (SELECT contact_id FROM contact_former_ids WHERE account_id = $1 AND email_key = $2
            ORDER BY deleted_at DESC LIMIT ${CONTACTS_MAX})
           LIMIT ${CONTACTS_MAX}`,
    values: [accountId, emailKey],
  });
  return rows.map(({ id }) => id);
}

/**
 * The rows of a page. Each form of the address and each contact has a statement of its own with a value of its own: in a
 * join Postgres would expect few rows for any of them, and would read and sort all. Tests run EXPLAIN on it too.
 */
export function timelineRows(owner: TimelineOwner, page: PageRequest): ListedRows {
  const { accountId, emailKey, contactIds } = owner;
  const { cursor, comparison, order } = directionOf(page);
  const values: unknown[] = [[accountId], emailKey, page.limit + 1];
  const parameter = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
  const beyond = cursor === undefined ? undefined : `${comparison} ${parameter(cursor, 'uuid')}`;
  /** @param within the first column of the index that has the order (ListedRows.orderedWithin) */
  const next = (kind: EntryKind, { id = 'id', table, where, within }: EntriesOf) => `
    (SELECT ${id} AS id, '${kind}' AS kind FROM ${table} WHERE ${where} ${beyond ? `AND ${id} ${beyond}` : ''}
     ORDER BY ${within ? `${within} ${order}, ` : ''}${id} ${order} LIMIT $3)`;
  const parts = [
    ...storedForms(emailKey).map((form) => next('email', emailsTo(parameter(form, 'text')))),
    ...contactIds.flatMap((id) => entriesOfContact(parameter([id], 'uuid[]'), next)),
    next('campaign', unmailedBy(parameter(contactIds, 'uuid[]'))),
    next('import', IMPORTS),
    next('record', RECORDS),
  ];
  return { select: `SELECT id, kind FROM (${parts.join(' UNION ALL ')}) AS entries`, where: 'true', values };
}

/** The SQL of the entries of a kind; `$1` is an array with the account, `$2` the address in key form. */
interface EntriesOf {
  id?: string;
  table: string;
  where: string;
  within?: string;
}

const emailsTo = (form: string): EntriesOf => ({
  id: 'email_id',
  table: 'email_recipients',
  within: 'account_id',
  where: `account_id = ANY($1::uuid[]) AND lower(address) = ${form}`,
});

/** Two indexes have the runs of a contact; those in progress are a thousand at most, and their index has no order. */
function entriesOfContact(id: string, next: (kind: EntryKind, entries: EntriesOf) => string): string[] {
  const where = `contact_id = ANY(${id}) AND account_id = ANY($1::uuid[])`;
  const running = `(SELECT id FROM automation_runs WHERE ${where} AND status = 'running' OFFSET 0) AS running`;
  return [
    next('event', { table: 'received_events', where, within: 'contact_id' }),
    next('run', {
      table: 'automation_runs',
      where: `${where} AND status <> 'running'`,
      within: 'contact_id',
    }),
    next('run', { table: running, where: 'true' }),
  ];
}

/** All of a person, because few campaigns leave one out; OFFSET excludes other indexes, which begin with the dispatch. */
const unmailedBy = (contactIds: string): EntriesOf => ({
  table: `(SELECT dispatch_id AS id FROM campaign_recipients
           WHERE contact_id = ANY(${contactIds}) AND account_id = ANY($1::uuid[])
             AND email_id IS NULL AND state IN ('left_out', 'canceled') OFFSET 0) AS unmailed`,
  where: 'true',
});

const IMPORTS: EntriesOf = {
  id: 'import_id',
  table: 'contacts',
  where: 'account_id = ANY($1::uuid[]) AND email_key = $2 AND import_id IS NOT NULL',
};

const RECORDS: EntriesOf = {
  table: 'timeline_records',
  within: 'account_id',
  where: 'account_id = ANY($1::uuid[]) AND email_key = $2',
};
