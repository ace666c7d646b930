// The list of the automations of an account, without their graphs.
import { equals, type List } from '../../../platform/db/list.ts';
import { AUTOMATION_SUMMARY_COLUMNS, type AutomationSummary } from './automation.ts';
import type { AutomationStatus } from './graph/graph.ts';

export const AUTOMATION_LIST: List<AutomationSummary, { status?: AutomationStatus | undefined }> = {
  columns: AUTOMATION_SUMMARY_COLUMNS,
  from: 'automations',
  within: 'account_id',
  where: 'deleted_at IS NULL',
  filters: { status: equals('status') },
};
