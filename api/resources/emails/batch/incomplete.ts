// The response to a batch that ran out of time (docs/reference/batches.md#a-batch-that-runs-out-of-time). A batch is
// one transaction, so none of it was sent. Under an idempotency key the response is stored, so a repeated request sends
// nothing either.

import { DomainError } from '../../../../shared/contract/domain-error.ts';
import { finishKeys, type Reservation } from '../../../../shared/resources/foundation/idempotency/keys.ts';
import type { ApiDeps } from '../../../deps.ts';
import { RETRY_AFTER_SECONDS } from '../../../idempotency.ts';
import { toErrorBody } from '../../../middleware/errors.ts';

const NOTHING_SENT = { sent: [], sent_count: 0 };

/** @returns the refusal `batch_incomplete`, stored under the idempotency key of the request if it has one */
export async function refuseIncomplete(
  { database, config }: Pick<ApiDeps, 'database' | 'config'>,
  reservation: Reservation | undefined,
): Promise<DomainError> {
  if (!reservation) {
    return new DomainError(
      'batch_incomplete',
      'The batch could not be stored in time. Nothing was sent. You can send it again.',
      { statusCode: 422, details: NOTHING_SENT },
    );
  }
  const refusal = new DomainError(
    'batch_incomplete',
    'The batch could not be stored in time. Nothing was sent. Send it again with a new idempotency key.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS, details: NOTHING_SENT },
  );
  const body = toErrorBody(refusal, config.publicUrl);
  await finishKeys(database, [{ ...reservation, statusCode: body.statusCode, body: JSON.stringify(body) }]);
  return refusal;
}
