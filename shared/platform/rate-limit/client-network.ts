// Who counts as one client. An IPv6 customer is given a whole /64 and may use another address for each request, so
// the network is the client; an IPv4 address is one, also when it comes mapped into IPv6.
import { isIP } from 'node:net';

/** Groups of an IPv6 address, and those that name its /64. */
const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** Some proxies write the port behind the address that they forward; each connection would be another client. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Anything else that a trusted proxy calls an address; longer text says no more. */
const NAME_MAX_LENGTH = 64;

/**
 * The client of an address.
 * @param address as Express gives it: the socket's, or what a trusted proxy has forwarded
 */
export function clientNetwork(address: string): string {
  const host = plainAddress(address);
  return isIP(host) === 6 ? networkOf(host) : host.slice(0, NAME_MAX_LENGTH);
}

/** An address without port and zone; an IPv4 address as such, also when it comes mapped into IPv6. */
export function plainAddress(address: string): string {
  const [, bracketed, plain] = WITH_PORT.exec(address) ?? [];
  const [host = ''] = (bracketed ?? plain ?? address).split('%');
  return MAPPED_IPV4.exec(host)?.[1] ?? host;
}

function networkOf(address: string): string {
  const [head = [], tail = []] = address.split('::').map(groupsOf);
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** Groups in their shortest form; an embedded IPv4 address takes the room of two. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['v4', 'v4'] : [Number.parseInt(group, 16).toString(16)]));
}
