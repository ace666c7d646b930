// Members: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const MEMBER_OPERATIONS = {
  listMembers: {
    method: 'get',
    path: '/members',
    permission: 'dashboard',
    summary: 'List the members of the account',
    answer: { listOf: 'MemberItem' },
  },
  updateMember: {
    method: 'patch',
    path: '/members/:id',
    permission: 'dashboard',
    role: 'admin',
    isAudited: true,
    summary: 'Update the role of a member',
    example: { role: 'member' },
    answer: { object: 'Member' },
  },
  deleteMember: {
    method: 'delete',
    path: '/members/:id',
    permission: 'dashboard',
    role: 'admin',
    isAudited: true,
    summary: 'Remove a member from the account',
    answer: { object: 'DeletedMember' },
  },
} as const satisfies Record<string, DescribedOperation>;
