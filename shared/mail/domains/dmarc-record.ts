// Reads a DMARC record as a receiving server does (RFC 9989 §4.7). A part that cannot be read is its default, but for the
// policies: a receiver that cannot read them applies none, or `none` where the owner asks for reports (RFC 9989 §4.10.1).
import type { DMARC_POLICIES } from '../../contract/domains/values.ts';

/** The policy that the owner of a domain requests for mail that fails DMARC. */
export type DmarcPolicy = (typeof DMARC_POLICIES)[number];

/** A DMARC record. */
export interface DmarcRecord {
  /** The text in DNS. */
  text: string;
  /** Undefined: receivers cannot read them, and apply no DMARC. */
  policies: { own: DmarcPolicy; subdomains: DmarcPolicy } | undefined;
  /** `y`: a public suffix, below which domains are registered. `n`: the organizational domain. `u`: neither is said. */
  psd: 'y' | 'n' | 'u';
  /** The identifiers that must equal the From domain, instead of only sharing its organizational domain. */
  strict: { dkim: boolean; spf: boolean };
  /** The owner only tests the policy: receivers apply the next weaker one. */
  isTest: boolean;
}

/**
 * Finds the DMARC record among the texts under a name.
 * @returns undefined if there is none, or more than one (RFC 9989 §4.10 takes none of several)
 */
export function findDmarcRecord(texts: readonly string[]): DmarcRecord | undefined {
  const [first, ...others] = texts.filter(isDmarcRecord);
  return first === undefined || others.length > 0 ? undefined : readDmarcRecord(first);
}

function readDmarcRecord(text: string): DmarcRecord {
  const tags = new Map([...tagsOf(text)].map(([name, value]) => [name.toLowerCase(), value]));
  const lowerCaseOf = (name: string) => tags.get(name)?.toLowerCase();
  const psd = lowerCaseOf('psd');
  return {
    text,
    policies: readPolicies(lowerCaseOf) ?? (hasReportAddress(tags.get('rua')) ? NO_POLICIES : undefined),
    psd: psd === 'y' || psd === 'n' ? psd : 'u',
    strict: { dkim: lowerCaseOf('adkim') === 's', spf: lowerCaseOf('aspf') === 's' },
    isTest: lowerCaseOf('t') === 'y',
  };
}

const NO_POLICIES = { own: 'none', subdomains: 'none' } as const;

/** An unreadable policy for subdomains, existing (`sp`) or not (`np`), makes all of them unreadable. */
function readPolicies(lowerCaseOf: (name: string) => string | undefined): DmarcRecord['policies'] {
  const own = lowerCaseOf('p');
  const subdomains = lowerCaseOf('sp') ?? own;
  const absent = lowerCaseOf('np') ?? own;
  return isPolicy(own) && isPolicy(subdomains) && isPolicy(absent) ? { own, subdomains } : undefined;
}

function isPolicy(text: string | undefined): text is DmarcPolicy {
  return text === 'none' || text === 'quarantine' || text === 'reject';
}

/** True for a list with at least one URI in the form of a URI (RFC 9989 §4.8). */
function hasReportAddress(rua: string | undefined): boolean {
  return rua?.split(',').some((uri) => /^[a-z][a-z0-9+.-]*:[^,]+$/i.test(uri)) ?? false;
}

export function isDmarcRecord(text: string): boolean {
  return /^v *= *DMARC1 *(?:;|$)/.test(text);
}

/** The tags of a DKIM or DMARC record (RFC 6376 §3.2). Spaces do not count, also inside a key. */
export function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((part) => part.replace(/\s+/g, '').split(/=(?<value>.*)/s));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}
