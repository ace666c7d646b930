// Validates the query of the list of messages.
import Joi from 'joi';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { PAGE_LIMIT_MAX } from '../../shared/contract/limits.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import type { MessageFilter } from './search.ts';

/** A page of the list. */
export interface ListQuery extends MessageFilter {
  /** If absent, all messages. */
  limit?: number | undefined;
  /** Cursor: the page starts after this id. The message need not exist any more. */
  after?: string | undefined;
}

const searched = Joi.string().empty('');
const LIST_QUERY = Joi.object({
  to: searched,
  subject: searched,
  q: searched,
  limit: Joi.number().integer().min(1).max(PAGE_LIMIT_MAX),
  after: Joi.string().custom((id: string, helpers) =>
    isUuidV7(id) ? id.toLowerCase() : helpers.error('any.invalid'),
  ),
}).unknown();

/**
 * Reads the query of the list.
 * @throws DomainError validation_error
 */
export function readListQuery(query: unknown): ListQuery {
  const { value, error } = LIST_QUERY.validate(query);
  if (error) throw new DomainError('validation_error', `${error.message}.`);
  return value;
}
