// Answers of DNS that messages share: a sender's mail arrives in bursts, and each message asks for the same records.
import type { DnsAnswer } from '../../platform/net/dns/answer.ts';
import { createValueCache } from '../../platform/net/dns/value-cache.ts';
import type { AuthenticationDns } from './authentication-questions.ts';

/** The largest age of an answer: far below what a resolver caches. */
const KEPT_MS = 1_000;
const KEPT_MAX = 10_000;

/** Asks concurrent equal questions once, and caches answers for a second. Questions without an answer are asked again. */
export function shareAnswers(dns: AuthenticationDns): AuthenticationDns {
  return {
    txt: share((name) => dns.txt(name)),
    mx: share((name) => dns.mx(name)),
    addresses: share((host) => dns.addresses(host)),
    ptr: share((address) => dns.ptr(address)),
  };
}

function share<Value>(ask: (name: string) => Promise<DnsAnswer<Value>>) {
  const kept = createValueCache<Promise<DnsAnswer<Value>>>({
    max: KEPT_MAX,
    maxAgeMs: KEPT_MS,
    nowMs: () => performance.now(),
  });
  return (name: string): Promise<DnsAnswer<Value>> => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const answer = ask(name);
    kept.set(name, answer);
    const forget = () => {
      if (kept.get(name) === answer) kept.delete(name);
    };
    answer.then(({ kind }) => kind === 'unanswered' && forget(), forget);
    return answer;
  };
}
