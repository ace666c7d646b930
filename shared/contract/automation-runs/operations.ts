// Runs of automations: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const AUTOMATION_RUN_OPERATIONS = {
  listAutomationRuns: {
    method: 'get',
    path: '/automations/:id/runs',
    permission: 'full',
    summary: 'List the runs of an automation',
    answer: { listOf: 'AutomationRunItem' },
    commands: ['automations runs'],
  },
  getAutomationRun: {
    method: 'get',
    path: '/automations/:id/runs/:runId',
    permission: 'full',
    summary: 'Get a run of an automation, with the results of its steps',
    answer: { object: 'AutomationRun' },
    commands: ['automations run'],
  },
  cancelAutomationRun: {
    method: 'post',
    path: '/automations/:id/runs/:runId/cancel',
    permission: 'full',
    summary: 'Cancel a run of an automation; emails that were already accepted are still sent',
    answer: { object: 'CancelledAutomationRun' },
    commands: ['automations cancel-run'],
  },
  retryAutomationRun: {
    method: 'post',
    path: '/automations/:id/runs/:runId/retry',
    permission: 'full',
    summary: 'Retry a failed or cancelled run of an enabled automation, from the step where it stopped',
    answer: { object: 'RetriedAutomationRun' },
    commands: ['automations retry-run'],
  },
} as const satisfies Record<string, DescribedOperation>;
