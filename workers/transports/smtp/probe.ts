// Asks a server whether it would take mail from us, without sending any. Used to find out when a refused
// configuration has been repaired: the mail that was refused is asked for again, as far as the command at which it
// was. A server may take the login and refuse MAIL, or take MAIL and refuse every RCPT.

import { smtpOutcomeOf } from '../../../shared/mail/smtp-outcome.ts';
import type { RefusedMail } from '../../../shared/resources/sending/provider-switch.ts';
import { SmtpFailure } from './failure.ts';
import { type OpenOptions, openConnection } from './opening/open-connection.ts';
import { describeReply } from './replies/reply.ts';
import type { SmtpServer } from './servers.ts';
import { type CommandAnswer, type Rehearsal, rehearse } from './transaction.ts';

/** What a server says of us. */
export interface ProbeAnswer {
  /** It answered. */
  isReached: boolean;
  /** Why it would not take our mail; undefined: it would. */
  refusal: string | undefined;
}

/** How to ask. */
export interface ProbeOptions {
  opening: OpenOptions;
  /** Breaks it off: who asks wants to know soon, and is not harmed by a wrong no. */
  signal: AbortSignal;
  /** Undefined: nothing is known but that we were refused. */
  refused: RefusedMail | undefined;
}

/** Opens a connection of its own and closes it again. */
export async function probeServer(
  server: SmtpServer,
  { opening, signal, refused }: ProbeOptions,
): Promise<ProbeAnswer> {
  try {
    const connection = await openConnection(server, opening, signal);
    const closed = new Promise<void>((resolve) => connection.onClosed(resolve));
    signal.addEventListener('abort', () => connection.destroy());
    const answer = await rehearse(connection, rehearsalOf(refused), opening.timeouts);
    connection.quit();
    await closed;
    return {
      isReached: true,
      refusal: answer && isAboutUs(answer) ? describeReply(answer.reply) : undefined,
    };
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    const { reply, message } = error;
    if (signal.aborted) return { isReached: false, refusal: 'The server did not answer in time.' };
    return { isReached: reply !== undefined, refusal: reply ? describeReply(reply) : message };
  }
}

/** DATA is the step before sending, so it is only asked for when that was refused. */
function rehearsalOf(refused: RefusedMail | undefined): Rehearsal {
  if (!refused) return { envelope: { from: '', to: '' }, lastStage: 'mail' };
  const { stage, from, to } = refused;
  return { envelope: { from, to }, lastStage: stage === 'data' ? 'data' : 'rcpt' };
}

/** A refusal of the address or the sender says that we are let in. */
function isAboutUs({ stage, reply }: CommandAnswer): boolean {
  return smtpOutcomeOf(stage, reply).kind === 'configuration';
}
