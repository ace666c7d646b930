// Received emails: their operations, as rows of the operations table (shared/contract/operations.ts).
import { SEND_BODY_MAX_BYTES } from '../limits.ts';
import type { DescribedOperation } from '../operation.ts';
import { IDEMPOTENCY_REFUSALS, SENDING_REFUSALS } from '../refusals.ts';

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
    summary: 'Delete a received email with its attachments',
    answer: { object: 'DeletedReceivedEmail' },
    commands: ['receiving delete'],
  },
  getRawReceivedEmail: {
    method: 'get',
    path: '/emails/receiving/:id/raw',
    permission: 'full',
    uses: 'streaming',
    summary: 'Get the original of a received email, byte for byte',
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
  // Both answer the same object as POST /emails.
  forwardReceivedEmail: {
    method: 'post',
    path: '/emails/receiving/:id/forward',
    permission: 'full',
    bodyMaxBytes: SEND_BODY_MAX_BYTES,
    refuses: [
      'missing_required_field',
      'invalid_from_address',
      'invalid_to_address',
      'reserved_recipient',
      ...IDEMPOTENCY_REFUSALS,
      ...SENDING_REFUSALS,
    ],
    summary: 'Forward a received email',
    example: { to: ['bo@customer.dev'] },
    answer: { object: 'AcceptedEmail' },
    commands: ['receiving forward', 'emails receiving forward'],
  },
  replyToReceivedEmail: {
    method: 'post',
    path: '/emails/receiving/:id/reply',
    permission: 'full',
    bodyMaxBytes: SEND_BODY_MAX_BYTES,
    refuses: [
      'invalid_from_address',
      'invalid_to_address',
      'invalid_attachment',
      'reserved_recipient',
      ...IDEMPOTENCY_REFUSALS,
      ...SENDING_REFUSALS,
    ],
    summary: 'Reply to a received email',
    example: { text: 'Thank you. We will look into it.' },
    answer: { object: 'AcceptedEmail' },
    commands: ['receiving reply', 'emails receiving reply'],
  },
} as const satisfies Record<string, DescribedOperation>;
