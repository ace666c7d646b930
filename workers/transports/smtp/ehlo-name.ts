// Our name in EHLO: servers compare it with the DNS name of the connection's address.
import { isIP } from 'node:net';

/** The name for a host; an IP address becomes an address literal (RFC 5321 §4.1.3). */
export function ehloNameOf(host: string): string {
  const family = isIP(host);
  if (family === 0) return host;
  return family === 4 ? `[${host}]` : `[IPv6:${host}]`;
}
