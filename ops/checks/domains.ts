// Are the DNS records of the domains published? A receiving server checks DKIM, SPF and DMARC with them.
import { parseMailDomain } from '../../shared/mail/mail-domain.ts';
import { createDnsRecords } from '../../shared/platform/net/dns-records.ts';
import { compareDnsRecords, type RecordInDns } from '../../shared/resources/domains/compare-dns-records.ts';
import { listDomainRecords } from '../../shared/resources/domains/dns-records.ts';
import { listSendingDomains } from '../../shared/resources/domains/find-in-dns.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { met, advice, unmet } = findingsOf('domain');
/** Domains that are looked up, the oldest first. */
const DOMAINS_MAX = 100;

export const checkDomains: Check = async ({ database, service }) => {
  // Without a host name there are no records to compare with; checkMailHostname says so.
  if (parseMailDomain(service.mailHostname) === undefined) return [];
  const domains = await listSendingDomains(database, DOMAINS_MAX + 1);
  if (domains.length === 0) return [advice('No domain may send yet: add one with add-domain.')];
  const dns = createDnsRecords(service.dnsServers);
  const findings = await Promise.all(
    domains
      .slice(0, DOMAINS_MAX)
      .map(async (domain) =>
        judge(domain.name, await compareDnsRecords(listDomainRecords(domain, service), dns)),
      ),
  );
  if (domains.length > DOMAINS_MAX)
    findings.push(advice(`Only the oldest ${DOMAINS_MAX} domains were checked.`));
  return findings;
};

function judge(name: string, records: readonly RecordInDns[]): Finding {
  const bad = records.filter(({ status }) => status !== 'met');
  if (bad.length === 0) return met(`${name}: every record is published.`);
  const list = bad.map(describe).join('; ');
  const isBroken = bad.some(({ record, status }) => record.isRequired && status !== 'unknown');
  return (isBroken ? unmet : advice)(`${name}: ${list}. domain-records ${name} prints what to publish.`);
}

const WORDS = { missing: 'is missing', wrong: 'is wrong', unknown: 'is unknown, since DNS did not answer' };

function describe({ record: { name, type }, status, found }: RecordInDns): string {
  const present = status === 'wrong' ? ` (it is ${found.map((value) => `"${value}"`).join(', ')})` : '';
  return `${type} ${name} ${status === 'met' ? 'is good' : WORDS[status]}${present}`;
}
