// The row of an erasure: whom it erases, and how far it has come. Its phases, each of which walks over one kind of rows
// in the order of their keys:
//
//   scheduled ─2 minutes─► campaigns ─► emails ─► mentions ─► messages ─► logs ─► answers ─┐
//   ┌──────────────────────────────────────────────────────────────────────────────────────┘
//   └► imports ─► audit ─► events ─► runs ─► unfinished ─► (done)
//                                   │   ▲  └─ waited ─► late_logs ─► (done)
//                                   └───┘ an hour, while emails are on their way
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { ErasedPerson, Eraser } from '../../foundation/erasing/eraser.ts';

/** The phases of an erasure. */
export type ErasurePhase =
  | 'scheduled'
  | 'campaigns'
  | 'emails'
  | 'mentions'
  | 'messages'
  | 'logs'
  | 'answers'
  | 'imports'
  | 'audit'
  | 'events'
  | 'runs'
  | 'unfinished'
  | 'late_logs';

/** An erasure in progress. */
export interface Erasure extends ErasedPerson {
  id: string;
  accountId: string;
  phase: ErasurePhase;
  /** The keys of the last row that was read in this phase; empty: none yet. */
  position: readonly string[];
  /** Webhook messages until this time are read one by one; null in the phase `scheduled`. */
  messagesUntil: Date | null;
  unfinishedEmails: readonly string[];
  unfinishedMessages: readonly string[];
  /** The time of the request. Later rows are not part of the erasure. */
  createdAt: Date;
}

/** The dependencies of a phase. */
export interface PhaseContext {
  client: Transaction;
  erasure: Erasure;
  eraser: Eraser;
  ids: Ids;
  queues: QueueProducer;
  now: Date;
}

/** The changes of a step. */
export interface Progress extends Partial<Erasure> {
  /** The next step waits until then. */
  waitUntil?: Date;
  isDone?: boolean;
}

/** One step of a phase. */
export type Phase = (context: PhaseContext) => Promise<Progress>;

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

/** Adds ids to a list that has each of them once. */
export function joinIds(ids: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...ids, ...more])];
}
