// People that an account may send to, by their address: their operations, as rows of the operations table
// (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const PERSON_OPERATIONS = {
  getPerson: {
    method: 'get',
    path: '/people/:address',
    permission: 'full',
    summary: 'Get what is known of an address: its contacts, unsubscribe, topics and suppression',
    answer: { object: 'Person' },
    commands: ['people get'],
  },
  listPersonTimeline: {
    method: 'get',
    path: '/people/:address/timeline',
    permission: 'full',
    summary:
      'List what has happened to an address: emails, those that were not sent and why, events, runs, changes',
    answer: { listOf: 'TimelineEntry' },
    commands: ['people timeline'],
  },
} as const satisfies Record<string, DescribedOperation>;
