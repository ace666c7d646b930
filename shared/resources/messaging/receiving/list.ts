// The list of the received emails of an account, newest first, with filters (docs/reference/receiving.md#get-emailsreceiving):
// page by page, or all of them in pages that the caller takes one by one. A message is in the list when it is parsed.
import { addressKey, parseMailboxOfQuery } from '../../../mail/addresses.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { type List, type PlacedReader, walkList } from '../../../platform/db/list.ts';
import { patternOf, SEARCH_WINDOW } from '../../../platform/db/page.ts';
import { NIL_UUID } from '../../../platform/time/ids.ts';
import { RECEIVED_COLUMNS, type ReceivedSummary } from './find.ts';

interface IndexedFilters {
  /** An address for which the message came. */
  to?: string;
  /** Address of the sender. */
  from?: string;
}

/** Filters of the list. */
export interface ReceivedFilters extends IndexedFilters {
  /** Text in the subject, the sender or an address of To. */
  q?: string;
}

/** Filters of a part of the list. */
interface PartFilters extends ReceivedFilters {
  /** Its last id. */
  upTo?: string | undefined;
  /** The id before which it ends. */
  before?: string | undefined;
}

const LISTED = {
  columns: RECEIVED_COLUMNS,
  from: 'received_emails',
  within: 'account_id',
  where: 'parsed_at IS NOT NULL',
};

const INDEXED: NonNullable<List<ReceivedSummary, IndexedFilters>['filters']> = {
  to: (to, parameter) => `received_keys @> ARRAY[${parameter(keyOf(to))}]`,
  from: (from, parameter) => `sender_key = ${parameter(keyOf(from))}`,
};

/** A key that is no address finds nothing, which is correct. */
function keyOf(text: string): string {
  return addressKey(parseMailboxOfQuery(text)?.address ?? text);
}

const searchFor: NonNullable<List<ReceivedSummary, object, { q?: string }>['searched']>['q'] = (
  text,
  parameter,
) => {
  const pattern = parameter(patternOf(text));
  return `subject ILIKE ${pattern} OR from_address ILIKE ${pattern}
          OR array_to_string(to_addresses, E'\\n') ILIKE ${pattern}`;
};

export const RECEIVED_LIST: List<ReceivedSummary, IndexedFilters, Pick<ReceivedFilters, 'q'>> = {
  ...LISTED,
  filters: INDEXED,
  searched: { q: searchFor },
};

/** The same without the window of a search: a part of the list is searched as a whole. */
const PARTS_OF_LIST: List<ReceivedSummary, PartFilters> = {
  ...LISTED,
  filters: {
    ...INDEXED,
    q: (text, parameter, owner) => `(${searchFor(text, parameter, owner)})`,
    upTo: (id, parameter) => `id >= ${parameter(id)}`,
    before: (id, parameter) => `id > ${parameter(id)}`,
  },
};

/** What is walked through. */
export interface ReceivedWalk extends ReceivedFilters {
  /** Only emails that are older than this id. */
  after?: string | undefined;
  /** Only emails that are newer than this id. */
  before?: string | undefined;
}

/** Rows of a page: as in the pages that clients ask for. */
const PAGE_ROWS = 100;

/**
 * Reads all emails in pages, newest first. Each email that exists throughout is in one of them, once. No statement looks
 * at more than SEARCH_WINDOW rows for a text, and none is open while the caller works on a page.
 */
export async function* walkReceived(
  read: PlacedReader,
  accountId: string,
  { after, ...filters }: ReceivedWalk,
): AsyncGenerator<ReceivedSummary[]> {
  let cursor = after;
  for (;;) {
    const part = { ...filters, after: cursor };
    // Known before the part is read, so that no deletion moves it.
    const upTo =
      filters.q === undefined ? undefined : await read((database) => findEnd(database, accountId, part));
    const from = { limit: PAGE_ROWS, after: cursor };
    yield* walkList(read, PARTS_OF_LIST, accountId, from, { ...filters, upTo });
    if (upTo === undefined) return;
    cursor = upTo;
  }
}

const MAX_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The last id of the part that begins at the cursor; undefined: it has all that is left. */
async function findEnd(
  database: Queryable,
  accountId: string,
  { after = MAX_UUID, before = NIL_UUID }: ReceivedWalk,
): Promise<string | undefined> {
  const { rows } = await database.query<{ id: string }>({
    name: 'find-end-of-received-part',
    text: `SELECT id FROM received_emails
           WHERE account_id = ANY($1::uuid[]) AND parsed_at IS NOT NULL AND id < $2 AND id > $3
           ORDER BY account_id DESC, id DESC OFFSET ${SEARCH_WINDOW - 1} LIMIT 1`,
    values: [[accountId], after, before],
  });
  return rows[0]?.id;
}
