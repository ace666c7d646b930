// The error of an SMTP dialogue: the stage at which it ended, the reason, and the server's reply if there was one. It
// is thrown only inside this folder, and converted to a Delivery at its border.

import type { SmtpReply, SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import type { Delivery } from '../transport.ts';
import { isRefusal } from './replies/reply.ts';

/** The dialogue with the server failed. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure';
  readonly stage: SmtpStage;
  /** The reply that ended it, if any. */
  readonly reply: SmtpReply | undefined;

  constructor(stage: SmtpStage, reason: string, reply?: SmtpReply) {
    super(reason);
    this.stage = stage;
    this.reply = reply;
  }
}

/** Converts a failure to the result of the attempt. @throws any other error, because it is a bug */
export function toDelivery(error: unknown): Delivery {
  if (!(error instanceof SmtpFailure)) throw error;
  const { stage, message, reply } = error;
  // A server that offers us no TLS says so in a reply; for us it cannot be reached safely.
  if (reply && isRefusal(reply) && stage !== 'tls') return { kind: 'refused', stage, reply };
  return { kind: 'unreachable', stage, reason: message };
}
