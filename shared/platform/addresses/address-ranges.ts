// IP allowlists in CIDR notation: parses address ranges and tests whether an address is in one of them. An API key can
// be restricted to such ranges.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const PREFIX_LENGTH = /^\d{1,3}$/;

/**
 * Reads an address or a range of them: `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`.
 * @returns the range as Postgres writes a cidr, with the bits after the prefix cleared; undefined for any other text
 */
export function parseAddressRange(text: string): string | undefined {
  const [address = '', prefixLength, ...rest] = text.trim().split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return undefined;
  const longest = family === 4 ? 32 : 128;
  const length = prefixLength ?? String(longest);
  if (!PREFIX_LENGTH.test(length) || Number(length) > longest) return undefined;
  const cidr = `${address}/${Number(length)}`;
  if (family === 4) return `${ipaddr.IPv4.networkAddressFromCIDR(cidr)}/${Number(length)}`;
  // A caller with an IPv4-mapped address is known by its IPv4 address, so a range of mapped addresses would never
  // match.
  if (ipaddr.IPv6.parse(address).isIPv4MappedAddress()) return undefined;
  return `${ipaddr.IPv6.networkAddressFromCIDR(cidr)}/${Number(length)}`;
}

/**
 * True when an address is in one of the ranges.
 * @param address as `plainAddress` (shared/platform/addresses/client-network.ts) returns it; a text that is not an address
 *   is in none of them
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return ranges.some((range) => {
    const [network, length] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, length);
  });
}
