// Lists the contact properties of an account.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { CONTACT_PROPERTY_COLUMNS, type ContactProperty } from './contact-property.ts';

/** Lists a page of an account's properties, newest first. */
export function listContactProperties(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<ContactProperty>> {
  return findPage<ContactProperty>(database, listedContactProperties(accountId), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedContactProperties(accountId: string): ListedRows {
  return {
    select: `SELECT ${CONTACT_PROPERTY_COLUMNS} FROM contact_properties`,
    where: 'account_id = ANY($1::uuid[])',
    values: [[accountId]],
    orderedWithin: 'account_id',
  };
}
