// The list of the automations of an account, without their graphs.
import { equals, type List } from '../../../platform/db/list.ts';
import { patternOf } from '../../../platform/db/page.ts';
import { AUTOMATION_SUMMARY_COLUMNS, type AutomationSummary } from './automation.ts';
import type { AutomationStatus } from './graph/graph.ts';
import { hasFailedRuns } from './stats/find-health.ts';

/** Filters of the list. An account has 1,000 automations at most, so a filter reads few rows. */
interface AutomationFilters {
  /** Text in the name. */
  q?: string | undefined;
  status?: AutomationStatus | undefined;
  /** Automations with a failed run since then, or the others. */
  failing?: { wanted: boolean; since: Date } | undefined;
}

export const AUTOMATION_LIST: List<AutomationSummary, object, AutomationFilters> = {
  columns: AUTOMATION_SUMMARY_COLUMNS,
  from: 'automations',
  within: 'account_id',
  where: 'deleted_at IS NULL',
  searched: {
    q: (text, parameter) => `name ILIKE ${parameter(patternOf(text))}`,
    status: equals('status'),
    failing: ({ wanted, since }, parameter) => `${wanted ? '' : 'NOT '}${hasFailedRuns(parameter(since))}`,
  },
};
