// Parses SMTP_URL: the servers that accept our mail, in the order in which they are tried.
//
//   smtp://user:password@relay.example.com:587?tls=required,smtps://backup.example.com
//
// `smtp` starts unencrypted (default port 587), `smtps` with TLS (465). Special characters in a password are
// percent-encoded, also a comma. `tls` chooses the required protection; the default is `required` with a login, so
// that no password is sent unencrypted by mistake, and `opportunistic` without a login.
import type { TLSSocket } from 'node:tls';
import { ConfigError } from '../../../shared/platform/config/config.ts';

/** The required protection of a connection. */
export type TlsPolicy =
  /** TLS with a certificate that a trusted authority has signed for the host's name. */
  | 'required'
  /** TLS with any certificate: protects against eavesdropping, not against impersonation. */
  | 'insecure'
  /**
   * TLS with any certificate, version and cipher if the server offers it. An attacker who can forge a certificate can
   * also hide the offer.
   */
  | 'opportunistic'
  /** No TLS. */
  | 'off';

/** A server, and how it is connected to. */
export interface SmtpServer {
  host: string;
  /** The address of the host that the socket connects to; absent: the host is looked up. */
  address?: string;
  port: number;
  /** TLS from the first byte. */
  implicitTls: boolean;
  tls: TlsPolicy;
  login: { user: string; pass: string } | undefined;
  /** Demands more of the certificate than `tls`, before anything is sent of a mail (DANE). */
  isTrusted?: ((socket: TLSSocket) => boolean) | undefined;
}

const POLICIES: readonly string[] = ['required', 'insecure', 'opportunistic', 'off'] satisfies TlsPolicy[];
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Parses SMTP_URL, or another variable in this form.
 * @throws ConfigError with the problem, but never with the value, which contains a password
 */
export function parseSmtpUrl(text: string, variable = 'SMTP_URL'): SmtpServer[] {
  const refuse: Refuse = (what) => new ConfigError(`Configuration: "${variable}" ${what}.`);
  return text.split(',').map((part) => parseServer(part.trim(), refuse));
}

/** Makes the error that describes the fault. */
type Refuse = (what: string) => ConfigError;

function parseServer(text: string, refuse: Refuse): SmtpServer {
  if (!URL.canParse(text)) throw refuse('is not a URL');
  const url = new URL(text);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (!defaultPort) throw refuse('must begin with smtp:// or smtps://');
  if (!url.hostname) throw refuse('has no host');
  const login = readLogin(url, refuse);
  const implicitTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    implicitTls,
    tls: readPolicy(url, { implicitTls, hasLogin: login !== undefined }, refuse),
    login,
  };
}

function readLogin({ username, password }: URL, refuse: Refuse): SmtpServer['login'] {
  if (!username && !password) return undefined;
  if (!username || !password) throw refuse('has a user without a password or a password without a user');
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw refuse('has a login that is not percent-encoded correctly');
  }
}

function readPolicy(url: URL, given: { implicitTls: boolean; hasLogin: boolean }, refuse: Refuse): TlsPolicy {
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'tls');
  if (unknown !== undefined) throw refuse(`has the unknown parameter "${unknown}"`);
  const policy =
    url.searchParams.get('tls') ?? (given.implicitTls || given.hasLogin ? 'required' : 'opportunistic');
  if (!isPolicy(policy)) throw refuse(`must have one of ${POLICIES.join(', ')} as "tls"`);
  if (given.implicitTls && (policy === 'off' || policy === 'opportunistic'))
    throw refuse(`contradicts itself: smtps:// is TLS and tls=${policy} is not`);
  // A password is sent unencrypted only with an explicit tls=off.
  if (given.hasLogin && policy === 'opportunistic')
    throw refuse('has a login, which tls=opportunistic could send unencrypted');
  return policy;
}

function isPolicy(text: string): text is TlsPolicy {
  return POLICIES.includes(text);
}
