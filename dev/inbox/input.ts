// What a caller may ask of the list, checked.
import Joi from 'joi';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { PAGE_LIMIT_MAX } from '../../shared/contract/limits.ts';
import { isUuidV7 } from '../../shared/platform/time/ids.ts';
import type { MessageFilter } from './search.ts';

/** A page of the list. */
export interface ListQuery extends MessageFilter {
  /** Absent: everything. */
  limit?: number | undefined;
  /** Id behind which the page starts; it need not exist any more. */
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
