// Lists the definitions of events of an account, newest first.
import type { Queryable } from '../../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../../platform/db/page.ts';
import { EVENT_COLUMNS, type EventDefinition } from './event.ts';

/** Lists a page of an account's events. */
export function listEvents(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<EventDefinition>> {
  return findPage<EventDefinition>(database, listedEvents(accountId), page);
}

function listedEvents(accountId: string): ListedRows {
  return {
    select: `SELECT ${EVENT_COLUMNS} FROM events`,
    where: 'account_id = ANY($1::uuid[])',
    values: [[accountId]],
    orderedWithin: 'account_id',
  };
}
