// Lists the topics of an account, newest first.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { TOPIC_COLUMNS, type Topic } from './topic.ts';

/** Lists a page of an account's topics. */
export function listTopics(database: Queryable, accountId: string, page: PageRequest): Promise<Page<Topic>> {
  return findPage<Topic>(database, listedTopics(accountId), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedTopics(accountId: string): ListedRows {
  return {
    select: `SELECT ${TOPIC_COLUMNS} FROM topics`,
    where: 'account_id = ANY($1::uuid[])',
    values: [[accountId]],
    orderedWithin: 'account_id',
  };
}
