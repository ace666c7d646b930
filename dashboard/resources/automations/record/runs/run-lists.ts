// What the list of the runs of an automation asks for, and where its filters lead. Pure.
import type { ListSpec } from '../../../../lists/state/list-spec.ts';
import { readListView, writeListView } from '../../../../lists/state/list-url.ts';
import { AUTOMATIONS, partPath } from '../../list.ts';

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

/** The path of the list of runs in a state at a step. @param search of the list next to the record */
export function runsPath(
  automationId: string,
  filters: { status: string; step: string },
  search = '',
): string {
  const view = { filters, cursor: undefined };
  return `${partPath(automationId, 'runs')}${writeListView(view, { prefix: RUNS.prefix, search })}`;
}

/** The part of a URL about the list next to the record, without the lists in the record: links within the record keep it. */
export function outerSearch(search: string): string {
  return writeListView(readListView(search, AUTOMATIONS.filters));
}
