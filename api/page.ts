// Keyset pagination of lists with cursors: the query parameters `limit`, `after` and `before`, and the list object that
// every list responds with (docs/reference/pagination.md).
import Joi from 'joi';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../shared/contract/limits.ts';
import type { Page, PageRequest } from '../shared/platform/db/page.ts';
import { isUuidV7 } from '../shared/platform/time/ids.ts';
import { objectOfParameters } from './near-misses/object-schema.ts';

/** The response body of a list. */
export interface ListBody<Item> {
  object: 'list';
  has_more: boolean;
  data: Item[];
}

/**
 * Query schema of a list; resources add their filters with `.keys()`.
 * @param isId whether a text can be a cursor: the id of an item
 */
export function pageQueryOf(isId: (text: string) => boolean): Joi.ObjectSchema<PageRequest> {
  const cursor = Joi.string()
    .custom((value: string, { error }) => (isId(value) ? value : error('any.invalid')), 'cursor')
    .messages({
      'any.invalid': '{{#label}} must be the id of an object in this list',
      'string.empty': '{{#label}} must be the id of an object in this list',
    });
  return objectOfParameters<PageRequest>({
    limit: Joi.number()
      .integer()
      .min(1)
      .max(PAGE_LIMIT_MAX)
      .default(PAGE_LIMIT_DEFAULT)
      .description('Number of objects per page'),
    after: cursor.description('Id of an object: returns the page after it. Cannot be combined with `before`'),
    before: cursor.description(
      'Id of an object: returns the page before it. Cannot be combined with `after`',
    ),
  })
    .oxor('after', 'before')
    .messages({ 'object.oxor': '`after` and `before` cannot be combined' });
}

/** Query schema of a list whose items have UUIDs as ids: nearly all lists. */
export const pageQuery = pageQueryOf(isUuidV7);

/** A page, or all that a list has. */
export type OpenPageRequest = Omit<PageRequest, 'limit'> & { limit?: number };

/** Query schema of a list that is answered as a whole where `limit` is absent. */
export const openPageQuery = (pageQuery as Joi.ObjectSchema).keys({
  limit: Joi.number()
    .integer()
    .min(1)
    .max(PAGE_LIMIT_MAX)
    .description('Number of objects per page. By default all objects are returned'),
}) as Joi.ObjectSchema<OpenPageRequest>;

/** The response body for a page of rows. */
export function toList<Row, Item>({ rows, hasMore }: Page<Row>, toItem: (row: Row) => Item): ListBody<Item> {
  return { object: 'list', has_more: hasMore, data: rows.map(toItem) };
}
