// The cause of an event that is not a success: why a recipient bounced, failed, was delayed or suppressed
// (docs/reference/delivery.md#reasons).
import type { EmailEventReason } from '../../../../contract/emails/reasons.ts';
import type { DeliveryTls } from '../../../../mail/delivery-tls.ts';
import type { Suppression } from '../../../audience/suppressions/suppression.ts';

/** Why it happened, and what the server said. */
export interface EventCause {
  reason: EmailEventReason;
  /** One sentence for people. */
  message: string;
  /** The code and the text of the server's reply; null if no server replied. */
  smtpCode: number | null;
  smtpReply: string | null;
  /** Host name of the server that the attempt was made with; null if there was none. */
  server: string | null;
  /**
   * The TLS of a connection to the recipient's server; absent, null: none was opened, or mail leaves through a relay.
   */
  tls?: DeliveryTls | null;
  /** The entry of the suppression list, for `suppressed_address`. */
  suppression?: Pick<Suppression, 'origin' | 'smtpReply'>;
}

/** The fields of a cause when no server was asked. */
export const NO_REPLY = { smtpCode: null, smtpReply: null, server: null } as const;

/** The cause for mail whose domain can no longer send. @param domainName null: it is no longer known */
export function domainNotSendable(domainName: string | null): EventCause {
  const message = `The domain ${domainName || 'of the sender'} can no longer send.`;
  return { reason: 'domain_not_sendable', message, ...NO_REPLY };
}
