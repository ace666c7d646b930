// Protection against SSRF (server-side request forgery): which IP addresses a URL from a user may lead to. Without it a
// webhook could read a cloud's metadata server or send requests into the operator's network.
// It is an allowlist, so that a range that was forgotten is refused. See docs/architecture/guarded-fetch.md.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Which addresses may be reached; it follows from the environment (shared/platform/config/config.ts).
 * - `public`: addresses of the public internet; production.
 * - `loopback`: these, and the machine itself; development.
 * - `all`: every address; development with ALLOW_PRIVATE_WEBHOOKS.
 * - `only`: one server of the operator's own, wherever it is, and no other: scheme, host and port, as `URL.origin` has
 *   them (AI_URL).
 */
export type OutboundReach = 'public' | 'loopback' | 'all' | { readonly only: string };

/**
 * All of IPv6 that is assigned to the public internet (RFC 4291 §2.4, IANA). Outside of it are the IPv4-compatible
 * addresses (::/96), NAT64 (64:ff9b::/96 and 64:ff9b:1::/48) and site-local addresses; ipaddr.js does not know all of
 * these. The special ranges inside of it are known to ipaddr.js: 6to4, Teredo, documentation, benchmarking, ORCHID and
 * the IETF's own.
 */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** True when connections to an address are allowed. @param address as a resolver or `URL` writes it */
export function isAllowedAddress(address: string, reach: OutboundReach): boolean {
  // ipaddr.js would accept `127.0` as an address too.
  if (isIP(address) === 0) return false;
  // guarded-url.ts has compared the host with `only`.
  if (reach === 'all' || typeof reach === 'object') return true;
  const parsed = ipaddr.parse(address);
  if (reach === 'loopback' && parsed.range() === 'loopback') return true;
  // ipaddr.js calls an address without a special use `unicast`. Addresses that embed another one (IPv4-mapped, NAT64,
  // 6to4, Teredo) are refused whichever address they embed: a public host also has an ordinary address.
  return parsed.range() === 'unicast' && isGlobal(parsed);
}

function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST_V6);
}
