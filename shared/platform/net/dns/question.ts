// One question to one DNS server, by c-ares (node:dns), and its reply as a value. Only this folder imports node:dns. A
// reply differs from an answer (answer.ts) in one point: it says whether an absent record's name exists, because only a
// name that exists can be an alias (CNAME) or be delegated to other name servers.
import type { Resolver } from 'node:dns/promises';
import type { CaaRecord, DnsAnswer, DnsFailure, MailExchange } from './answer.ts';

/** The values of each type of record that a question may ask for. */
export interface AskedValues {
  A: string;
  AAAA: string;
  CAA: CaaRecord;
  CNAME: string;
  MX: MailExchange;
  NS: string;
  PTR: string;
  /** The primary name server of a zone. */
  SOA: string;
  TXT: string;
}

/** A type of record that a question may ask for. */
export type AskedType = keyof AskedValues;

/** The reply of a server. */
export type DnsReply<Value> =
  | { readonly kind: 'found'; readonly values: readonly Value[] }
  /** `nameExists`: the name has other records, or is an alias or delegated (NOERROR); else NXDOMAIN. */
  | { readonly kind: 'absent'; readonly nameExists: boolean }
  | Unanswered;

/** No answer. */
export interface Unanswered {
  readonly kind: 'unanswered';
  readonly reason: DnsFailure;
}

/** The reply when the time is over. */
export const TIMED_OUT: Unanswered = { kind: 'unanswered', reason: 'timeout' };
/** The reply for a name that does not exist. */
export const NO_SUCH_NAME: DnsReply<never> = { kind: 'absent', nameExists: false };

const ABSENT: DnsAnswer<never> = { kind: 'absent' };
/** Octets of a name and of one of its labels, in text (RFC 1035 §2.3.4). */
const NAME_MAX = 253;
const LABEL = /^[a-z0-9_*/-]{1,63}$/i;

/** Asks a server through a channel. It never rejects. */
export async function askChannel<Type extends AskedType>(
  channel: Resolver,
  type: Type,
  name: string,
): Promise<DnsReply<AskedValues[Type]>> {
  try {
    const values = await READERS[type](channel, name);
    return values.length > 0 ? { kind: 'found', values } : { kind: 'absent', nameExists: true };
  } catch (error) {
    return replyOf(error);
  }
}

/** False for a text that is not a name in DNS, such as one with spaces, which c-ares refuses to ask about. */
export function isDnsQuestionName(name: string): boolean {
  return name.length <= NAME_MAX && name.split('.').every((label) => LABEL.test(label));
}

/** The answer for callers. */
export function toAnswer<Value>(reply: DnsReply<Value>): DnsAnswer<Value> {
  return reply.kind === 'absent' ? ABSENT : reply;
}

type Reader<Value> = (channel: Resolver, name: string) => Promise<Value[]>;

const READERS: { readonly [Type in AskedType]: Reader<AskedValues[Type]> } = {
  A: (channel, name) => channel.resolve4(name),
  AAAA: (channel, name) => channel.resolve6(name),
  // A record is its flag, and one field named by its tag.
  CAA: async (channel, name) =>
    (await channel.resolveCaa(name)).flatMap(({ critical, ...fields }) =>
      Object.entries(fields).map(([tag, value]) => ({
        tag: tag.toLowerCase(),
        value: storableText(String(value)),
      })),
    ),
  CNAME: async (channel, name) => (await channel.resolveCname(name)).map(hostNameOf),
  MX: async (channel, name) =>
    (await channel.resolveMx(name))
      .map(({ exchange, priority }) => ({ exchange: hostNameOf(exchange), priority }))
      .sort((a, b) => a.priority - b.priority),
  NS: async (channel, name) => (await channel.resolveNs(name)).map(hostNameOf),
  PTR: async (channel, name) => (await channel.resolvePtr(name)).map(hostNameOf),
  SOA: async (channel, name) => [hostNameOf((await channel.resolveSoa(name)).nsname)],
  TXT: async (channel, name) =>
    (await channel.resolveTxt(name)).map((strings) => storableText(strings.join(''))),
};

/** Postgres accepts no NUL in text or JSON. */
function storableText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD');
}

function hostNameOf(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** Error codes of node:dns. Codes that are not listed mean an answer that cannot be read. */
const FAILURES: Readonly<Record<string, DnsFailure>> = {
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  ESERVFAIL: 'servfail',
  // getaddrinfo says so for SERVFAIL and for silence.
  EAI_AGAIN: 'servfail',
  EREFUSED: 'refused',
  ECONNREFUSED: 'unreachable',
};

/** The reply that an error of node:dns means. */
export function replyOf(error: unknown): DnsReply<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND') return NO_SUCH_NAME;
  if (code === 'ENODATA') return { kind: 'absent', nameExists: true };
  return { kind: 'unanswered', reason: FAILURES[code] ?? 'malformed' };
}
