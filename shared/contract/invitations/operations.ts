// Invitations: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const INVITATION_OPERATIONS = {
  listInvitations: {
    method: 'get',
    path: '/invitations',
    permission: 'dashboard',
    summary: 'List the invitations that are not accepted yet',
    answer: { listOf: 'InvitationItem' },
  },
  createInvitation: {
    method: 'post',
    path: '/invitations',
    permission: 'dashboard',
    role: 'admin',
    isAudited: true,
    status: 201,
    refuses: ['missing_required_field', 'rate_limit_exceeded'],
    summary: 'Invite a person to the account',
    example: { email: 'bo@acme.dev', role: 'viewer' },
    answer: { object: 'NewInvitation' },
  },
  resendInvitation: {
    method: 'post',
    path: '/invitations/:id/resend',
    permission: 'dashboard',
    role: 'admin',
    isAudited: true,
    refuses: ['rate_limit_exceeded'],
    summary: 'Send an invitation again with a new link',
    answer: { object: 'NewInvitation' },
  },
  deleteInvitation: {
    method: 'delete',
    path: '/invitations/:id',
    permission: 'dashboard',
    role: 'admin',
    isAudited: true,
    summary: 'Withdraw an invitation',
    answer: { object: 'DeletedInvitation' },
  },
} as const satisfies Record<string, DescribedOperation>;
