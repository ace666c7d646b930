// Received emails: their operations, as rows of the operations table (shared/contract/operations.ts).
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const RECEIVING_OPERATIONS = {
  listReceivedEmails: {
    method: 'get',
    path: '/emails/receiving',
    permission: 'full',
    uses: 'streaming',
    summary: 'List received emails; without `limit`, all of them',
    answer: { listOf: 'ReceivedEmailItem' },
    commands: ['receiving list', 'emails receiving list'],
  },
  // Before the paths with an id: `addresses` is not one.
  listReceivingAddresses: {
    method: 'get',
    path: '/emails/receiving/addresses',
    permission: 'full',
    summary: 'List the addresses that have received email, with counts',
    answer: { listOf: 'ReceivingAddress', isWhole: true },
    commands: ['receiving addresses'],
  },
  getReceivedEmail: {
    method: 'get',
    path: '/emails/receiving/:id',
    permission: 'full',
    summary: 'Get a received email with its bodies and header fields',
    answer: { object: 'ReceivedEmail' },
    commands: ['receiving get', 'emails receiving get'],
  },
  deleteReceivedEmail: {
    method: 'delete',
    path: '/emails/receiving/:id',
    permission: 'full',
    summary: 'Delete a received email with its files',
    answer: { object: 'DeletedReceivedEmail' },
    commands: ['receiving delete'],
  },
  getRawReceivedEmail: {
    method: 'get',
    path: '/emails/receiving/:id/raw',
    permission: 'full',
    uses: 'streaming',
    summary: 'Get a received email as it came, byte for byte',
    answer: { object: 'RawEmail', orContent: 'message/rfc822' },
    commands: ['receiving raw'],
  },
  listReceivedAttachments: {
    method: 'get',
    path: '/emails/receiving/:id/attachments',
    permission: 'full',
    summary: 'List the attachments of a received email',
    answer: { listOf: 'ReceivedAttachmentItem' },
    commands: ['receiving attachments', 'emails receiving attachments'],
  },
  getReceivedAttachment: {
    method: 'get',
    path: '/emails/receiving/:id/attachments/:attachmentId',
    permission: 'full',
    summary: 'Get an attachment of a received email, with a download link',
    answer: { object: 'ReceivedAttachment' },
    commands: ['receiving attachment', 'emails receiving attachment'],
  },
} as const satisfies Record<string, DescribedOperation>;
