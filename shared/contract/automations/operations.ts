// Automations: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

const EXAMPLE = {
  name: 'Welcome',
  domain: 'acme.dev',
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: 'user.signed_up' } },
    { key: 'pause', type: 'delay', config: { duration: '1 day' } },
    { key: 'welcome', type: 'send_email', config: { template: { id: 'welcome' } } },
  ],
  connections: [
    { from: 'start', to: 'pause' },
    { from: 'pause', to: 'welcome' },
  ],
} as const;

/** Operation id → endpoint. Those of runs are in shared/contract/automation-runs/. */
export const AUTOMATION_OPERATIONS = {
  createAutomation: {
    method: 'post',
    path: '/automations',
    permission: 'full',
    summary: 'Create an automation, disabled or enabled',
    example: EXAMPLE,
    answer: { object: 'Automation' },
    status: 201,
    commands: ['automations create'],
  },
  listAutomations: {
    method: 'get',
    path: '/automations',
    permission: 'full',
    summary: 'List automations',
    answer: { listOf: 'AutomationItem' },
    commands: ['automations list'],
  },
  getAutomation: {
    method: 'get',
    path: '/automations/:id',
    permission: 'full',
    summary: 'Get an automation with its steps and connections',
    answer: { object: 'Automation' },
    commands: ['automations get'],
  },
  updateAutomation: {
    method: 'patch',
    path: '/automations/:id',
    permission: 'full',
    summary: 'Rename, edit, enable or disable an automation',
    example: { status: 'enabled' },
    answer: { object: 'Automation' },
    commands: ['automations update'],
  },
  deleteAutomation: {
    method: 'delete',
    path: '/automations/:id',
    permission: 'full',
    summary: 'Delete an automation and cancel its runs',
    answer: { object: 'DeletedAutomation' },
    commands: ['automations delete'],
  },
  duplicateAutomation: {
    method: 'post',
    path: '/automations/:id/duplicate',
    permission: 'full',
    summary: 'Copy an automation; the copy is disabled',
    answer: { object: 'Automation' },
    status: 201,
    commands: ['automations duplicate'],
  },
  stopAutomation: {
    method: 'post',
    path: '/automations/:id/stop',
    permission: 'full',
    summary: 'Disable an automation and cancel its runs, unless the request lets them finish',
    example: { cancel_runs: true },
    answer: { object: 'StoppedAutomation' },
    commands: ['automations stop'],
  },
  addAutomationStep: {
    method: 'post',
    path: '/automations/:id/steps',
    permission: 'full',
    summary: 'Add a step to the end of a disabled automation',
    example: { type: 'delay', key: 'pause', config: { duration: '3 days' } },
    answer: { object: 'AutomationStep' },
    status: 201,
    commands: ['automations add-step'],
  },
  updateAutomationStep: {
    method: 'patch',
    path: '/automations/:id/steps/:stepId',
    permission: 'full',
    summary: 'Change the key or the config of a step of a disabled automation',
    example: { config: { duration: '2 days' } },
    answer: { object: 'AutomationStep' },
    commands: ['automations update-step'],
  },
  deleteAutomationStep: {
    method: 'delete',
    path: '/automations/:id/steps/:stepId',
    permission: 'full',
    summary: 'Delete a step of a disabled automation; what led to it leads to its successor',
    answer: { object: 'DeletedAutomationStep' },
    commands: ['automations delete-step'],
  },
} as const satisfies Record<string, DescribedOperation>;
