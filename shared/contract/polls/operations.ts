// Polls: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const POLL_OPERATIONS = {
  listPolls: {
    method: 'get',
    path: '/polls',
    permission: 'full',
    summary: 'List the polls of emails, campaigns and templates',
    answer: { listOf: 'PollItem' },
    commands: ['polls list'],
  },
  getPoll: {
    method: 'get',
    path: '/polls/:id',
    permission: 'full',
    summary: 'Get a poll with its votes per option, by its id or the id of its email or campaign',
    answer: { object: 'Poll' },
    commands: ['polls get'],
  },
  listPollVotes: {
    method: 'get',
    path: '/polls/:id/votes',
    permission: 'full',
    summary: 'List the votes of a poll',
    answer: { listOf: 'PollVote' },
    commands: ['polls votes'],
  },
} as const satisfies Record<string, DescribedOperation>;
