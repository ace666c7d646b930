// The phase of an erasure that changes webhook messages, endpoint by endpoint.
import { NIL_UUID, uuidV7LowerBound } from '../../../../platform/time/ids.ts';
import { takeRows } from '../../erasing/found-rows.ts';
import { joinIds, type PhaseContext, type Progress } from '../../erasing/phase.ts';
import { eraseMessages } from './erase.ts';
import { findMentioningMessages, findNextEndpoint } from './find.ts';

/**
 * Erases messages of one endpoint, or moves to the next one. The position is an endpoint and its last message, or, once
 * the endpoint is done or is another account's, the endpoint alone.
 */
export async function eraseAllMessages(context: PhaseContext): Promise<Progress> {
  const { client, erasure } = context;
  const [webhookId = NIL_UUID, after] = erasure.position;
  if (after !== undefined) return await eraseOfEndpoint(context, webhookId, after);
  const next = await findNextEndpoint(client, erasure.accountId, webhookId);
  if (!next) return { isOver: true };
  return { position: next.isOwn ? [next.webhookId, NIL_UUID] : [next.webhookId] };
}

async function eraseOfEndpoint(
  { client, erasure, eraser }: PhaseContext,
  webhookId: string,
  after: string,
): Promise<Progress> {
  const { accountId, messagesUntil, createdAt, unfinishedMessages } = erasure;
  const before = uuidV7LowerBound(messagesUntil ?? createdAt);
  const page = await findMentioningMessages(client, eraser, { accountId, webhookId, after, before });
  const { ids, last = after, isEnd } = takeRows(page);
  const held = await eraseMessages(client, { accountId, ids }, eraser);
  return {
    position: isEnd ? [webhookId] : [webhookId, last],
    unfinishedMessages: joinIds(unfinishedMessages, held),
  };
}
