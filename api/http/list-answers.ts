// Lists of operations with `uses: 'streaming'`: a page, or everything, streamed in pages. An account streams one list at a
// time; a database slot is used only while a page is read, however slowly the client reads it.
import { type BoundedReader, findPageOf, type Given, type List } from '../../shared/platform/db/list.ts';
import type { PageRequest } from '../../shared/platform/db/page.ts';
import { inDatabaseSlot, takeStreamSlot } from '../middleware/account-slots.ts';
import { type ListBody, toList } from '../page.ts';
import type { Content } from '../reply.ts';
import type { Call } from '../route.ts';

type Listing = Pick<Call, 'deps' | 'caller' | 'response' | 'requireStill'>;

/** The answer to a client that has disconnected. */
const NOTHING = { rows: [], hasMore: false };

/** A page of a list of the account. */
export async function answerPage<Row extends object, Item, Filters extends object, Searched extends object>(
  call: Listing,
  list: List<Row, Filters, Searched>,
  toItem: (row: Row) => Item,
  page: PageRequest,
  ...filters: Given<NoInfer<Filters & Searched>>
): Promise<ListBody<Item>> {
  const { accountId } = call.caller;
  const found = await readerOf(call)((database) => findPageOf(database, list, accountId, page, ...filters));
  return toList(found ?? NOTHING, toItem);
}

/**
 * A whole list, as soon as the account streams no other one.
 * @param toContent makes the answer of what reads the database for this client
 */
export async function answerWhole(
  call: Listing,
  toContent: (read: BoundedReader) => Promise<Content>,
): Promise<Content | ListBody<never>> {
  const hasSlot = await takeStreamSlot(call.response, call.caller.accountId);
  return hasSlot ? await toContent(readerOf(call)) : toList(NOTHING, (row) => row);
}

/** A client may take hours to read a list: its caller is authenticated again before each page. */
function readerOf({ deps, caller: { accountId }, response, requireStill }: Listing): BoundedReader {
  return (read) =>
    inDatabaseSlot(response, accountId, async () => {
      await requireStill();
      return await read(deps.database);
    });
}
