// Questions to one validating resolver on this machine (DNSSEC_RESOLVER), such as unbound: answers with the resolver's
// statement whether DNSSEC proves them. It is believed because no other machine is between us; config.ts refuses
// others. Nothing is cached here: the resolver caches answers as long as their zones allow. docs/architecture/dane.md
import type { DnsAnswer, MailExchange, ResolvedAddress } from '../answer.ts';
import { findAddresses } from '../find-addresses.ts';
import { isDnsQuestionName, NO_SUCH_NAME, toAnswer } from '../question.ts';
import { createQuestionLimit } from '../question-limit.ts';
import { parseDnsServer } from '../server-address.ts';
import { QUESTION_TIMEOUT_MS } from '../servers.ts';
import { askValidating } from './ask.ts';
import type { SecureReply, SecureType, SecureValues, TlsaRecord } from './message.ts';

/** An answer, and whether it is proven. */
export interface SecureAnswer<Value> extends Omit<SecureReply<Value>, 'reply'> {
  /** `servfail` where a signature is wrong; what is unanswered is never secure. */
  readonly answer: DnsAnswer<Value>;
}

/** Questions; names are ASCII. They never reject. */
export interface ValidatingResolver {
  /** MX records, the preferred one first. */
  mx(name: string): Promise<SecureAnswer<MailExchange>>;
  /** IPv4 and IPv6 addresses; secure if both answers are. */
  addresses(host: string): Promise<SecureAnswer<ResolvedAddress>>;
  /** @param name with port and protocol, such as `_25._tcp.mx.acme.dev` */
  tlsa(name: string): Promise<SecureAnswer<TlsaRecord>>;
}

/** Questions in flight, in addition to slow ones (question-limit.ts). */
const AT_A_TIME = 256;

/**
 * Creates a client.
 * @param server `address` or `address:port`
 * @param timeoutMs for one question; shorter in tests
 * @throws Error for another text
 */
export function createValidatingResolver(
  server: string,
  timeoutMs = QUESTION_TIMEOUT_MS,
): ValidatingResolver {
  const target = parseDnsServer(server);
  if (!target) throw new Error('a validating resolver needs an address');
  const limit = createQuestionLimit({ atATime: AT_A_TIME, nowMs: () => performance.now() });
  const limited = { address: server, atATime: AT_A_TIME, rests: false };
  const ask = async <Type extends SecureType>(type: Type, given: string) => {
    const name = given.toLowerCase().replace(/\.$/, '');
    const none = { reply: NO_SUCH_NAME, isSecure: false, canonicalName: name };
    let secure: SecureReply<SecureValues[Type]> = none;
    if (!isDnsQuestionName(name)) return secure;
    await limit.run(limited, async () => {
      secure = await askValidating(target, type, name, timeoutMs);
      return secure.reply;
    });
    return secure;
  };
  return {
    async mx(name) {
      const answer = toSecureAnswer(await ask('MX', name));
      if (answer.answer.kind !== 'found') return answer;
      const values = [...answer.answer.values].sort((a, b) => a.priority - b.priority);
      return { ...answer, answer: { kind: 'found', values } };
    },
    async addresses(host) {
      const halves: SecureReply<string>[] = [];
      const reply = await findAddresses(async (type, name) => {
        const half = await ask(type, name);
        halves.push(half);
        return half.reply;
      }, host);
      const [first] = halves.sort((a, b) => Number(isFound(b)) - Number(isFound(a)));
      const isSecure = halves.every((half) => half.isSecure);
      return toSecureAnswer({ reply, isSecure, canonicalName: first?.canonicalName ?? host });
    },
    tlsa: async (name) => toSecureAnswer(await ask('TLSA', name)),
  };
}

function isFound({ reply }: SecureReply<unknown>): boolean {
  return reply.kind === 'found';
}

function toSecureAnswer<Value>({ reply, ...rest }: SecureReply<Value>): SecureAnswer<Value> {
  return { answer: toAnswer(reply), ...rest };
}
