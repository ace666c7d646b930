// Lists the imports of an account.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { CONTACT_IMPORT_COLUMNS, type ContactImport, type ContactImportStatus } from './contact-import.ts';

/** Whose imports are listed, and which of them. */
export interface ContactImportFilters {
  accountId: string;
  status?: ContactImportStatus | undefined;
}

/** Lists a page of imports, newest first. */
export function listContactImports(
  database: Queryable,
  filters: ContactImportFilters,
  page: PageRequest,
): Promise<Page<ContactImport>> {
  return findPage<ContactImport>(database, listedImports(filters), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. An account has few imports in 30 days. */
export function listedImports({ accountId, status }: ContactImportFilters): ListedRows {
  return {
    select: `SELECT ${CONTACT_IMPORT_COLUMNS} FROM contact_imports`,
    where: `account_id = ANY($1::uuid[])${status === undefined ? '' : ' AND status = $2'}`,
    values: [[accountId], ...(status === undefined ? [] : [status])],
    orderedWithin: 'account_id',
  };
}
