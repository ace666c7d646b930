// The conversation that an email continues (docs/reference/receiving-answers.md).
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** The conversation that the email continues. Absent: it begins one, which has its id. */
    threadId?: string | undefined;
  }
}

export const conversation: MailPart = {
  name: 'conversation',
  isIn: ({ threadId }) => threadId !== undefined,
  columns: { emails: { thread_id: column('uuid', ({ email }) => email.threadId) } },
};
