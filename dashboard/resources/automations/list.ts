// What the lists of automations ask for.
import type { ListSpec } from '../../lists/state/list-spec.ts';

/** The automations. */
export const AUTOMATIONS = {
  operation: 'listAutomations',
  filters: ['q', 'status', 'needs_attention'],
} as const satisfies ListSpec;

/** The path of the list, below /app; records are below it. */
export const AUTOMATIONS_PATH = '/automations';

/** The path of the editor. */
export function editPath(id: string): string {
  return `${AUTOMATIONS_PATH}/${id}/edit`;
}

/** The path of one of its parts: the steps have no part of their own. */
export function partPath(id: string, part: AutomationPart): string {
  return part === 'steps' ? `${AUTOMATIONS_PATH}/${id}` : `${AUTOMATIONS_PATH}/${id}/${part}`;
}

/** The parts that a record shows. */
export const AUTOMATION_PARTS = ['steps', 'runs', 'why', 'batches'] as const;
export type AutomationPart = (typeof AUTOMATION_PARTS)[number];

/** A run of an automation, on the automation. */
export function runPath(automationId: string, runId: string): string {
  return `${partPath(automationId, 'runs')}/${runId}`;
}

/** The path of a batch, on the automation. */
export function batchPath(automationId: string, batchId: string): string {
  return `${partPath(automationId, 'batches')}/${batchId}`;
}
