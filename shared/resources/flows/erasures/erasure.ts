// The row of an erasure: whom it erases, and how far it has come. Its phases, each of which walks over one kind of rows
// in the order of their keys:
//
//   scheduled ─2 minutes─► campaigns ─► emails ─► mentions ─► messages ─► logs ─► answers ─┐
//   ┌──────────────────────────────────────────────────────────────────────────────────────┘
//   └► imports ─► audit ─► events ─► runs ─► unfinished ─► (done)
//                                   │   ▲  └─ waited ─► late_logs ─► (done)
//                                   └───┘ an hour, while emails are on their way
import type { Erasure } from '../../foundation/erasing/phase.ts';

/** The columns of an Erasure, without those that every walk has. */
export const ERASURE_COLUMNS = `
  email_key AS "emailKey", contact_ids AS "contactIds", phase, position, messages_until AS "messagesUntil",
  unfinished_emails AS "unfinishedEmails", unfinished_messages AS "unfinishedMessages", created_at AS "createdAt"`;

const COLUMNS = {
  phase: 'phase',
  messagesUntil: 'messages_until',
  unfinishedEmails: 'unfinished_emails',
  unfinishedMessages: 'unfinished_messages',
} as const;

/** The changes, by column. */
export function toColumns(changes: Partial<Erasure>): Record<string, unknown> {
  const changed = Object.entries(COLUMNS).filter(([field]) => changes[field as keyof Erasure] !== undefined);
  return Object.fromEntries(changed.map(([field, column]) => [column, changes[field as keyof Erasure]]));
}
