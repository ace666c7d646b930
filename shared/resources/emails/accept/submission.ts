// What one request asks to be sent: accepted as a whole, or not at all (interface.md, POST /emails/batch).

import type { DomainError } from '../../../contract/domain-error.ts';
import type { Usage } from '../../accounts/quota.ts';
import type { RememberedAnswer, Reservation } from '../../idempotency/keys.ts';
import type { NewEmail } from '../email.ts';
import type { Deadline } from './deadline.ts';

/** An email of a batch that is not sent, by its place in the request. */
export interface RefusedItem {
  index: number;
  error: DomainError;
}

/** Emails of one account that stand or fall together. */
export interface Submission {
  accountId: string;
  /** At least one. */
  emails: readonly NewEmail[];
  /** Undefined: one email by itself. */
  batch?: Batch | undefined;
  /** A key to finish in the same transaction, with the answer that it will be given again. */
  idempotency?: { reservation: Reservation; answerOf(accepted: Accepted): RememberedAnswer } | undefined;
  /** When it must be stored or given up. */
  deadline?: Deadline | undefined;
}

/** What makes a submission a batch (decisions.md §2, Batch). */
export interface Batch {
  /** One bad email refuses all, or is left out. */
  mode: 'strict' | 'permissive';
  /** The places of the emails in the request. */
  indexes: readonly number[];
  /** Of a permissive one: what was left out already. */
  refused: readonly RefusedItem[];
}

/** What became of a submission that was accepted. */
export interface Accepted {
  /** Ids of the emails that are stored, in their order. */
  ids: string[];
  /** Of a permissive batch: what was left out, in the order of the request. */
  refused: RefusedItem[];
  /** The account's usage with it; undefined where it cannot be known any more. */
  usage: Usage | undefined;
}
