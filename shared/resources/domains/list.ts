// Lists the domains of an account, newest first.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../platform/db/page.ts';
import { DOMAIN_COLUMNS, type Domain } from './domain.ts';

/** Lists a page of an account's domains, without their records. */
export function listDomains(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<Domain>> {
  return findPage(
    database,
    { select: `SELECT ${DOMAIN_COLUMNS} FROM domains`, where: 'account_id = $1', values: [accountId] },
    page,
  );
}
