// How a dialogue with a server ends early: at which stage, why, and with which reply if it gave one. Thrown within
// this folder, and turned into a Delivery before it leaves it.

import type { SmtpReply, SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import type { Delivery } from '../transport.ts';
import { isRefusal } from './replies/reply.ts';

/** The dialogue cannot go on. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure';
  readonly stage: SmtpStage;
  /** The reply that ended it. */
  readonly reply: SmtpReply | undefined;

  constructor(stage: SmtpStage, reason: string, reply?: SmtpReply) {
    super(reason);
    this.stage = stage;
    this.reply = reply;
  }
}

/** What a failure means for the mail that met it; anything else that was thrown is a bug and thrown on. */
export function toDelivery(error: unknown): Delivery {
  if (!(error instanceof SmtpFailure)) throw error;
  const { stage, message, reply } = error;
  // A server that has no TLS for us says so in a reply; to us it is one that cannot be reached safely.
  if (reply && isRefusal(reply) && stage !== 'tls') return { kind: 'refused', stage, reply };
  return { kind: 'unreachable', stage, reason: message };
}
