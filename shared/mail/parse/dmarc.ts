// DMARC (RFC 7489): finds the record of the domain of From, and says whether another domain is aligned with it. This is
// our own code because mailauth 4 takes strict alignment for relaxed, and reads From in its own way: what is authentic
// must be the address that the record shows.
import type { DnsAnswer } from '../../platform/net/dns/answer.ts';
import { requirePackage } from '../../platform/process/require-package.ts';

const { getDomain } = requirePackage<typeof import('tldts')>('tldts');

/** What a domain has published, or why there is nothing to apply. */
export type DmarcRecord =
  | { kind: 'record'; isStrictDkim: boolean; isStrictSpf: boolean }
  | { kind: 'none' | 'temperror' | 'permerror' };

const VERSION = /^\s*v\s*=\s*DMARC1\s*(?:;|$)/;
const POLICIES = new Set(['none', 'quarantine', 'reject']);

/** Finds the record of a domain, else of its organizational domain (RFC 7489 §6.6.3). */
export async function findDmarcRecord(
  txt: (name: string) => Promise<DnsAnswer<string>>,
  domain: string,
): Promise<DmarcRecord> {
  const organization = organizationalDomain(domain);
  for (const name of new Set([domain, organization])) {
    const answer = await txt(`_dmarc.${name}`);
    if (answer.kind === 'unanswered') return { kind: 'temperror' };
    const records = answer.kind === 'found' ? answer.values.filter((text) => VERSION.test(text)) : [];
    const [record] = records;
    if (records.length > 1) return { kind: 'none' };
    if (record !== undefined) return readRecord(record);
  }
  return { kind: 'none' };
}

/** Whether a domain may speak for the domain of From: the same, or of the same organization if that is enough. */
export function isAligned(domain: string, fromDomain: string, isStrict: boolean): boolean {
  if (isStrict) return domain === fromDomain;
  return organizationalDomain(domain) === organizationalDomain(fromDomain);
}

/** A record without a valid policy counts only if it asks for reports (RFC 7489 §6.6.3). */
function readRecord(text: string): DmarcRecord {
  const tags = new Map(text.split(';').map(readTag));
  const hasPolicy = [tags.get('p'), tags.get('sp') ?? 'none'].every((policy) => POLICIES.has(policy ?? ''));
  if (!hasPolicy && !tags.get('rua')) return { kind: 'permerror' };
  return { kind: 'record', isStrictDkim: tags.get('adkim') === 's', isStrictSpf: tags.get('aspf') === 's' };
}

function readTag(text: string): [string, string] {
  const [name = '', value = ''] = text.split('=', 2);
  return [name.trim().toLowerCase(), value.trim().toLowerCase()];
}

/** The registrable domain, by the whole public suffix list: customers of a hoster are not one organization. */
function organizationalDomain(domain: string): string {
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}
