// What the list of the runs of an automation asks for, and where its filters lead. Pure.
import type { ListSpec } from '../../../../lists/state/list-spec.ts';
import { partPath } from '../../list.ts';

/** The runs. */
export const RUNS = {
  operation: 'listAutomationRuns',
  filters: ['status', 'step', 'contact_id'],
  prefix: 'runs_',
} as const satisfies ListSpec;

/** The states of a run, as the list can ask for them. */
export const RUN_STATES = [
  { id: 'running', label: 'In progress' },
  { id: 'completed', label: 'Completed' },
  { id: 'failed', label: 'Failed' },
  { id: 'cancelled', label: 'Cancelled' },
] as const;

/** Where the runs of a state, or at a step, are listed. */
export function runsPath(automationId: string, filters: { status?: string; step?: string }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) query.set(`${RUNS.prefix}${name}`, value);
  return `${partPath(automationId, 'runs')}?${query}`;
}
