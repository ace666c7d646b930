// Reads the values of single environment variables for the schema of config.ts: lists, URLs, host names. A reader is a
// custom rule of joi: it returns the value in the form in which the configuration has it, or an error.
import { isIP } from 'node:net';
import Joi from 'joi';
import { isProxyList } from './proxy-list.ts';
import { parseRedisUrl } from './redis-url.ts';

const SPF_MECHANISM =
  /^(?:(?:a|mx|include|exists):[a-z0-9_-]+(?:\.[a-z0-9_-]+)+(?:\/\d{1,3})?|ip4:[\d.]+(?:\/\d{1,2})?|ip6:[\da-f:]+(?:\/\d{1,3})?)$/i;

/** `address` or `address:port`, separated by commas; an IPv6 address with a port is written in brackets. */
export function readDnsServers(text: string, { error }: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  const servers = text.split(',').map((server) => server.trim());
  const isServer = (server: string) => {
    const { address = '', port = '53' } =
      /^\[?(?<address>[^\]]+?)\]?(?::(?<port>\d+))?$/.exec(server)?.groups ?? {};
    return isIP(server) !== 0 || (isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= 65_535);
  };
  return servers.every(isServer) ? servers : error('any.invalid');
}

/** Host names, separated by commas. */
export function readSimulatorDomains(text: string, { error }: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const isName = (name: string) => Joi.string().hostname().required().validate(name).error === undefined;
  return names.every(isName) ? [...new Set(names)] : error('any.invalid');
}

/** The host of a URL; empty for a URL that is invalid, which joi reports separately. */
export function publicHost(publicUrl: string): string {
  if (!URL.canParse(publicUrl)) return '';
  return new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
}

/** One or more mechanisms, separated by spaces (RFC 7208 §5); the name of a provider alone means to include it. */
export function readSpfMechanisms(text: string, { error }: Joi.CustomHelpers): string | Joi.ErrorReport {
  const mechanisms = text.trim().split(/\s+/);
  const named = mechanisms.map((part) => (part.includes(':') ? part : `include:${part}`));
  return named.every((part) => SPF_MECHANISM.test(part)) ? named.join(' ') : error('any.invalid');
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
