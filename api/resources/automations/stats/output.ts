// JSON form of the funnel of an automation (docs/reference/automation-stats.md).
import type { AutomationStats } from '../../../../shared/resources/flows/automations/stats/shown-stats.ts';

/** The answer of GET /automations/:id/stats. */
export function toAutomationStats({ id, countedAt, runs, steps }: AutomationStats) {
  return {
    object: 'automation_stats',
    id,
    counted_at: countedAt?.toISOString() ?? null,
    runs,
    // The names of their fields are the same.
    steps,
  };
}
