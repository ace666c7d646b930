// The list of the received emails of an account, newest first, with filters (docs/reference/receiving.md#get-emailsreceiving):
// page by page, or all of them in pages that the caller takes one by one. A message is in the list when it is parsed.
import { addressKey, parseMailboxOfQuery } from '../../../mail/addresses.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import {
  type BoundedReader,
  BY_TIME,
  equals,
  type List,
  type TimeFilters,
  walkList,
} from '../../../platform/db/list.ts';
import { patternOf, SEARCH_WINDOW } from '../../../platform/db/page.ts';
import { boundOfLaterIds, NIL_UUID, uuidV7LowerBound } from '../../../platform/time/ids.ts';
import { RECEIVED_COLUMNS, type ReceivedSummary } from './find.ts';
import { readMailboxes } from './replies/mailboxes.ts';

interface IndexedFilters extends TimeFilters {
  /** An address that received the message. */
  to?: string;
  /** Address of the sender. */
  from?: string;
}

interface SearchedFilters {
  /** Text in the subject, the sender or an address of To. */
  q?: string;
  threadId?: string | undefined;
}

/** Filters of the list. */
export type ReceivedFilters = IndexedFilters & SearchedFilters;

/** Filters of a part of the list. */
interface PartFilters extends IndexedFilters, SearchedFilters {
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
  ...BY_TIME,
  // An older recipient may be stored in its original spelling.
  to: (to, parameter) => `received_keys && ${parameter([keyOf(to), addressKey(to.trim())])}::text[]`,
  from: (from, parameter) => `sender_key = ${parameter(keyOf(from))}`,
};

/** A key that is not an address finds nothing, which is correct. A `from` of before may lack the quotes of its name. */
function keyOf(text: string): string {
  const mailbox = parseMailboxOfQuery(text) ?? readMailboxes([text])[0]?.mailbox;
  return addressKey(mailbox?.address ?? text);
}

const SEARCHED: NonNullable<List<ReceivedSummary, object, SearchedFilters>['searched']> = {
  q: (text, parameter) => {
    const pattern = parameter(patternOf(text));
    return `(subject ILIKE ${pattern} OR from_address ILIKE ${pattern}
             OR array_to_string(to_addresses, E'\\n') ILIKE ${pattern})`;
  },
  threadId: equals('thread_id'),
};

/** A conversation has the id of its first email, so all others are newer. */
export const RECEIVED_LIST: List<
  ReceivedSummary,
  IndexedFilters & Pick<SearchedFilters, 'threadId'>,
  SearchedFilters
> = {
  ...LISTED,
  filters: { ...INDEXED, threadId: (id, parameter) => `id >= ${parameter(boundOfLaterIds(id))}` },
  searched: SEARCHED,
};

/** The same without the window of a search: a part of the list is searched as a whole. */
const PARTS_OF_LIST: List<ReceivedSummary, PartFilters> = {
  ...LISTED,
  filters: {
    ...INDEXED,
    ...SEARCHED,
    upTo: (id, parameter) => `id >= ${parameter(id)}`,
    before: (id, parameter) => `id > ${parameter(id)}`,
  },
};

/** The emails of the walk. */
export interface ReceivedWalk extends IndexedFilters, SearchedFilters {
  /** Only emails that are older than this id. */
  after?: string | undefined;
  /** Only emails that are newer than this id. */
  before?: string | undefined;
}

/** Rows of a page: as in the pages that clients ask for. */
const PAGE_ROWS = 100;

/**
 * Reads all emails in pages, newest first. Each email that exists throughout is in one of them, once. No statement
 * reads more than SEARCH_WINDOW rows for a filter without an index, and none is open while the caller works on a page.
 */
export async function* walkReceived(
  read: BoundedReader,
  accountId: string,
  { since, until, ...walk }: ReceivedWalk,
): AsyncGenerator<ReceivedSummary[]> {
  const { threadId, q } = walk;
  // As bounds of the walk, so that nothing is searched beyond them.
  const begin = until && uuidV7LowerBound(until);
  const ends = [since && uuidV7LowerBound(since), threadId && boundOfLaterIds(threadId)];
  const filters = { ...walk, before: sortedIds(walk.before, ...ends).at(-1) };
  let [cursor] = sortedIds(walk.after, begin);
  for (;;) {
    const part = { ...filters, after: cursor };
    // Known before the part is read, so that no deletion moves it.
    const upTo =
      q === undefined && threadId === undefined
        ? undefined
        : await read((database) => findEnd(database, accountId, part));
    const from = { limit: PAGE_ROWS, after: cursor };
    yield* walkList(read, PARTS_OF_LIST, accountId, from, { ...filters, upTo });
    if (upTo === undefined) return;
    cursor = upTo;
  }
}

function sortedIds(...ids: (string | undefined)[]): string[] {
  return ids.flatMap((id) => id?.toLowerCase() ?? []).sort();
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
