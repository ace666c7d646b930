// Finds the DMARC policy and the organizational domain of a domain as receiving servers do: by the DNS tree walk of
// RFC 9989 §4.10, which asks for a record at the domain and at each name above it, up to the top-level domain. It needs no
// list of public suffixes. The names are known before, at most eight, so all of them are asked at the same time.
import type { DnsAnswer, DnsFailure, DnsQuestions } from '../../platform/net/dns/answer.ts';
import { type DmarcPolicy, type DmarcRecord, findDmarcRecord } from './dmarc-record.ts';

type Questions = Pick<DnsQuestions, 'txt'>;

/** The answer of DNS about the DMARC policy of a domain. */
export type DmarcAnswer =
  | {
      readonly kind: 'found';
      /** The policy for the domain: `sp` of a record above it, `p` of its own record or without `sp`. */
      readonly policy: DmarcPolicy;
      /** The text of the record. */
      readonly record: string;
      /** The name of the record: `_dmarc.acme.dev`. */
      readonly name: string;
      readonly strict: DmarcRecord['strict'];
      readonly isTest: boolean;
      /** Null: DNS did not answer for a name above the domain. */
      readonly organizationalDomain: string | null;
    }
  /** No record: receivers apply no DMARC. */
  | { readonly kind: 'absent'; readonly organizationalDomain: string }
  /** Receivers cannot read the policies of the record, and apply no DMARC. */
  | { readonly kind: 'invalid'; readonly record: string; readonly name: string }
  | { readonly kind: 'unanswered'; readonly reason: DnsFailure };

/** A walk skips from a longer name to its last seven labels, so that no name costs more questions (RFC 9989 §4.10). */
const LABELS_ABOVE_MAX = 7;

/**
 * Finds the policy that receivers apply to mail from a domain. The domain counts as existing, because a domain that sends
 * has the records of its keys below its name: so the policy for names that do not exist (`np`) never applies.
 */
export async function findDmarcPolicy(domain: string, dns: Questions): Promise<DmarcAnswer> {
  const { found, failure } = await walk(domain, dns);
  const [first] = found;
  const isOwn = first?.domain === domain;
  // The record of the domain itself applies, whatever is above it.
  if (failure !== undefined && !isOwn) return { kind: 'unanswered', reason: failure };
  const organizationalDomain = failure === undefined ? selectOrganizationalDomain(domain, found) : null;
  const applied = isOwn ? first : recordAbove(found, organizationalDomain);
  if (applied === undefined) return { kind: 'absent', organizationalDomain: organizationalDomain ?? domain };
  const { text: record, policies, strict, isTest } = applied.record;
  const name = dmarcNameOf(applied.domain);
  if (policies === undefined) return { kind: 'invalid', record, name };
  const policy = isOwn ? policies.own : policies.subdomains;
  return { kind: 'found', policy, record, name, strict, isTest, organizationalDomain };
}

/**
 * Finds the organizational domain: two domains with the same one are aligned (RFC 9989 §4.10.2).
 * @returns undefined when DNS did not answer
 */
export async function findOrganizationalDomain(domain: string, dns: Questions): Promise<string | undefined> {
  const { found, failure } = await walk(domain, dns);
  return failure === undefined ? selectOrganizationalDomain(domain, found) : undefined;
}

/** The names of a walk: the domain, and those above it. */
export function listWalkedNames(domain: string): string[] {
  const labels = domain.split('.');
  const above = labels.slice(1).slice(-LABELS_ABOVE_MAX);
  return [domain, ...above.map((_label, index) => above.slice(index).join('.'))];
}

interface FoundRecord {
  domain: string;
  record: DmarcRecord;
}

interface Walk {
  /** Longest name first. */
  found: FoundRecord[];
  /** DNS did not answer for a name at which the walk had not ended yet. */
  failure?: DnsFailure;
}

async function walk(domain: string, dns: Questions): Promise<Walk> {
  const names = listWalkedNames(domain);
  const answers = await Promise.all(names.map((name) => dns.txt(dmarcNameOf(name))));
  const found: FoundRecord[] = [];
  for (const [index, name] of names.entries()) {
    const answer: DnsAnswer<string> = answers[index] ?? { kind: 'absent' };
    if (answer.kind === 'unanswered') return { found, failure: answer.reason };
    const record = answer.kind === 'found' ? findDmarcRecord(answer.values) : undefined;
    if (record === undefined) continue;
    found.push({ domain: name, record });
    // Such a record says where the organization begins; nothing above it counts.
    if (record.psd !== 'u') break;
  }
  return { found };
}

/** A walk ends at `psd`, so only its last record can have it. */
function selectOrganizationalDomain(domain: string, found: readonly FoundRecord[]): string {
  const last = found.at(-1);
  if (last === undefined) return domain;
  if (last.record.psd !== 'y' || last.domain === domain) return last.domain;
  // One label below the public suffix.
  return domain
    .split('.')
    .slice(-last.domain.split('.').length - 1)
    .join('.');
}

/** The record of the organizational domain, else that of the public suffix above it. */
function recordAbove(
  found: readonly FoundRecord[],
  organizationalDomain: string | null,
): FoundRecord | undefined {
  const last = found.at(-1);
  const ofSuffix = last?.record.psd === 'y' ? last : undefined;
  return found.find(({ domain }) => domain === organizationalDomain) ?? ofSuffix;
}

function dmarcNameOf(domain: string): string {
  return `_dmarc.${domain}`;
}
