// The questions to DNS about one message: each is asked once, and all of them are bounded, because the sender decides how
// many there are and how slowly they are answered.

import { toAsciiName } from '../../platform/addresses/international-names.ts';
import type { Dns, DnsAnswer } from '../../platform/net/dns/answer.ts';
import type { RecordType, ThreadDnsAnswer } from './thread-messages.ts';

/** The DNS functions that authentication uses. */
export type AuthenticationDns = Pick<Dns, 'txt' | 'mx' | 'addresses' | 'ptr'>;

/** SPF alone may ask for 10 names, and for the hosts of each MX (RFC 7208 §4.6.4); ARC for 50 keys. */
const QUESTIONS_MAX = 100;
/** After this long from the first question, further ones are unanswered at once: five that time out. */
const TIME_MS = 10_000;
const UNANSWERED = { kind: 'unanswered', reason: 'timeout' } as const;

/** Asks for one message. */
export class AuthenticationQuestions {
  readonly #dns: AuthenticationDns;
  readonly #clientAddress: string;
  readonly #asked = new Map<string, Promise<DnsAnswer<unknown>>>();
  #beganAtMs: number | undefined;

  /** @param clientAddress the only address whose name (PTR) is requested */
  constructor(dns: AuthenticationDns, clientAddress: string) {
    this.#dns = dns;
    this.#clientAddress = clientAddress;
  }

  /** The TXT records of a name. */
  async txt(name: string): Promise<DnsAnswer<string>> {
    return (await this.#ask('TXT', name, (asked) => this.#dns.txt(asked))) as DnsAnswer<string>;
  }

  /** The answer in the form that mailauth expects. */
  async answer(type: RecordType, name: string): Promise<ThreadDnsAnswer> {
    switch (type) {
      case 'TXT':
        return toThread(await this.txt(name), (values) => values.map((text) => [text]));
      case 'MX':
        return toThread(await this.#ask('MX', name, (asked) => this.#dns.mx(asked)));
      case 'PTR':
        return toThread(await this.#ask('PTR', name, () => this.#dns.ptr(this.#clientAddress)));
      default:
        return await this.#addresses(type === 'A' ? 4 : 6, name);
    }
  }

  /** One question finds the addresses of both families. */
  async #addresses(family: 4 | 6, name: string): Promise<ThreadDnsAnswer> {
    const answer = await this.#ask('addresses', name, (asked) => this.#dns.addresses(asked));
    const found = answer as Awaited<ReturnType<AuthenticationDns['addresses']>>;
    const ofFamily = found.kind === 'found' ? found.values.filter((value) => value.family === family) : [];
    if (found.kind === 'found' && ofFamily.length === 0) return { code: 'ENOTFOUND' };
    return toThread(found, () => ofFamily.map(({ address }) => address));
  }

  #ask(
    type: string,
    name: string,
    ask: (name: string) => Promise<DnsAnswer<unknown>>,
  ): Promise<DnsAnswer<unknown>> {
    const key = `${type} ${name}`;
    const known = this.#asked.get(key);
    if (known !== undefined) return known;
    const now = performance.now();
    this.#beganAtMs ??= now;
    if (this.#asked.size >= QUESTIONS_MAX || now - this.#beganAtMs > TIME_MS) {
      return Promise.resolve(UNANSWERED);
    }
    const plain = toDnsName(name);
    const answer = plain === undefined ? Promise.resolve({ kind: 'absent' as const }) : ask(plain);
    this.#asked.set(key, answer);
    return answer;
  }
}

function toDnsName(name: string): string | undefined {
  const trimmed = name.replace(/\.$/, '');
  return /^[\x21-\x7e]*$/.test(trimmed) ? trimmed.toLowerCase() : toAsciiName(trimmed);
}

/** @param toValues by default the values unchanged */
function toThread<Value>(
  answer: DnsAnswer<Value>,
  toValues: (values: readonly Value[]) => unknown[] = (values) => [...values],
): ThreadDnsAnswer {
  if (answer.kind === 'found') return { values: toValues(answer.values) };
  return { code: answer.kind === 'absent' ? 'ENOTFOUND' : 'ETIMEOUT' };
}
