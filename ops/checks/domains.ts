// Are the DNS records of the domains published? A receiving server checks DKIM, SPF and DMARC with them.
import { parseMailDomain } from '../../shared/mail/domains/mail-domain.ts';
import { createConfiguredDns } from '../../shared/platform/net/dns/dns.ts';
import { listSendingDomains } from '../../shared/resources/messaging/domains/find.ts';
import { findDkimKeys } from '../../shared/resources/messaging/domains/keys/dkim-key.ts';
import { checkRecords } from '../../shared/resources/messaging/domains/records/check-records.ts';
import {
  type DomainRecord,
  listDomainRecords,
  mailHostOf,
} from '../../shared/resources/messaging/domains/records/dns-records.ts';
import type { RecordAnswer } from '../../shared/resources/messaging/domains/records/record-answer.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const { met, advice, unmet } = findingsOf('domain');
/** Domains that are looked up, the oldest first. */
const DOMAINS_MAX = 100;

export const checkDomains: Check = async ({ database, service }) => {
  // Without a host name there are no records to compare with; checkMailHostname says so.
  if (parseMailDomain(service.mailHostname) === undefined) return [];
  const domains = await listSendingDomains(database, DOMAINS_MAX + 1);
  if (domains.length === 0) return [advice('No domain can send yet. Add one with add-domain.')];
  const shown = domains.slice(0, DOMAINS_MAX);
  const keys = await findDkimKeys(
    database,
    shown.map(({ id }) => id),
  );
  const dns = createConfiguredDns({ ...service, outboundReach: 'public' });
  const findings = await Promise.all(
    shown.map(async (domain) => {
      const own = keys.filter(({ domainId }) => domainId === domain.id);
      const records = listDomainRecords(domain, own, mailHostOf(service));
      return findingOf(domain.name, records, await checkRecords(domain.name, records, dns));
    }),
  );
  if (domains.length > DOMAINS_MAX)
    findings.push(advice(`Only the oldest ${DOMAINS_MAX} domains were checked.`));
  return findings;
};

function findingOf(
  name: string,
  records: readonly DomainRecord[],
  answers: readonly RecordAnswer[],
): Finding {
  const bad = records
    .map((record, index) => ({ record, answer: answers[index] as RecordAnswer }))
    .filter(({ answer }) => answer.outcome !== 'good');
  if (bad.length === 0) return met(`${name}: all records are published.`);
  const details = bad.map(({ answer }) => `${answer.detail}${describeFound(answer)}`).join(' ');
  const isBroken = bad.some(({ record, answer }) => record.neededFor && answer.outcome === 'bad');
  return (isBroken ? unmet : advice)(
    `${name}: ${details} Run domain-records ${name} to see what to publish.`,
  );
}

function describeFound({ found }: RecordAnswer): string {
  return found.length === 0 ? '' : ` (Found: ${found.map((value) => `"${value}"`).join(', ')}.)`;
}
