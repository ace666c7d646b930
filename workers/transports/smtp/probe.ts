// Probe of the circuit breaker: asks a server whether it would accept mail from us, without sending any, to find out
// when a refused configuration was repaired. It repeats the refused mail up to the command that was refused: a server
// may accept the login and refuse MAIL, or accept MAIL and refuse every RCPT.

import { smtpOutcomeOf } from '../../../shared/mail/smtp-outcome.ts';
import type { RefusedMail } from '../../../shared/resources/foundation/providers/switch.ts';
import { SmtpFailure } from './failure.ts';
import { type OpenOptions, openConnection } from './opening/open-connection.ts';
import { describeReply } from './replies/reply.ts';
import type { SmtpServer } from './servers.ts';
import { type CommandAnswer, type DryRun, rehearse } from './transaction.ts';

/** The result of a probe. */
export interface ProbeAnswer {
  /** The server replied. */
  isReached: boolean;
  /** Why it would not accept our mail; undefined if it would. */
  refusal: string | undefined;
}

/** How to probe. */
export interface ProbeOptions {
  opening: OpenOptions;
  /** Aborts the probe: the caller needs a result soon, and a wrong refusal does no harm. */
  signal: AbortSignal;
  /** The mail that was refused; undefined if it is unknown. */
  refused: RefusedMail | undefined;
}

/** Probes a server over its own connection, which it closes again. */
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

/** The commands to repeat. DATA is the last step before sending, so it is sent only if DATA was refused. */
function rehearsalOf(refused: RefusedMail | undefined): DryRun {
  if (!refused) return { envelope: { from: '', to: '' }, lastStage: 'mail' };
  const { stage, from, to } = refused;
  return { envelope: { from, to }, lastStage: stage === 'data' ? 'data' : 'rcpt' };
}

/** A refusal of the address or the sender means that the server accepts us. */
function isAboutUs({ stage, reply }: CommandAnswer): boolean {
  return smtpOutcomeOf(stage, reply).kind === 'configuration';
}
