// SMTP_URL: the servers that take our mail, in the order in which they are tried.
//
//   smtp://user:password@relay.example.com:587?tls=required,smtps://backup.example.com
//
// `smtp` starts in the clear (default port 587), `smtps` with TLS (465). Special characters in a password are
// percent-encoded, a comma too. `tls` says what protection is enough; `required` is the default with a login, so
// that no password travels in the clear by oversight, and `opportunistic` without.
import { ConfigError } from '../../../shared/platform/config/config.ts';

/** What protection is enough. */
export type TlsPolicy =
  /** TLS with a certificate that a trusted authority has signed for the host's name. */
  | 'required'
  /** TLS with any certificate: against listeners, not against impostors. */
  | 'insecure'
  /** TLS with any certificate where the server offers it. Whoever could forge one could as well hide the offer. */
  | 'opportunistic'
  /** Never. */
  | 'off';

/** A server of SMTP_URL. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first octet. */
  implicitTls: boolean;
  tls: TlsPolicy;
  login: { user: string; pass: string } | undefined;
}

const POLICIES: readonly string[] = ['required', 'insecure', 'opportunistic', 'off'] satisfies TlsPolicy[];
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Reads SMTP_URL.
 * @throws ConfigError saying what is wrong, never the value: it holds a password
 */
export function parseSmtpUrl(text: string): SmtpServer[] {
  return text.split(',').map((part) => parseServer(part.trim()));
}

function parseServer(text: string): SmtpServer {
  if (!URL.canParse(text)) throw refuse('is not a URL');
  const url = new URL(text);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (!defaultPort) throw refuse('must begin with smtp:// or smtps://');
  if (!url.hostname) throw refuse('names no host');
  const login = readLogin(url);
  const implicitTls = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    implicitTls,
    tls: readPolicy(url, { implicitTls, hasLogin: login !== undefined }),
    login,
  };
}

function readLogin({ username, password }: URL): SmtpServer['login'] {
  if (!username && !password) return undefined;
  if (!username || !password) throw refuse('has a user without a password or a password without a user');
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw refuse('has a login that is not percent-encoded correctly');
  }
}

function readPolicy(url: URL, given: { implicitTls: boolean; hasLogin: boolean }): TlsPolicy {
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'tls');
  if (unknown !== undefined) throw refuse(`has the unknown parameter "${unknown}"`);
  const policy =
    url.searchParams.get('tls') ?? (given.implicitTls || given.hasLogin ? 'required' : 'opportunistic');
  if (!isPolicy(policy)) throw refuse(`must have one of ${POLICIES.join(', ')} as "tls"`);
  if (given.implicitTls && (policy === 'off' || policy === 'opportunistic'))
    throw refuse(`contradicts itself: smtps:// is TLS and tls=${policy} is not`);
  // A password in the clear must be asked for in so many words, with tls=off.
  if (given.hasLogin && policy === 'opportunistic')
    throw refuse('has a login, which tls=opportunistic might show to everybody');
  return policy;
}

function isPolicy(text: string): text is TlsPolicy {
  return POLICIES.includes(text);
}

function refuse(what: string): ConfigError {
  return new ConfigError(`Configuration: "SMTP_URL" ${what}.`);
}
