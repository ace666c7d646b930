// GET /emails/receiving: a page, or without `limit` everything, streamed in pages. An account streams one list at a time;
// a place for the database is held only while a page is read, however slowly the client takes it.
import { findPageOf } from '../../../shared/platform/db/list.ts';
import {
  RECEIVED_LIST,
  type ReceivedFilters,
  type ReceivedReader,
  walkReceived,
} from '../../../shared/resources/messaging/receiving/list.ts';
import { streamedList } from '../../http/streams.ts';
import { inDatabasePlace, takeStreamPlace } from '../../middleware/account-places.ts';
import { toList } from '../../page.ts';
import type { Call } from '../../route.ts';
import { toReceivedItem } from './output.ts';

type Listing = Pick<Call, 'deps' | 'caller' | 'response'>;

interface Asked extends ReceivedFilters {
  after?: string;
  before?: string;
}

/** What a client that has gone is answered. */
const NOTHING = { rows: [], hasMore: false };

/** A page of the list. */
export async function listPageOfReceived(call: Listing, { limit, ...asked }: Asked & { limit: number }) {
  const { after, before, ...filters } = asked;
  const page = { limit, ...(after && { after }), ...(before && { before }) };
  const { accountId } = call.caller;
  const found = await readerOf(call)((database) =>
    findPageOf(database, RECEIVED_LIST, accountId, page, filters),
  );
  return toList(found ?? NOTHING, toReceivedItem);
}

/** The whole list, as soon as the account streams no other one. */
export async function listAllReceived(call: Listing, asked: Asked) {
  const { accountId } = call.caller;
  if (!(await takeStreamPlace(call.response, accountId))) return toList(NOTHING, toReceivedItem);
  return await streamedList(walkReceived(readerOf(call), accountId, asked), toReceivedItem);
}

function readerOf({ deps, caller: { accountId }, response }: Listing): ReceivedReader {
  return (read) => inDatabasePlace(response, accountId, () => read(deps.database));
}
