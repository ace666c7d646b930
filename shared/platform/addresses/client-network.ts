// Which addresses count as one client for the rate limit. An IPv6 customer has a whole /64 network and may use another
// address for each request, so the /64 is the client. An IPv4 address is a client, also as an IPv4-mapped IPv6 address.
import { isIP } from 'node:net';

/** Groups of an IPv6 address, and of its /64 network. */
const GROUPS = 8;
const NETWORK_GROUPS = 4;
/** The groups of its /48 network (RFC 6177). */
const SITE_GROUPS = 3;
/**
 * Some proxies append the port to a forwarded address; without this pattern each connection would be another client.
 */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** A trusted proxy may forward a text that is not an address; it is used as the name of the client, cut to this length. */
const NAME_MAX_LENGTH = 64;

/**
 * The client of an address: its IPv4 address, or its IPv6 /64 network.
 * @param address as in Express' `request.ip`: the socket's, or the one that a trusted proxy has forwarded
 */
export function clientNetwork(address: string): string {
  const host = plainAddress(address);
  return isIP(host) === 6 ? networkOf(host) : host.slice(0, NAME_MAX_LENGTH);
}

/** The neighbours of an address, which often belong together: its IPv4 /24, or its IPv6 /64 network. */
export function clientSubnet(address: string): string {
  const network = clientNetwork(address);
  return isIP(network) === 4 ? network.replace(/\d+$/, '0/24') : network;
}

/** The network that one customer may have: the IPv4 /24 of an address, or its IPv6 /48, which is 65,536 of /64. */
export function clientSite(address: string): string {
  const subnet = clientSubnet(address);
  return subnet.endsWith('::/64') ? `${subnet.split(':').slice(0, SITE_GROUPS).join(':')}::/48` : subnet;
}

/** An address without port and zone; an IPv4-mapped IPv6 address becomes the IPv4 address. */
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

/** The groups of an address without leading zeros; an embedded IPv4 address counts as two groups. */
function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text
    .split(':')
    .flatMap((group) => (group.includes('.') ? ['v4', 'v4'] : [Number.parseInt(group, 16).toString(16)]));
}
