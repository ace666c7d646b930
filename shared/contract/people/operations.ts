// People that an account may send to, by their address: their operations, as rows of the operations table
// (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const PERSON_OPERATIONS = {
  getPerson: {
    method: 'get',
    path: '/people/:address',
    permission: 'full',
    summary: 'Get everything known about an address: its contacts, unsubscribe, topics and suppression',
    answer: { object: 'Person' },
    commands: ['people get'],
  },
  listPersonTimeline: {
    method: 'get',
    path: '/people/:address/timeline',
    permission: 'full',
    summary: 'List the history of an address: emails, emails not sent and why, events, runs and changes',
    answer: { listOf: 'TimelineEntry' },
    commands: ['people timeline'],
  },
} as const satisfies Record<string, DescribedOperation>;
