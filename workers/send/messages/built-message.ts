// A message that is ready to send, made by the builders of composed and of kept mail.
import type { AddressedField } from '../../../shared/mail/provider-feedback/addressed-fields.ts';
import type { LoadedEmail } from '../../../shared/resources/messaging/emails/delivery/loaded-email.ts';
import type { ContentsRecipient } from '../../../shared/resources/messaging/message-contents/recipient-contents.ts';
import type { MessageTail } from '../../transports/transport.ts';

/** A message that is ready to send, except for dot-stuffing. */
export interface BuiltMessage {
  octets: Buffer;
  /** The rest of a message with attachments or a large body. */
  tail?: MessageTail;
  /** An address in its header needs SMTPUTF8. */
  needsSmtpUtf8: boolean;
  /** Whether it is sent to a server with 8BITMIME or not at all. */
  isEightBit: boolean;
  /** Builds it for a server without 8BITMIME; undefined: it is a message of 7 bits, or cannot become one. */
  inSevenBit?: (() => Promise<BuiltMessage>) | undefined;
  /** Fields of the client that are addressed to providers: they are in none of the octets. Absent: there are none. */
  own?: readonly AddressedField[];
}

/**
 * Begins the messages of an email for recipients that are sent together. The returned function builds the message of
 * one of them, and throws when it cannot be composed or signed.
 */
export type MessageBuilder = (email: LoadedEmail) => (recipient: ContentsRecipient) => Promise<BuiltMessage>;

/** Does the work at the first call; all calls have the same result. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
