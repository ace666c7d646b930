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
  /** The dialogue of a connection that could not be opened: no connection has it then. */
  readonly dialogue: string | undefined;

  constructor(stage: SmtpStage, reason: string, reply?: SmtpReply, dialogue?: string) {
    super(reason);
    this.stage = stage;
    this.reply = reply;
    this.dialogue = dialogue;
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

/** The code of an error of the network. */
const NETWORK_ERROR = /\bE(?:CONN|HOST|NET|ADDR|AI_|TIMEDOUT|NOTFOUND|PIPE|ACCES|PERM)[A-Z_]*\b/;

/** The text of an error for clients: errors of the network contain the address of one of our servers. */
export function withoutAddress(words: string): string {
  return NETWORK_ERROR.exec(words)?.[0] ?? words;
}
