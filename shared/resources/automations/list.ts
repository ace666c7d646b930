// Lists the automations of an account, newest first, without their graphs.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { AUTOMATION_SUMMARY_COLUMNS, type AutomationSummary } from './automation.ts';
import type { AutomationStatus } from './graph/graph.ts';

/** Filters of the list; an absent one does not apply. */
export interface AutomationFilters {
  status?: AutomationStatus | undefined;
}

/** Lists a page of an account's automations. */
export function listAutomations(
  database: Queryable,
  accountId: string,
  filters: AutomationFilters,
  page: PageRequest,
): Promise<Page<AutomationSummary>> {
  return findPage<AutomationSummary>(database, listedAutomations(accountId, filters), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedAutomations(accountId: string, { status }: AutomationFilters): ListedRows {
  const where = 'account_id = ANY($1::uuid[]) AND deleted_at IS NULL';
  return {
    select: `SELECT ${AUTOMATION_SUMMARY_COLUMNS} FROM automations`,
    where: status === undefined ? where : `${where} AND status = $2`,
    values: status === undefined ? [[accountId]] : [[accountId], status],
    orderedWithin: 'account_id',
  };
}
