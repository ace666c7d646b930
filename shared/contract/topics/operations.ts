// Topics: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const TOPIC_OPERATIONS = {
  createTopic: {
    method: 'post',
    path: '/topics',
    permission: 'full',
    refuses: ['missing_required_field'],
    summary: 'Create a topic',
    example: { name: 'Product news', default_subscription: 'opt_in', visibility: 'public' },
    answer: { object: 'Topic' },
    status: 201,
    commands: ['topics create'],
  },
  listTopics: {
    method: 'get',
    path: '/topics',
    permission: 'full',
    summary: 'List topics',
    answer: { listOf: 'TopicItem' },
    commands: ['topics list'],
  },
  getTopic: {
    method: 'get',
    path: '/topics/:id',
    permission: 'full',
    summary: 'Get a topic',
    answer: { object: 'Topic' },
    commands: ['topics get'],
  },
  updateTopic: {
    method: 'patch',
    path: '/topics/:id',
    permission: 'full',
    summary: 'Update the name, description or visibility of a topic',
    example: { description: 'What is new, once a month' },
    answer: { object: 'Topic' },
    commands: ['topics update'],
  },
  deleteTopic: {
    method: 'delete',
    path: '/topics/:id',
    permission: 'full',
    refuses: ['contacts_busy'],
    summary: 'Delete a topic and its subscriptions',
    answer: { object: 'DeletedTopic' },
    commands: ['topics delete'],
  },
} as const satisfies Record<string, DescribedOperation>;
