// Starts a Postfix for a run, which relays or keeps all mail. It signs nothing itself; with a DKIM key its mail passes
// through OpenDKIM as a milter.
import type { LoadLogin } from '../load/smtp-session.ts';
import { type BenchOpenDkim, milterAddress, startOpenDkim } from './opendkim.ts';
import { requireLogin } from './postfix-login.ts';
import {
  makePostfixDirectory,
  type PostfixProgram,
  removePostfixDirectory,
  startPostfixProgram,
} from './postfix-program.ts';

/** What a run needs of Postfix. */
export interface PostfixOptions {
  /** Port on loopback of the server that gets all mail. */
  relayPort: number;
  /** RSA key in PEM with which OpenDKIM signs the mail; if absent, nothing is signed. */
  dkimPrivateKey?: string | undefined;
  /** Whether all mail stays in the queue and is not relayed; if absent, it does not. */
  keepsAll?: boolean;
  /** The only one who may send; if absent, every client of this machine may. */
  login?: LoadLogin;
}

/** A running Postfix. */
export interface BenchPostfix extends PostfixProgram {
  /** Process id of its OpenDKIM; absent if the mail is not signed. */
  signerPid?: number | undefined;
}

/** Starts a Postfix that relays all mail to a server on loopback. */
export async function startPostfix({
  dkimPrivateKey,
  relayPort,
  keepsAll,
  login,
}: PostfixOptions): Promise<BenchPostfix> {
  const directory = await makePostfixDirectory();
  let signer: BenchOpenDkim | undefined;
  const endSigner = async () => {
    await signer?.stop();
    await removePostfixDirectory(directory);
  };
  try {
    if (dkimPrivateKey !== undefined) signer = await startOpenDkim(directory, dkimPrivateKey);
    const settings = {
      myhostname: 'postfix.bench.local',
      relayhost: `[127.0.0.1]:${relayPort}`,
      default_destination_concurrency_limit: '50',
      // Otherwise Postfix slows down its input when the queue fills faster than it empties.
      in_flow_delay: '0',
      smtp_connection_cache_on_demand: 'yes',
      // The queue `hold`, which no other process of Postfix looks at.
      ...(login ? await requireLogin(directory, login) : {}),
      ...(keepsAll ? { smtpd_recipient_restrictions: 'static:HOLD' } : {}),
      ...(signer ? { smtpd_milters: milterAddress(directory), milter_default_action: 'tempfail' } : {}),
    };
    const program = await startPostfixProgram(directory, { settings });
    const stop = async () => {
      await program.stop();
      await endSigner();
    };
    return { ...program, signerPid: signer?.pid, stop };
  } catch (error) {
    await endSigner();
    throw error;
  }
}
