// One send attempt: a claimed recipient with its email, and the conversion of the attempt's end to a recorded outcome.
import { EMAIL_EVENT_REASONS, type EmailEventReason } from '../../shared/contract/emails/reasons.ts';
import type { DeliveryTls } from '../../shared/mail/delivery-tls.ts';
import type { RestOfRecipient } from '../../shared/resources/messaging/emails/delivery/held/offered-mail.ts';
import type {
  ClaimedRecipient,
  LoadedEmail,
} from '../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type {
  AttemptResult,
  RecipientOutcome,
} from '../../shared/resources/messaging/emails/delivery/record.ts';
import type { EventCause } from '../../shared/resources/messaging/emails/events/cause.ts';
import { isNotice } from '../../shared/resources/messaging/emails/notices/notice.ts';
import type { MailWay } from '../transports/way.ts';

/** An email and one of its recipients. */
export interface Attempt {
  email: LoadedEmail;
  recipient: ClaimedRecipient;
  /** Absent: there is one relay alone, whose turn no mail waits for. */
  way?: MailWay | undefined;
}

/** The use of a recipient's slot: whether its server has answered; `unused`: none was asked. */
export type AttemptUse = 'success' | 'failure' | 'unused';

/** How an attempt ended. */
export interface AttemptEnd {
  result: AttemptResult;
  code?: number;
  /** The server's reply in words, or our reason if no server replied. */
  text: string;
  /** Why, for every result but a success and `returned`. */
  reason?: EmailEventReason;
  /** Says more than the sentence of the reason; absent: that sentence, or `text` if no server replied. */
  message?: string;
  /** The entry of the suppression list that stopped it. */
  suppression?: EventCause['suppression'] | undefined;
  /** The server of the attempt, its TLS and the dialogue, as the transport has them (transport.ts). */
  server?: string | undefined;
  tls?: DeliveryTls | undefined;
  dialogue?: string | undefined;
  /** Absent: no server was asked. */
  use?: AttemptUse;
  /** DNS says that the recipient's domain has neither MX nor address. */
  isAbsent?: true;
  /** The state of its destination, which it waits for. */
  rest?: RestOfRecipient;
  /** For `delayed`, `rested` and `returned`. */
  nextAttemptAt?: Date;
  /** The simulator has made it. */
  isSimulated?: true;
  /** Nothing of the message was sent: the quota unit of the recipient is refunded. */
  isRefunded?: boolean;
  /** It is not sent now, so it does not count in the capacity of any day. Implied by `isRefunded`. */
  isUncharged?: boolean;
}

/** Longest stored reply and message, in characters: a server may send any text of any length. */
const REPLY_MAX_LENGTH = 2_000;
const MESSAGE_MAX_LENGTH = 1_000;

/**
 * Converts the end of an attempt to the outcome that is recorded.
 * @param at when the attempt ended
 */
export function recipientOutcomeOf(
  { email, recipient, way }: Attempt,
  end: AttemptEnd,
  at: Date,
): RecipientOutcome {
  const text = toStorable(end.text, REPLY_MAX_LENGTH);
  return {
    recipientId: recipient.id,
    token: recipient.token,
    emailId: email.id,
    accountId: email.accountId,
    address: recipient.address,
    result: end.result,
    reply: { code: end.code ?? null, text },
    cause: causeOf(end, text),
    server: end.server,
    tls: end.tls,
    dialogue: end.dialogue,
    isAbsent: end.isAbsent,
    provider: end.use === undefined ? undefined : way?.newProvider,
    rest: end.rest,
    at,
    isSimulated: end.isSimulated ?? false,
    nextAttemptAt: end.nextAttemptAt ?? null,
    // An email is charged when it is created (shared/resources/foundation/accounts/quota/quota.ts), a notice never.
    refundOf: end.isRefunded && !isNotice(email) ? email.createdAt : null,
    isUncharged: end.isRefunded || end.isUncharged || false,
  };
}

function causeOf(end: AttemptEnd, text: string): EventCause | null {
  const { reason, message, code, server, tls, suppression } = end;
  if (!reason) return null;
  const sentence = message ?? (code === undefined ? text : EMAIL_EVENT_REASONS[reason]);
  return {
    reason,
    message: toStorable(sentence, MESSAGE_MAX_LENGTH),
    smtpCode: code ?? null,
    smtpReply: code === undefined ? null : text,
    server: server ?? null,
    ...(tls && { tls }),
    ...(suppression && { suppression }),
  };
}

/** Removes what Postgres cannot store (docs/architecture/guarantees.md#text), and cuts. */
function toStorable(text: string, maxLength: number): string {
  return text.replaceAll('\0', '').slice(0, maxLength).toWellFormed();
}
