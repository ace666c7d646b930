// Input of POST /emails/batch: an array of emails, each like the body of POST /emails without attachments and schedule
// (docs/reference/batches.md#post-emailsbatch). All items are validated before any email is sent.
import type { Request } from 'express';
import Joi from 'joi';
import { DomainError } from '../../../../shared/contract/domain-error.ts';
import { BATCH_MAX_EMAILS } from '../../../../shared/contract/limits.ts';
import { AllRefusedError } from '../../../../shared/resources/messaging/emails/accept/decide.ts';
import { type BatchItems, type BatchMode, batchModeOf, readBatchItems } from '../../../batch-items.ts';
import { idempotencyHeader, VALIDATION_HEADER } from '../../../idempotency.ts';
import { batchItemInput, type SendEmailInput } from '../input.ts';

/** A batch of emails. */
export interface BatchInput extends BatchItems<SendEmailInput> {
  mode: BatchMode;
}

/** The body as a whole. Items are validated one by one, because a permissive batch skips the invalid ones. */
export const batchInput = Joi.array().items(batchItemInput).min(1).max(BATCH_MAX_EMAILS);

/** Headers of the request. */
export const batchHeaders = idempotencyHeader('send').keys({
  [VALIDATION_HEADER]: Joi.string()
    .valid('strict', 'permissive')
    .description(
      '`strict`: one invalid email rejects the whole batch. `permissive`: invalid emails are left out and listed in `errors`',
    ),
});

/**
 * Reads and validates a batch.
 * @throws DomainError strict: the error of the first invalid item, with its `index`; permissive: when no item is valid
 */
export async function readBatch(request: Request): Promise<BatchInput> {
  const mode = batchModeOf(request);
  const { items, refused } = await readBatchItems(batchItemInput, requireItems(request.body), mode);
  if (items.length === 0) throw new AllRefusedError(refused);
  return { mode, items, refused };
}

function requireItems(body: unknown): unknown[] {
  if (!Array.isArray(body) || body.length === 0) {
    throw new DomainError('validation_error', 'The body must be an array of at least one email.');
  }
  if (body.length > BATCH_MAX_EMAILS) {
    throw new DomainError('validation_error', `A batch can have at most ${BATCH_MAX_EMAILS} emails.`);
  }
  return body;
}
