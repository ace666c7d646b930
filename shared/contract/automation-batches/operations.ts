// Batches of automations: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const AUTOMATION_BATCH_OPERATIONS = {
  enrollContacts: {
    method: 'post',
    path: '/automations/:id/enroll',
    permission: 'full',
    summary: 'Start runs of an enabled automation: for a contact, for a segment or for its whole audience',
    example: { email: 'bo@customer.dev' },
    answer: { object: 'AutomationBatch' },
    status: 202,
    commands: ['automations enroll'],
  },
  retryAutomationRuns: {
    method: 'post',
    path: '/automations/:id/runs/retry',
    permission: 'full',
    refuses: ['missing_required_field'],
    summary: 'Retry the runs of an enabled automation that failed since a given time, from the failed step',
    example: { since: '2 hours ago' },
    answer: { object: 'AutomationBatch' },
    status: 202,
    commands: ['automations retry-runs'],
  },
  cancelAutomationRuns: {
    method: 'post',
    path: '/automations/:id/runs/cancel',
    permission: 'full',
    summary: 'Cancel all runs in progress of an automation without disabling it',
    answer: { object: 'AutomationBatch' },
    status: 202,
    commands: ['automations cancel-runs'],
  },
  listAutomationBatches: {
    method: 'get',
    path: '/automations/:id/batches',
    permission: 'full',
    summary: 'List the batches of an automation',
    answer: { listOf: 'AutomationBatchItem' },
    commands: ['automations batches'],
  },
  getAutomationBatch: {
    method: 'get',
    path: '/automations/:id/batches/:batchId',
    permission: 'full',
    summary: 'Get a batch of an automation, with its counts',
    answer: { object: 'AutomationBatch' },
    commands: ['automations batch'],
  },
} as const satisfies Record<string, DescribedOperation>;
