// Reads the values of single environment variables for the schema of config.ts: lists, URLs, host names. A reader is a
// custom rule of joi: it returns the value in the form in which the configuration has it, or an error.
import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import Joi from 'joi';
import { parseAddressRange } from '../addresses/address-ranges.ts';
import { parseDnsServer } from '../addresses/dns-server-address.ts';
import { toAsciiName } from '../addresses/international-names.ts';
import { isProxyList } from './proxy-list.ts';
import { parseRedisUrl } from './redis-url.ts';

const DATABASE_SCHEMES = ['postgres', 'postgresql'];
const DATABASE_URI = Joi.string().uri({ scheme: DATABASE_SCHEMES });
/** Parameters with which libpq chooses between servers; our client would use the first one, or ignore them silently. */
const CHOOSING_PARAMETERS = ['target_session_attrs', 'load_balance_hosts'];

/** A URL of one server: a proxy in front of several servers finds the primary. */
export function readDatabaseUrl(text: string, { error }: Joi.CustomHelpers): string | Joi.ErrorReport {
  if (choosesServer(text)) return error('any.custom');
  // Asked here, so that a URL with several servers has one problem, not two.
  if (DATABASE_URI.validate(text).error === undefined) return text;
  return error('string.uriCustomScheme', { scheme: DATABASE_SCHEMES.join('|') });
}

function choosesServer(url: string): boolean {
  const [, authority = '', query = ''] = /^[a-z]+:\/\/([^/?#]*)[^?#]*(?:\?([^#]*))?/i.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  const hosts = authority.slice(authority.lastIndexOf('@') + 1).replaceAll(/%2c/gi, ',');
  const lists = ['host', 'hostaddr', 'port'].flatMap((name) => parameters.getAll(name));
  return (
    [hosts, ...lists].some((list) => list.includes(',')) ||
    CHOOSING_PARAMETERS.some((name) => parameters.has(name))
  );
}

/** `address` or `address:port`, separated by commas; an IPv6 address with a port is written in brackets. */
export function readDnsServers(text: string, { error }: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  const servers = text.split(',').map((server) => server.trim());
  return servers.every(parseDnsServer) ? servers : error('any.invalid');
}

/** Addresses and ranges of them, separated by commas. */
export function readAddressRanges(text: string, { error }: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  const ranges = text.split(',').map(parseAddressRange);
  return ranges.includes(undefined) ? error('any.invalid') : ranges.flatMap((range) => range ?? []);
}

/** One server, `address:port`. */
export function readDevelopmentDns(text: string, { error }: Joi.CustomHelpers): string | Joi.ErrorReport {
  return isIP(text) === 0 && parseDnsServer(text) ? text : error('any.invalid');
}

/** One server at an address of this machine: what it says of validation is believed only on loopback. */
export function readLoopbackDns(text: string, { error }: Joi.CustomHelpers): string | Joi.ErrorReport {
  const server = parseDnsServer(text);
  return server && ipaddr.parse(server.address).range() === 'loopback' ? text : error('any.invalid');
}

/** Host names, separated by commas. */
export function readSimulatorDomains(text: string, { error }: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  return names.every(isHostName) ? [...new Set(names)] : error('any.invalid');
}

/** The host of a URL; empty for a URL that is invalid, which joi reports separately. */
export function publicHost(publicUrl: string): string {
  if (!URL.canParse(publicUrl)) return '';
  return new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
}

/** Whether people reach the service over TLS; only then may a response require it of a browser (HSTS). */
export function isServedOverTls(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** A host name, in lower-case ASCII: it is sent to mail servers and published in DNS. */
export function readHostName(text: string, { error }: Joi.CustomHelpers): string | Joi.ErrorReport {
  const name = toAsciiName(text);
  return name !== undefined && isHostName(name) ? name : error('any.invalid');
}

/** The mechanisms of `parseSpfMechanisms`. */
export function readSpfMechanisms(text: string, { error }: Joi.CustomHelpers): string | Joi.ErrorReport {
  return parseSpfMechanisms(text) ?? error('any.invalid');
}

/**
 * One or more mechanisms, separated by spaces (RFC 7208 §5); the name of a provider alone means to include it.
 * @returns with one space between two; undefined: it has something else
 */
export function parseSpfMechanisms(text: string): string | undefined {
  const parts = text.trim().split(/\s+/);
  const mechanisms = parts.map((part) => (part.includes(':') ? part : `include:${part}`));
  return mechanisms.every(isSpfMechanism) ? mechanisms.join(' ') : undefined;
}

function isSpfMechanism(text: string): boolean {
  const { kind = '', value = '', length } = SPF_MECHANISM.exec(text)?.groups ?? {};
  switch (kind.toLowerCase()) {
    case 'ip4':
      return isIPv4(value) && Number(length ?? 32) <= 32;
    case 'ip6':
      return isIPv6(value) && Number(length ?? 128) <= 128;
    case 'a':
    case 'mx':
      return isDnsName(value) && Number(length ?? 32) <= 32;
    case 'include':
    case 'exists':
      return isDnsName(value) && length === undefined;
    default:
      return false;
  }
}

const SPF_MECHANISM = /^(?<kind>[a-z0-9]+):(?<value>[^/]+)(?:\/(?<length>\d{1,3}))?$/i;

/** Checks a name with a dot; it may have the underscores that names of SPF records often have. */
function isDnsName(text: string): boolean {
  return text.includes('.') && isHostName(text.replaceAll('_', 'x'));
}

/** A host name, or an IP address. */
export function isHostName(name: string): boolean {
  return Joi.string().hostname().required().validate(name).error === undefined;
}

/** A URL that redis-url.ts can parse. @throws Error, which joi reports as `any.custom` */
export function requireRedisUrl(text: string): string {
  if (!parseRedisUrl(text)) throw new Error('no Redis');
  return text;
}

/** A list that proxy-list.ts can parse. @throws Error, which joi reports as `any.custom` */
export function requireProxyList(text: string): string {
  if (!isProxyList(text)) throw new Error('no list of proxies');
  return text;
}
