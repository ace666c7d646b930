// One attempt: a recipient of an email that this process has claimed, and how an outcome of it is put down.
import type { ClaimedRecipient, LoadedEmail } from '../../shared/resources/emails/delivery/load.ts';
import type { AttemptResult, RecipientOutcome } from '../../shared/resources/emails/delivery/record.ts';

/** What is sent to whom. */
export interface Attempt {
  email: LoadedEmail;
  recipient: ClaimedRecipient;
}

/** How an attempt ended, beside what it was about. */
export interface AttemptEnd {
  result: AttemptResult;
  code?: number;
  /** The server's words, or ours when no server spoke. */
  text: string;
  /** For `delayed` and `returned`. */
  nextAttemptAt?: Date;
  /** The message never got to a server: its recipient is not charged for. */
  isRefunded?: boolean;
}

/** A server may say anything at any length; what cannot be stored is left out (design rule 14). */
const REPLY_MAX_LENGTH = 2_000;

/**
 * The outcome as it is recorded.
 * @param at when the attempt ended
 */
export function recipientOutcomeOf(
  { email, recipient }: Attempt,
  end: AttemptEnd,
  at: Date,
): RecipientOutcome {
  return {
    recipientId: recipient.id,
    token: recipient.token,
    emailId: email.id,
    accountId: email.accountId,
    address: recipient.address,
    result: end.result,
    reply: {
      code: end.code ?? null,
      text: end.text.replaceAll('\0', '').slice(0, REPLY_MAX_LENGTH).toWellFormed(),
    },
    at,
    nextAttemptAt: end.nextAttemptAt ?? null,
    // Emails are charged for when they are made (shared/resources/accounts/quota.ts).
    refundOf: end.isRefunded ? email.createdAt : null,
  };
}
