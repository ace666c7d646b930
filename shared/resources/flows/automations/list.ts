// The list of the automations of an account, without their graphs.
import { equals, type List } from '../../../platform/db/list.ts';
import { patternOf } from '../../../platform/db/page.ts';
import { AUTOMATION_SUMMARY_COLUMNS, type AutomationSummary } from './automation.ts';
import type { AutomationStatus } from './graph/graph.ts';

/** Filters of the list. */
interface AutomationFilters {
  /** Text in the name. */
  q?: string | undefined;
  status?: AutomationStatus | undefined;
}

export const AUTOMATION_LIST: List<AutomationSummary, object, AutomationFilters> = {
  columns: AUTOMATION_SUMMARY_COLUMNS,
  from: 'automations',
  within: 'account_id',
  where: 'deleted_at IS NULL',
  searched: {
    q: (text, parameter) => `name ILIKE ${parameter(patternOf(text))}`,
    status: equals('status'),
  },
};
