// What every list has in common: the three query parameters that choose a page (interface.md, Pagination) and the
// list object that answers.
import Joi from 'joi';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../shared/contract/limits.ts';
import type { Page, PageRequest } from '../shared/db/page.ts';
import { isUuidV7 } from '../shared/ids.ts';

/** The answer of a list. */
export interface ListBody<Item> {
  object: 'list';
  has_more: boolean;
  data: Item[];
}

const cursor = Joi.string()
  .custom((value: string, { error }) => (isUuidV7(value) ? value : error('any.invalid')), 'cursor')
  .messages({
    'any.invalid': '{{#label}} must be the id of an object of this list',
    'string.empty': '{{#label}} must be the id of an object of this list',
  });

/** Query of a list; resources add their filters with `.keys()`. */
export const pageQuery = Joi.object<PageRequest>({
  limit: Joi.number().integer().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  after: cursor,
  before: cursor,
})
  .oxor('after', 'before')
  .messages({ 'object.oxor': '`after` and `before` must not be combined' });

/** A page as it is sent. */
export function toList<Row, Item>({ rows, hasMore }: Page<Row>, toItem: (row: Row) => Item): ListBody<Item> {
  return { object: 'list', has_more: hasMore, data: rows.map(toItem) };
}
