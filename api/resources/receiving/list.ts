// GET /emails/receiving: a page, or without `limit` everything, streamed in pages.
import {
  RECEIVED_LIST,
  type ReceivedWalk,
  walkReceived,
} from '../../../shared/resources/messaging/receiving/list.ts';
import { answerPage, answerWhole } from '../../http/placed-lists.ts';
import { streamedList } from '../../http/streams.ts';
import type { OpenPageRequest } from '../../page.ts';
import type { Call } from '../../route.ts';
import { toReceivedItem } from './output.ts';

/** A page of the list, or all of it. */
export async function listReceived(
  call: Pick<Call, 'deps' | 'caller' | 'response' | 'requireStill'>,
  { limit, ...asked }: OpenPageRequest & ReceivedWalk,
) {
  if (limit === undefined) {
    const { accountId } = call.caller;
    return await answerWhole(call, (read) =>
      streamedList(walkReceived(read, accountId, asked), toReceivedItem),
    );
  }
  const { after, before, ...filters } = asked;
  const page = { limit, ...(after && { after }), ...(before && { before }) };
  return await answerPage(call, RECEIVED_LIST, toReceivedItem, page, filters);
}
