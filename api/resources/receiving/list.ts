// GET /emails/receiving: a page, or without `limit` everything, streamed in pages.
import { RECEIVED_LIST, walkReceived } from '../../../shared/resources/messaging/receiving/list.ts';
import { answerPage, answerWhole } from '../../http/list-answers.ts';
import { streamedList } from '../../http/streams.ts';
import { readTimeBounds } from '../../input/read-time.ts';
import type { Call } from '../../route.ts';
import type { ListReceivedQuery } from './input.ts';
import { toReceivedItem } from './output.ts';

/** A page of the list, or all of it. */
export async function listReceived(
  call: Pick<Call, 'deps' | 'caller' | 'response' | 'requireStill'>,
  { limit, after, before, thread_id: threadId, since, until, ...same }: ListReceivedQuery,
) {
  const filters = { ...same, threadId, ...readTimeBounds({ since, until }, call.deps.clock.now()) };
  if (limit === undefined) {
    const { accountId } = call.caller;
    return await answerWhole(call, (read) =>
      streamedList(walkReceived(read, accountId, { ...filters, after, before }), toReceivedItem),
    );
  }
  const page = { limit, ...(after && { after }), ...(before && { before }) };
  return await answerPage(call, RECEIVED_LIST, toReceivedItem, page, filters);
}
