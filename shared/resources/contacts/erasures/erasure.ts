// The row of an erasure: whom it erases, and how far it has come. Its phases, each of which walks over one kind of rows
// in the order of their keys:
//
//   scheduled ─2 minutes─► emails ─► mentions ─► messages ─► logs ─► answers ─► imports ─┐
//   ┌────────────────────────────────────────────────────────────────────────────────────┘
//   └► events ─► runs ─► unfinished ─► (done)
//                        │   ▲  └─ waited ─► late_logs ─► (done)
//                        └───┘ an hour, while emails are on their way
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import type { ErasedPerson, Eraser } from './text/eraser.ts';

/** The phases of an erasure. */
export type ErasurePhase =
  | 'scheduled'
  | 'emails'
  | 'mentions'
  | 'messages'
  | 'logs'
  | 'answers'
  | 'imports'
  | 'events'
  | 'runs'
  | 'unfinished'
  | 'late_logs';

/** An erasure in progress. */
export interface Erasure extends ErasedPerson {
  id: string;
  accountId: string;
  phase: ErasurePhase;
  /** The keys of the last row that was looked at in this phase; empty: none yet. */
  position: readonly string[];
  /** Webhook messages until this time are looked at one by one; null in the phase `scheduled`. */
  messagesUntil: Date | null;
  unfinishedEmails: readonly string[];
  unfinishedMessages: readonly string[];
  /** When the person was to be erased. What was made later is not part of it. */
  createdAt: Date;
}

/** What a phase works with. */
export interface PhaseContext {
  client: Transaction;
  erasure: Erasure;
  eraser: Eraser;
  ids: Ids;
  queues: QueueProducer;
  now: Date;
}

/** What a step of a phase has changed. */
export interface Progress extends Partial<Erasure> {
  /** The next step waits until then. */
  waitUntil?: Date;
  isDone?: boolean;
}

/** One step of a phase. */
export type Phase = (context: PhaseContext) => Promise<Progress>;

const LOCK = `
  SELECT id, account_id AS "accountId", email_key AS "emailKey", names, contact_ids AS "contactIds", phase, position,
         messages_until AS "messagesUntil", unfinished_emails AS "unfinishedEmails",
         unfinished_messages AS "unfinishedMessages", created_at AS "createdAt"
  FROM contact_erasures WHERE id = $1 AND claim_token = $2 FOR NO KEY UPDATE`;

/** Locks the row; undefined: another worker has taken over the erasure, or it is done. */
export async function lockErasure(client: Transaction, { id, token }: Claim): Promise<Erasure | undefined> {
  const { rows } = await client.query<Erasure>({ name: 'lock-erasure', text: LOCK, values: [id, token] });
  return rows[0];
}

/** Writes how far an erasure has come. */
export async function saveErasure(client: Transaction, erasure: Erasure): Promise<void> {
  const { id, phase, position, names, messagesUntil, unfinishedEmails, unfinishedMessages } = erasure;
  await client.query({
    name: 'save-erasure',
    text: `UPDATE contact_erasures SET phase = $2, position = $3, names = $4, messages_until = $5,
             unfinished_emails = $6, unfinished_messages = $7 WHERE id = $1`,
    values: [id, phase, position, names, messagesUntil, unfinishedEmails, unfinishedMessages],
  });
}

/** Deletes the row of an erasure that is done: it holds the address and the names too. */
export async function endErasure(client: Transaction, { id }: Erasure): Promise<void> {
  await client.query({
    name: 'end-erasure',
    text: 'DELETE FROM contact_erasures WHERE id = $1',
    values: [id],
  });
}

/** Adds ids to a list that has each of them once. */
export function joinIds(ids: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...ids, ...more])];
}
