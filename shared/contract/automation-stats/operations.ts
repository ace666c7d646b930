// Figures of automations: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const AUTOMATION_STATS_OPERATIONS = {
  getAutomationStats: {
    method: 'get',
    path: '/automations/:id/stats',
    permission: 'full',
    summary: 'Get run statistics of an automation, step by step',
    answer: { object: 'AutomationStats' },
    commands: ['automations stats'],
  },
} as const satisfies Record<string, DescribedOperation>;
