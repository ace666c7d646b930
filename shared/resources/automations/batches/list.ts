// Lists the batches of an automation that the account sees, newest first.
import type { AUTOMATION_BATCH_TYPES } from '../../../contract/automation-batches/values.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../../platform/db/page.ts';
import type { AutomationPath } from '../automation.ts';
import { AUTOMATION_BATCH_COLUMNS, type AutomationBatch, type AutomationBatchStatus } from './batch.ts';
import { IS_SHOWN } from './find.ts';

/** Filters of a list; undefined: all. */
export interface AutomationBatchFilters {
  type?: (typeof AUTOMATION_BATCH_TYPES)[number] | undefined;
  status?: AutomationBatchStatus | undefined;
}

/** Lists a page of batches of an automation. */
export function listAutomationBatches(
  database: Database,
  { id, accountId }: AutomationPath,
  { type, status }: AutomationBatchFilters,
  page: PageRequest,
): Promise<Page<AutomationBatch>> {
  const values: unknown[] = [[id], accountId];
  const conditions = ['automation_id = ANY($1::uuid[])', 'account_id = $2', IS_SHOWN];
  const filter = (column: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(`${column} = $${values.length}`);
  };
  filter('type', type);
  filter('status', status);
  const listed = {
    select: `SELECT ${AUTOMATION_BATCH_COLUMNS} FROM automation_batch_work`,
    where: conditions.join(' AND '),
    values,
    orderedWithin: 'automation_id',
  };
  return findPage<AutomationBatch>(database, listed, page);
}
