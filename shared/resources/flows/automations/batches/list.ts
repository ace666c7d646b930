// The list of the batches of an automation that the account sees.
import type { AUTOMATION_BATCH_TYPES } from '../../../../contract/automation-batches/values.ts';
import { equals, type List } from '../../../../platform/db/list.ts';
import { AUTOMATION_BATCH_COLUMNS, type AutomationBatch, type AutomationBatchStatus } from './batch.ts';
import { IS_SHOWN } from './find.ts';

/** Filters of a list; undefined: all. */
export interface AutomationBatchFilters {
  type?: (typeof AUTOMATION_BATCH_TYPES)[number] | undefined;
  status?: AutomationBatchStatus | undefined;
}

export const AUTOMATION_BATCH_LIST: List<AutomationBatch, AutomationBatchFilters & { accountId: string }> = {
  columns: AUTOMATION_BATCH_COLUMNS,
  from: 'automation_batch_work',
  within: 'automation_id',
  where: IS_SHOWN,
  filters: { accountId: equals('account_id'), type: equals('type'), status: equals('status') },
};
