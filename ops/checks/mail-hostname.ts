// Does MAIL_HOSTNAME have addresses, and do they have it as their name (PTR)? Servers that a machine connects to look
// its address up and distrust one without a matching name.
import { parseMailDomain } from '../../shared/mail/domains/mail-domain.ts';
import { isDirect } from '../../shared/platform/config/mx-settings.ts';
import type { Dns } from '../../shared/platform/net/dns/answer.ts';
import { createConfiguredDns } from '../../shared/platform/net/dns/dns.ts';
import { type Check, type Finding, findingsOf } from './finding.ts';

const host = findingsOf('mail_hostname');
const ptr = findingsOf('ptr');

export const checkMailHostname: Check = async ({ service }) => {
  const { mailHostname, environment } = service;
  if (parseMailDomain(mailHostname) === undefined) {
    // The service of `npm start` has no public name.
    const finding = environment['NODE_ENV'] === 'production' ? host.unmet : host.advice;
    return [
      finding(
        `"${mailHostname}" is not a public host name. Set MAIL_HOSTNAME, which the DNS records of domains refer to.`,
      ),
    ];
  }
  const dns = createConfiguredDns({ ...service, outboundReach: 'public' });
  const answer = await dns.addresses(mailHostname);
  if (answer.kind === 'unanswered') {
    return [host.advice(`DNS did not answer for ${mailHostname} (${answer.reason}). Try again.`)];
  }
  if (answer.kind === 'absent') {
    return [
      host.unmet(`${mailHostname} has no address. Publish its A record, and an AAAA record if it has IPv6.`),
    ];
  }
  const addresses = answer.values.map(({ address }) => address);
  // Mail from other addresses has their names (checkDirectDelivery).
  const named = isDirect(service) && service.mx.sources.length > 0 ? [] : addresses;
  const found = host.met(`${mailHostname} has the address ${addresses.join(', ')}.`);
  return [found, ...(await Promise.all(named.map((address) => checkName(address, mailHostname, dns))))];
};

/** Advice only: a provider's relay sends mail from the provider's addresses. */
async function checkName(address: string, mailHostname: string, dns: Dns): Promise<Finding> {
  const answer = await dns.ptr(address);
  if (answer.kind === 'unanswered') {
    return ptr.advice(`DNS did not answer for the PTR record of ${address} (${answer.reason}). Try again.`);
  }
  const names = answer.kind === 'found' ? answer.values : [];
  if (names.includes(mailHostname)) return ptr.met(`${address} has the PTR record ${mailHostname}.`);
  const present = names.length === 0 ? 'has no PTR record' : `has the PTR record ${names.join(', ')}`;
  return ptr.advice(
    `${address} ${present}, but needs ${mailHostname}. Set it at your hosting provider, unless all mail leaves through an email provider.`,
  );
}
