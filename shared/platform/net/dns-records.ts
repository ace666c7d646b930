// Looks up DNS records as they are published: TXT, MX, addresses, and the names of an address (PTR). Unlike the resolver
// of the guarded fetch it never reads /etc/hosts, because other mail servers do not see that either.
import ipaddr from 'ipaddr.js';
import { createDnsClient, noneIfAbsent } from './resolver.ts';

/** An MX record. */
export interface MailExchange {
  /** Host name, lower case, without the final dot. */
  exchange: string;
  priority: number;
}

/** Looks up DNS records. Each method answers an empty list for a name without such a record. */
export interface DnsRecords {
  /** TXT records, each with its strings joined. @throws Error when DNS does not answer */
  txt(name: string): Promise<string[]>;
  /** MX records, the preferred one first. @throws Error when DNS does not answer */
  mx(name: string): Promise<MailExchange[]>;
  /** IPv4 and IPv6 addresses of a host. @throws Error when DNS does not answer */
  addresses(host: string): Promise<string[]>;
  /** Host names of an address (PTR), lower case. @throws Error when DNS does not answer */
  names(address: string): Promise<string[]>;
}

/** Creates the look-up. @param servers `address` or `address:port`; an empty list means the servers of the system */
export function createDnsRecords(servers: readonly string[]): DnsRecords {
  const client = createDnsClient(servers);
  return {
    async txt(name) {
      const records = await noneIfAbsent(client.resolveTxt(name));
      return records.map((strings) => strings.join(''));
    },
    async mx(name) {
      const records = await noneIfAbsent(client.resolveMx(name));
      return records
        .map(({ exchange, priority }) => ({ exchange: hostNameOf(exchange), priority }))
        .sort((a, b) => a.priority - b.priority);
    },
    async addresses(host) {
      const answers = await Promise.all([
        noneIfAbsent(client.resolve4(host)),
        noneIfAbsent(client.resolve6(host)),
      ]);
      return answers.flat();
    },
    async names(address) {
      const names = await noneIfAbsent(client.resolvePtr(reverseNameOf(address)));
      return names.map(hostNameOf);
    },
  };
}

/** The name under which an address has its PTR record (RFC 1035 §3.5, RFC 3596 §2.5). */
function reverseNameOf(address: string): string {
  const parsed = ipaddr.parse(address);
  const octets = parsed.toByteArray();
  if (parsed.kind() === 'ipv4') return `${octets.reverse().join('.')}.in-addr.arpa`;
  const digits = [...Buffer.from(octets).toString('hex')];
  return `${digits.reverse().join('.')}.ip6.arpa`;
}

function hostNameOf(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
