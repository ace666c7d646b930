// Responses of POST /emails/batch, as JSON text: the same bytes are stored under the idempotency key.
import { describeRefused } from '../../../../shared/contract/refused-items.ts';
import type { StoredAnswer } from '../../../../shared/resources/foundation/idempotency/keys.ts';
import type { Accepted } from '../../../../shared/resources/messaging/emails/accept/submission.ts';

/** The response to a strict batch. */
export function answerBatch({ ids }: Accepted): StoredAnswer {
  return { statusCode: 200, body: JSON.stringify({ data: ids.map((id) => ({ id })) }) };
}

/** The response to a permissive batch, with the refused items. */
export function answerPermissiveBatch({ ids, refused }: Accepted): StoredAnswer {
  const body = { data: ids.map((id) => ({ id })), errors: describeRefused(refused) };
  return { statusCode: 200, body: JSON.stringify(body) };
}
