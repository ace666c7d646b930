// Does MAIL_HOSTNAME have addresses, and do they have it as their name (PTR)? Servers that a machine connects to look
// its address up and distrust one without a matching name.
import { parseMailDomain } from '../../shared/mail/mail-domain.ts';
import { createDnsRecords, type DnsRecords } from '../../shared/platform/net/dns-records.ts';
import { type Check, type Finding, findingsOf, wordsOf } from './finding.ts';

const host = findingsOf('mail_hostname');
const ptr = findingsOf('ptr');

export const checkMailHostname: Check = async ({ service: { mailHostname, dnsServers, environment } }) => {
  if (parseMailDomain(mailHostname) === undefined) {
    // The service of `npm start` has no public name.
    const finding = environment['NODE_ENV'] === 'production' ? host.unmet : host.advice;
    return [
      finding(
        `"${mailHostname}" is no public host name: set MAIL_HOSTNAME, which the DNS records of domains name.`,
      ),
    ];
  }
  const dns = createDnsRecords(dnsServers);
  try {
    const addresses = await dns.addresses(mailHostname);
    if (addresses.length === 0) {
      return [
        host.unmet(`${mailHostname} has no address: publish its A record, and AAAA where it has IPv6.`),
      ];
    }
    const found = host.met(`${mailHostname} has the address ${addresses.join(', ')}.`);
    return [found, ...(await Promise.all(addresses.map((address) => checkName(address, mailHostname, dns))))];
  } catch (error) {
    return [host.advice(`DNS did not answer for ${mailHostname} (${wordsOf(error)}): try again.`)];
  }
};

/** Advice only: mail over a provider's relay leaves from the provider's addresses. */
async function checkName(address: string, mailHostname: string, dns: DnsRecords): Promise<Finding> {
  const names = await dns.names(address).catch(wordsOf);
  if (typeof names === 'string') {
    return ptr.advice(`DNS did not answer for the name of ${address} (${names}): try again.`);
  }
  if (names.includes(mailHostname)) return ptr.met(`${address} has the name ${mailHostname}.`);
  const present = names.length === 0 ? 'has no name (PTR)' : `has the name ${names.join(', ')}`;
  return ptr.advice(
    `${address} ${present}, not ${mailHostname}: set it where you rent the address, unless all mail leaves through a provider.`,
  );
}
