// Asks an SMTP server by address and without sending a mail: does it answer, and does one of ours have TLS with a
// certificate that others can check?
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { parseMailDomain } from '../../shared/mail/domains/mail-domain.ts';
import { createConfiguredDns } from '../../shared/platform/net/dns/dns.ts';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { withTimeout } from '../../shared/platform/time/timeout.ts';
import type { OpsDeps } from '../verb.ts';
import { wordsOf } from './finding.ts';

const TIMEOUT_MS = 10_000;
const REPLY_MAX = 4_096;
/** A certificate is renewed before its last days. */
const RENEWED_BEFORE_MS = 14 * DAY_MS;

/** The server to ask, and the expected name in its certificate. */
export interface AskedServer {
  address: string;
  port: number;
  hostname: string;
  now: Date;
  /** TLS from the first byte, in place of STARTTLS. */
  isSecure?: boolean;
}

/** `absent`: no SMTP server answers there; `fault`: one does, but its TLS has a fault. Both have a sentence. */
export type SmtpAnswer = { kind: 'met' } | { kind: 'fault' | 'absent'; words: string };

/** The addresses of MAIL_HOSTNAME. @returns none when it is not a name or has none: checkMailHostname says so */
export async function findMailAddresses({ service }: Pick<OpsDeps, 'service'>): Promise<string[]> {
  if (parseMailDomain(service.mailHostname) === undefined) return [];
  const answer = await createConfiguredDns({ ...service, outboundReach: 'public' }).addresses(
    service.mailHostname,
  );
  return answer.kind === 'found' ? answer.values.map(({ address }) => address) : [];
}

/** Asks one address. Never rejects. */
export async function askSmtpServer(asked: AskedServer): Promise<SmtpAnswer> {
  return await askAt(asked, async (socket) => {
    const found = await openTls(socket, asked);
    return typeof found === 'string' ? found : faultOf(found, asked.now);
  });
}

/**
 * Waits for the greeting of another's server; no command is sent. Never rejects.
 * @param from the address of this machine to connect from; undefined: the system chooses
 */
export async function askForGreeting(
  server: Pick<AskedServer, 'address' | 'port'>,
  from: string | undefined,
): Promise<SmtpAnswer> {
  return await askAt({ ...server, from }, async (socket) => {
    await once(socket, 'connect');
    await expectReply(socket, '220');
    return undefined;
  });
}

/** @param ask its result is the fault, in words */
async function askAt(
  { address, port, from }: { address: string; port: number; from?: string | undefined },
  ask: (socket: Socket) => Promise<string | undefined>,
): Promise<SmtpAnswer> {
  const socket = connectTcp({ host: address, port, ...(from !== undefined && { localAddress: from }) });
  socket.on('error', () => undefined);
  try {
    const words = await withTimeout(TIMEOUT_MS, 'An answer', ask(socket));
    return words === undefined ? { kind: 'met' } : { kind: 'fault', words };
  } catch (error) {
    return { kind: 'absent', words: wordsOf(error) };
  } finally {
    socket.destroy();
  }
}

interface FoundCertificate {
  /** Why others do not trust it. */
  distrust: string | undefined;
  endsAt: Date;
}

/** @returns what its certificate is, or why there is none. @throws Error when it is not an SMTP server */
async function openTls(
  socket: Socket,
  { hostname, isSecure = false }: AskedServer,
): Promise<FoundCertificate | string> {
  await once(socket, 'connect');
  if (isSecure) {
    const secured = await secure(socket, hostname);
    await expectReply(secured, '220');
    return certificateOf(secured);
  }
  await expectReply(socket, '220');
  socket.write(`EHLO ${hostname}\r\n`);
  const offers = await expectReply(socket, '250');
  if (!offers.some((line) => /^250[ -]STARTTLS$/i.test(line))) return 'does not offer TLS';
  socket.write('STARTTLS\r\n');
  await expectReply(socket, '220');
  return certificateOf(await secure(socket, hostname));
}

async function secure(socket: Socket, hostname: string): Promise<TLSSocket> {
  const secured = connectTls({ socket, servername: hostname, rejectUnauthorized: false });
  await once(secured, 'secureConnect');
  return secured;
}

function certificateOf(secured: TLSSocket): FoundCertificate {
  const { authorizationError } = secured;
  const endsAt = new Date(secured.getPeerCertificate().valid_to);
  // Node gives a code where its types have an Error.
  return { distrust: authorizationError ? String(authorizationError) : undefined, endsAt };
}

/** @returns the lines of the next reply */
async function expectReply(socket: Socket, code: string): Promise<string[]> {
  let text = '';
  // A reply ends with a line without a hyphen after its code (RFC 5321 §4.2.1).
  while (!/^\d{3}(?: .*)?\r\n$/m.test(text)) {
    if (text.length > REPLY_MAX) throw new Error('its answer does not end');
    const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'end')]);
    if (bytes === undefined) throw new Error('it closes the connection');
    text += String(bytes);
  }
  const lines = text.trimEnd().split('\r\n');
  const last = lines.at(-1) ?? '';
  if (!last.startsWith(code)) throw new Error(`it answers "${last.slice(0, 100)}"`);
  return lines;
}

function faultOf({ distrust, endsAt }: FoundCertificate, now: Date): string | undefined {
  if (distrust !== undefined) return `its certificate is not trusted by other servers (${distrust})`;
  if (endsAt.getTime() - now.getTime() > RENEWED_BEFORE_MS) return undefined;
  return `its certificate expires at ${endsAt.toISOString()}`;
}
