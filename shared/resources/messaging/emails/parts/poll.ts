// A poll: what an email asks itself, or what it is rendered from asks (docs/architecture/polls.md).
import { column } from '../../../../platform/db/parameters/sent-rows.ts';
import { eraseQuestions } from '../../polls/erase.ts';
import { insertPolls } from '../../polls/insert.ts';
import type { PollDefinition } from '../../polls/poll.ts';
import type { MailPart } from './mail-part.ts';

declare module '../email.ts' {
  interface NewEmail {
    /** The poll. Absent or null: none, or the source of the rendering has it. */
    poll?: PollDefinition | null | undefined;
    /** Whether the poll belongs to this email alone, and is stored with it. Absent: it is a template's, or a test's. */
    ownsPoll?: boolean | undefined;
  }
}

declare module '../delivery/loaded-email.ts' {
  interface LoadedEmail {
    /** The poll; null: none, or the source of the rendering has it. */
    poll: PollDefinition | null;
  }
}

export const poll: MailPart = {
  name: 'poll',
  isIn: (email) => Boolean(email.poll),
  columns: { contents: { poll: column('jsonb', ({ email }) => email.poll) } },
  async insert(transaction, emails) {
    await insertPolls(
      transaction,
      emails.flatMap(({ id: emailId, accountId, poll: definition, ownsPoll, createdAt }) =>
        definition && ownsPoll ? [{ accountId, owner: { emailId }, definition, createdAt }] : [],
      ),
    );
  },
  loads: { poll: 'contents.poll' },
  erases: {
    contents: 'poll = NULL',
    texts: { contents: { poll: 'jsonb' } },
    rows: (client, of, eraser) => eraseQuestions(client, of, eraser.erase),
  },
};
