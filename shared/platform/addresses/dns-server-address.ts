// Reads the address of a DNS server as operators write it in DNS_SERVERS and DNSSEC_RESOLVER.
import { isIP } from 'node:net';

/** Where a DNS server listens. */
export interface DnsServerAddress {
  address: string;
  port: number;
}

const DNS_PORT = 53;
const PORT_MAX = 65_535;

/** Reads `address` or `address:port`; IPv6 with a port is in brackets. @returns undefined for any other text */
export function parseDnsServer(text: string): DnsServerAddress | undefined {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const { address = '', port = DNS_PORT } =
    /^\[?(?<address>[^\]]+?)\]?(?::(?<port>\d+))?$/.exec(text)?.groups ?? {};
  const isServer = isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= PORT_MAX;
  return isServer ? { address, port: Number(port) } : undefined;
}
