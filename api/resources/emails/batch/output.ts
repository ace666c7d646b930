// How a batch that was accepted is answered: as JSON that is text already, since the same bytes are remembered under its
// idempotency key.
import { describeRefused } from '../../../../shared/resources/emails/accept/decide.ts';
import type { Accepted } from '../../../../shared/resources/emails/accept/submission.ts';
import type { RememberedAnswer } from '../../../../shared/resources/idempotency/keys.ts';

/** The answer to a strict batch. */
export function answerBatch({ ids }: Accepted): RememberedAnswer {
  return { statusCode: 200, body: JSON.stringify({ data: ids.map((id) => ({ id })) }) };
}

/** The answer to a permissive batch, with what was left out. */
export function answerPermissiveBatch({ ids, refused }: Accepted): RememberedAnswer {
  const body = { data: ids.map((id) => ({ id })), errors: describeRefused(refused) };
  return { statusCode: 200, body: JSON.stringify(body) };
}
