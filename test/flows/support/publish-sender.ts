// The records of a domain whose mail this machine sends.
import { readTestDkimKey } from '../../support/factories/dkim-key.ts';
import type { DnsServer } from '../../support/net/dns-server.ts';

/** Publishes the records with which receivers recognize mail of a domain; strict alignment of DKIM. */
export function publishSender(dns: DnsServer, domain: string): void {
  const txt = (name: string, value: string) => dns.publish(name, { type: 'TXT', value });
  txt(`ph1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${readTestDkimKey().publicKeyBase64}`);
  txt(`send.${domain}`, 'v=spf1 ip4:127.0.0.0/8 -all');
  txt(`_dmarc.${domain}`, 'v=DMARC1; p=reject; adkim=s');
  dns.heal(domain);
}
