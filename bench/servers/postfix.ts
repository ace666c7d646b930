// Starts a Postfix for a run, which relays or keeps all mail. It signs nothing itself; with a DKIM key its mail passes
// through OpenDKIM as a milter.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
  /** Port on loopback of the server that gets all mail, or of those that the recipients' domains name. */
  relayPort: number;
  /** If present, mail goes to the servers of its recipients' domains, over TLS; if absent, to one server. */
  direct?: DirectPostfix;
  /** RSA key in PEM with which OpenDKIM signs the mail; if absent, nothing is signed. */
  dkimPrivateKey?: string | undefined;
  /** Whether all mail stays in the queue and is not relayed; if absent, it does not. */
  keepsAll?: boolean;
  /** The only one who may send; if absent, every client of this machine may. */
  login?: LoadLogin;
}

/** A Postfix that delivers directly. */
export interface DirectPostfix {
  /** Address of the DNS server that it asks, at port 53. */
  dnsAddress: string;
  /** The most connections at a time, each of which is a process. */
  connections: number;
}

/** A running Postfix. */
export interface BenchPostfix extends PostfixProgram {
  /** Process id of its OpenDKIM; absent if the mail is not signed. */
  signerPid?: number | undefined;
}

const TLS_SERVICES = ['tlsmgr unix - - n 1000? 1 tlsmgr', 'tlsproxy unix - - y - 0 tlsproxy'];

/** Starts a Postfix, which relays all mail to a server on loopback unless it delivers directly. */
export async function startPostfix({
  dkimPrivateKey,
  relayPort,
  direct,
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
      default_destination_concurrency_limit: '50',
      // Otherwise Postfix slows down its input when the queue fills faster than it empties.
      in_flow_delay: '0',
      smtp_connection_cache_on_demand: 'yes',
      ...(direct
        ? await requireDirect(directory, direct, relayPort)
        : { relayhost: `[127.0.0.1]:${relayPort}` }),
      // The queue `hold`, which no other process of Postfix looks at.
      ...(login ? await requireLogin(directory, login) : {}),
      ...(keepsAll ? { smtpd_recipient_restrictions: 'static:HOLD' } : {}),
      ...(signer ? { smtpd_milters: milterAddress(directory), milter_default_action: 'tempfail' } : {}),
    };
    const program = await startPostfixProgram(directory, {
      settings,
      ...(direct && { isChrooted: true, services: TLS_SERVICES }),
    });
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

/** The port of all servers is not 25, and a resolver has no other one than 53, so the DNS server has an address of its own. */
async function requireDirect(
  directory: string,
  { dnsAddress, connections }: DirectPostfix,
  port: number,
): Promise<Record<string, string>> {
  await mkdir(path.join(directory, 'queue/etc'), { recursive: true });
  await writeFile(path.join(directory, 'queue/etc/resolv.conf'), `nameserver ${dnsAddress}\n`);
  return {
    disable_dns_lookups: 'no',
    smtp_host_lookup: 'dns',
    smtp_tcp_port: String(port),
    smtp_tls_security_level: 'may',
    // Without these Postfix opens a connection for nearly every mail, as it keeps none that has TLS, or none to a domain
    // with one mail. Of five settings this is the fastest, with 1.6 × the rate of its defaults.
    smtp_tls_connection_reuse: 'yes',
    smtp_connection_cache_destinations: 'static:all',
    smtp_connection_cache_time_limit: '30s',
    smtp_tls_session_cache_database: 'btree:$data_directory/smtp_scache',
    default_process_limit: String(connections),
  };
}
