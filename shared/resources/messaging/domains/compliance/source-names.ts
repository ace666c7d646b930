// The rule ptr for mail from our own addresses (MX_SOURCES): each has the name of its EHLO (PTR), and that name
// resolves to the address. Receiving servers distrust every other address.
import type { MxSource } from '../../../../platform/config/mx-settings.ts';
import type { DnsAnswer, DnsQuestions, ResolvedAddress } from '../../../../platform/net/dns/answer.ts';
import { met, type RuleVerdict, unknown, unmet } from './rule.ts';

/** A source as DNS knows it. */
export interface SourceInDns extends Pick<MxSource, 'address' | 'hostname'> {
  names: DnsAnswer<string>;
  /** The addresses of its host name. */
  addresses: DnsAnswer<ResolvedAddress>;
}

/** Asks for the names of each address, and for the addresses of each name. */
export async function findSourcesInDns(
  sources: readonly MxSource[],
  dns: Pick<DnsQuestions, 'addresses' | 'ptr'>,
): Promise<SourceInDns[]> {
  return await Promise.all(
    sources.map(async ({ address, hostname }) => {
      const [names, addresses] = await Promise.all([dns.ptr(address), dns.addresses(hostname)]);
      return { address, hostname, names, addresses };
    }),
  );
}

/** Judges one source. */
export function evaluateSource({ address, hostname, names, addresses }: SourceInDns): RuleVerdict {
  if (names.kind !== 'unanswered' && !(names.kind === 'found' && names.values.includes(hostname))) {
    const present =
      names.kind === 'found'
        ? `has the PTR record ${names.values.slice(0, 3).join(', ')}`
        : 'has no PTR record';
    return unmet(
      `${address} ${present}, but needs ${hostname}. The operator of this service sets it at the host of the address.`,
    );
  }
  const leadsBack =
    addresses.kind === 'found' && addresses.values.some(({ address: found }) => found === address);
  if (addresses.kind !== 'unanswered' && !leadsBack) {
    return unmet(
      `${hostname} does not resolve to ${address}. The operator of this service must publish its A or AAAA record.`,
    );
  }
  if (names.kind === 'unanswered' || addresses.kind === 'unanswered')
    return unknown(`DNS did not answer for ${address} and ${hostname}. Try again in a minute.`);
  return met(`${address} has the PTR record ${hostname}, which resolves back to it.`);
}

/** Evaluates all: faults are first, then unknown results. @param sources at least one */
export function evaluateSources(sources: readonly SourceInDns[]): RuleVerdict {
  const verdicts = sources.map(evaluateSource);
  const worst = verdicts.find(({ met }) => met === false) ?? verdicts.find(({ met }) => met === null);
  return worst ?? met('The sending addresses have PTR records that resolve back to them.');
}
