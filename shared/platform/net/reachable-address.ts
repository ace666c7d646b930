// Which addresses the service may be sent to by a URL that a user gave. Without this a webhook could read a cloud's
// metadata server or make requests inside the operator's network (server-side request forgery).
// It is a list of what is allowed, so that a range which nobody thought of is refused.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What the operator allows (decisions.md §9).
 * - `public`: addresses of the public internet; production.
 * - `loopback`: these, and the machine itself; development.
 * - `all`: every address; ALLOW_PRIVATE_WEBHOOKS.
 */
export type Reach = 'public' | 'loopback' | 'all';

/**
 * All of IPv6 that has been given to the public internet (RFC 4291 §2.4, IANA). Beyond it lie the IPv4-compatible
 * addresses (::/96), NAT64 (64:ff9b::/96 and 64:ff9b:1::/48) and site-local ones, of which not all have a name in ipaddr.js.
 * Inside it ipaddr.js names the rest: 6to4, Teredo, documentation, benchmarking, ORCHID and IETF's own.
 */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** True when an address, in the form that a resolver or `URL` writes it, may be connected to. */
export function isReachableAddress(address: string, reach: Reach): boolean {
  // ipaddr.js reads `127.0` as an address too.
  if (isIP(address) === 0) return false;
  if (reach === 'all') return true;
  const parsed = ipaddr.parse(address);
  if (reach === 'loopback' && parsed.range() === 'loopback') return true;
  // `unicast` is what ipaddr.js has no special name for. Addresses that hold another (IPv4-mapped, NAT64, 6to4,
  // Teredo) are refused whatever they hold: a public host has an ordinary address too.
  return parsed.range() === 'unicast' && isGlobal(parsed);
}

function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return !(address instanceof ipaddr.IPv6) || address.match(GLOBAL_UNICAST_V6);
}
