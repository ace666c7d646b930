// Simulations of automations: their operation, as a row of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const AUTOMATION_SIMULATION_OPERATIONS = {
  simulateAutomation: {
    method: 'post',
    path: '/automations/:id/simulate',
    permission: 'full',
    isRead: true,
    refuses: ['missing_required_field'],
    summary: 'Simulate an automation for a contact; nothing is sent or changed',
    example: {
      contact: { email: 'bo@customer.dev', first_name: 'Bo' },
      payload: { plan: 'pro' },
      events: [{ event: 'order.paid', after: '2 days', payload: { order: 1042 } }],
    },
    answer: { object: 'AutomationSimulation' },
    commands: ['automations simulate'],
  },
} as const satisfies Record<string, DescribedOperation>;
