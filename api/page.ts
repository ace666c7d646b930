// What every list has in common: the three query parameters that choose a page (interface.md, Pagination) and the
// list object that answers.
import Joi from 'joi';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../shared/contract/limits.ts';
import type { Page, PageRequest } from '../shared/platform/db/page.ts';
import { isUuidV7 } from '../shared/platform/time/ids.ts';

/** The answer of a list. */
export interface ListBody<Item> {
  object: 'list';
  has_more: boolean;
  data: Item[];
}

/** Query of a list; resources add their filters with `.keys()`. @param isId tells what may be a cursor */
export function pageQueryOf(isId: (text: string) => boolean): Joi.ObjectSchema<PageRequest> {
  const cursor = Joi.string()
    .custom((value: string, { error }) => (isId(value) ? value : error('any.invalid')), 'cursor')
    .messages({
      'any.invalid': '{{#label}} must be the id of an object of this list',
      'string.empty': '{{#label}} must be the id of an object of this list',
    });
  return Joi.object<PageRequest>({
    limit: Joi.number().integer().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
    after: cursor,
    before: cursor,
  })
    .oxor('after', 'before')
    .messages({ 'object.oxor': '`after` and `before` must not be combined' });
}

/** Query of a list of objects whose ids are UUIDs: nearly all. */
export const pageQuery = pageQueryOf(isUuidV7);

/** A page as it is sent. */
export function toList<Row, Item>({ rows, hasMore }: Page<Row>, toItem: (row: Row) => Item): ListBody<Item> {
  return { object: 'list', has_more: hasMore, data: rows.map(toItem) };
}
