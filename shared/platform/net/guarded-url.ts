// The first check of the guarded fetch (protection against SSRF): which URLs a user may give, before any name is
// resolved. `URL` normalizes every spelling of a host (0x7f.1, 127.1, full-width digits, %6c), and the rules look at
// the normalized form only. An IPv4 address that was written in another form is refused too: no legitimate URL is
// written that way.
import { isIP, isIPv4 } from 'node:net';
import { isAllowedAddress, type OutboundReach } from '../addresses/allowed-address.ts';
import { parseUrl } from '../addresses/parse-url.ts';
import { GuardedFetchError } from './guarded-fetch-error.ts';

/** Longest URL; about the length that browsers and servers accept. */
const URL_MAX_LENGTH = 2048;
/** `URL` drops tabs and line breaks and reads a backslash as a slash: what is checked must be what was written. */
const FOREIGN_CHARACTERS = /[\s\\\p{Cc}]/u;
/**
 * Ports of web servers on the public internet. Other ports belong to other protocols, and some of those servers would
 * take parts of an HTTP request as commands.
 */
const PUBLIC_PORTS: ReadonlySet<string> = new Set(['80', '443', '8080', '8443']);
/** Names that are valid on this machine or this network only (RFC 6761, 6762, 7686, 8375, 9476; ICANN). */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'localdomain', 'internal', 'home.arpa', 'onion', 'alt'];
/** RFC 1035 §2.3.4; underscores are allowed too, because existing hosts have them. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const HOST_MAX_LENGTH = 253;

/**
 * Parses a URL that may be fetched, as far as that can be decided without DNS.
 * @throws GuardedFetchError `refused`, with a sentence for the user who gave the URL
 */
export function parseGuardedUrl(text: string, reach: OutboundReach): URL {
  if (text.length > URL_MAX_LENGTH) refuse(`The URL is longer than ${URL_MAX_LENGTH} characters.`);
  if (FOREIGN_CHARACTERS.test(text))
    refuse('The URL contains whitespace, control characters or a backslash.');
  const url = parseUrl(text) ?? refuse('This is not a URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    refuse('The URL must begin with http:// or https://.');
  if (url.username || url.password || /^https?:\/*[^/?#]*@/i.test(text)) {
    refuse('The URL must not contain a user name or password.');
  }
  if (typeof reach === 'object') {
    if (url.origin !== reach.only) refuse(`Only ${reach.only} may be reached.`);
    return url;
  }
  checkHost(url, text, reach);
  if (reach === 'public') checkPort(url);
  return url;
}

/** The host of a URL in the form for a resolver: IPv6 without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function checkHost(url: URL, text: string, reach: OutboundReach): void {
  const host = hostOf(url);
  if (isIP(host) === 0) checkName(host, reach);
  else if (!isAllowedAddress(host, reach)) refuse(`\`${host}\` is not a public address.`);
  else if (isIPv4(host) && !text.includes(host)) refuse('Write the IP address as four decimal numbers.');
}

function checkName(host: string, reach: OutboundReach): void {
  const name = host.replace(/\.$/, '');
  const isName = name.length <= HOST_MAX_LENGTH && name.split('.').every((label) => LABEL.test(label));
  if (!isName) refuse('The URL has no valid host name.');
  if (reach === 'all' || (reach === 'loopback' && isLocalhost(name))) return;
  const isPrivate = PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  if (isPrivate || !name.includes('.')) refuse(`\`${name}\` is not a public host.`);
}

/** True for `localhost` and the names below it: they mean this machine and are never resolved (RFC 6761 §6.3). */
export function isLocalhost(name: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(name);
}

function checkPort({ port }: URL): void {
  if (port !== '' && !PUBLIC_PORTS.has(port)) {
    refuse(`The port must be one of ${[...PUBLIC_PORTS].join(', ')}.`);
  }
}

function refuse(message: string): never {
  throw new GuardedFetchError('refused', message);
}
