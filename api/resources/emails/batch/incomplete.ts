// The answer to a batch whose time ran out (interface.md, Errors; decisions.md §2, batch_incomplete). A batch is one
// transaction, so nothing of it was sent. With a key the answer is remembered: its repetition sends nothing either.

import { DomainError } from '../../../../shared/contract/domain-error.ts';
import type { Queryable } from '../../../../shared/platform/db/connect.ts';
import { finishKeys, type Reservation } from '../../../../shared/resources/idempotency/keys.ts';
import { RETRY_AFTER_SECONDS } from '../../../idempotency.ts';
import { toErrorBody } from '../../../middleware/errors.ts';

const NOTHING_SENT = { sent: [], sent_count: 0 };

/** The refusal, remembered under the request's key if it has one. */
export async function refuseIncomplete(
  database: Queryable,
  reservation: Reservation | undefined,
): Promise<DomainError> {
  if (!reservation) {
    return new DomainError(
      'batch_incomplete',
      'The batch could not be stored in time. Nothing was sent; it may be sent again.',
      { statusCode: 422, details: NOTHING_SENT },
    );
  }
  const refusal = new DomainError(
    'batch_incomplete',
    'The batch could not be stored in time. Nothing was sent; send it again under a new idempotency key.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS, details: NOTHING_SENT },
  );
  const body = toErrorBody(refusal);
  await finishKeys(database, [{ ...reservation, statusCode: body.statusCode, body: JSON.stringify(body) }]);
  return refusal;
}
