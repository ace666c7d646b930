// The body of POST /emails/batch: an array of emails, each like the body of POST /emails without attachments and
// schedule (interface.md; decisions.md §2, Batch). Every item is looked at before any email is sent.
import type { Request } from 'express';
import Joi from 'joi';
import { BATCH_MAX_EMAILS } from '../../../shared/contract/limits.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { refuseAll } from '../../../shared/resources/emails/accept/decide.ts';
import type { RefusedItem } from '../../../shared/resources/emails/accept/submission.ts';
import { toRefusal } from '../../middleware/errors.ts';
import { validate } from '../../validate.ts';
import { type SendEmailInput, sendEmailInput } from './input.ts';

/** Items that may be sent, with their places in the request, and what was left out. */
export interface BatchInput {
  mode: 'strict' | 'permissive';
  items: { index: number; input: SendEmailInput }[];
  refused: RefusedItem[];
}

const notInBatch = Joi.any().custom((_value, { error }) => error('field.not_in_batch'));

const batchItemInput = (sendEmailInput as Joi.ObjectSchema)
  .keys({ attachments: notInBatch, scheduled_at: notInBatch })
  .messages({ 'field.not_in_batch': '{{#label}} is not supported in a batch' }) as typeof sendEmailInput;

/**
 * Reads a batch.
 * @throws DomainError of a strict one that of its first bad item, with its `index`; of a permissive one when nothing
 *   is left
 */
export function readBatch(request: Request): BatchInput {
  // Only this exact value; the SDK always sends one (decisions.md §2).
  const mode = request.headers['x-batch-validation'] === 'permissive' ? 'permissive' : 'strict';
  const bodies = requireItems(request.body);
  const items: BatchInput['items'] = [];
  const refused: RefusedItem[] = [];
  for (const [index, body] of bodies.entries()) {
    const read = readItem(body);
    if (!(read instanceof DomainError)) items.push({ index, input: read });
    else if (mode === 'strict') throw read.at(index);
    else refused.push({ index, error: read });
  }
  if (items.length === 0) throw refuseAll(refused);
  return { mode, items, refused };
}

function requireItems(body: unknown): unknown[] {
  if (!Array.isArray(body) || body.length === 0) {
    throw new DomainError('validation_error', 'The body must be an array of at least one email.');
  }
  if (body.length > BATCH_MAX_EMAILS) {
    throw new DomainError('validation_error', `A batch must not have more than ${BATCH_MAX_EMAILS} emails.`);
  }
  return body;
}

function readItem(body: unknown): SendEmailInput | DomainError {
  try {
    return validate(batchItemInput, body);
  } catch (error) {
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    return refusal;
  }
}
