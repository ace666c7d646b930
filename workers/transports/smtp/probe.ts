// Asks a server whether it would take mail from us, without sending any: it must let us in, take our login, and not
// demand one at MAIL. Used to find out when a refused configuration has been repaired.

import { SmtpFailure } from './failure.ts';
import { type OpenOptions, openConnection } from './open-connection.ts';
import { describeReply, isRefusal } from './reply.ts';
import type { SmtpServer } from './servers.ts';

/** Replies to MAIL that are about us and not about a mail: log in (first, or differently, or with TLS). */
const CONFIGURATION_CODES: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/** What a server says of us. */
export interface ProbeAnswer {
  /** It answered. */
  isReached: boolean;
  /** Why it would not take our mail; undefined: it would. */
  refusal: string | undefined;
}

/**
 * Opens a connection of its own and closes it again.
 * @param limitMs for all of it: who asks wants to know soon, and is not harmed by a wrong no
 */
export async function probeServer(
  server: SmtpServer,
  options: OpenOptions,
  limitMs: number,
): Promise<ProbeAnswer> {
  try {
    const connection = await openConnection(server, options, AbortSignal.timeout(limitMs));
    const closed = new Promise<void>((resolve) => connection.onClosed(resolve));
    const reply = await connection.command('MAIL FROM:<>', 'mail', limitMs);
    connection.quit();
    await closed;
    const isRefused = isRefusal(reply) && CONFIGURATION_CODES.has(reply.code);
    return { isReached: true, refusal: isRefused ? describeReply(reply) : undefined };
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    const { reply, message } = error;
    return { isReached: reply !== undefined, refusal: reply ? describeReply(reply) : message };
  }
}
