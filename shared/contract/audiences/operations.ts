// Audiences: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. Those of the contacts of an audience are in shared/contract/contacts/. */
export const AUDIENCE_OPERATIONS = {
  createAudience: {
    method: 'post',
    path: '/audiences',
    permission: 'full',
    refuses: ['missing_required_field'],
    summary: 'Create an audience',
    example: { name: 'Customers' },
    answer: { object: 'Audience' },
    status: 201,
    commands: ['audiences create'],
  },
  listAudiences: {
    method: 'get',
    path: '/audiences',
    permission: 'full',
    summary: 'List audiences',
    answer: { listOf: 'AudienceItem' },
    commands: ['audiences list'],
  },
  getAudience: {
    method: 'get',
    path: '/audiences/:id',
    permission: 'full',
    summary: 'Get an audience',
    answer: { object: 'Audience' },
    commands: ['audiences get'],
  },
  deleteAudience: {
    method: 'delete',
    path: '/audiences/:id',
    permission: 'full',
    refuses: ['contacts_busy'],
    summary: 'Delete an audience and its contacts and segments',
    answer: { object: 'DeletedAudience' },
    commands: ['audiences delete'],
  },
} as const satisfies Record<string, DescribedOperation>;
