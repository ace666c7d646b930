// The conversation that an email continues (docs/reference/receiving-answers.md).
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import type { MailPart } from './mail-part.ts';

export const conversation: MailPart = {
  name: 'conversation',
  isIn: ({ threadId }) => threadId !== undefined,
  columns: { emails: { thread_id: column('uuid', ({ email }) => email.threadId) } },
};
