// What one request asks to be sent: accepted as a whole, or not at all (interface.md, POST /emails/batch).
import type { Usage } from '../../../accounts/quota.ts';
import type { DomainError } from '../../../domain-error.ts';
import type { RememberedAnswer, Reservation } from '../../../idempotency/keys.ts';
import type { NewEmail } from '../email.ts';

/** Emails of one account that stand or fall together. */
export interface Submission {
  accountId: string;
  /** At least one. */
  emails: readonly NewEmail[];
  /** Emails that are refused are left out, and the others are sent (decisions.md §2, Batch). */
  isPermissive?: boolean;
  /** A key to finish in the same transaction, with the answer that it will be given again. */
  idempotency?: { reservation: Reservation; answerOf(accepted: Accepted): RememberedAnswer } | undefined;
}

/** What became of a submission that was accepted. */
export interface Accepted {
  /** Ids of the emails that are stored, in their order. */
  ids: string[];
  /** Of a permissive one: what was left out, by its place among the emails. */
  refused: { index: number; error: DomainError }[];
  /** The account's usage with it; undefined where it cannot be known any more. */
  usage: Usage | undefined;
}
