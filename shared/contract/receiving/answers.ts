// Answers to received emails, forward and reply, as rows of the operations table. They answer the same object as POST
// /emails.
import { SEND_BODY_MAX_BYTES } from '../limits.ts';
import type { DescribedOperation } from '../operation.ts';

/** Operation id → endpoint. */
export const RECEIVING_ANSWER_OPERATIONS = {
  forwardReceivedEmail: {
    method: 'post',
    path: '/emails/receiving/:id/forward',
    permission: 'full',
    bodyMaxBytes: SEND_BODY_MAX_BYTES,
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
    summary: 'Reply to a received email',
    example: { text: 'Thank you. We will look into it.' },
    answer: { object: 'AcceptedEmail' },
    commands: ['receiving reply', 'emails receiving reply'],
  },
} as const satisfies Record<string, DescribedOperation>;
