// The settings for sending mail: SMTP_URL names relays, or is `mx:`, and then mail goes straight to the servers of its
// recipients (direct delivery), from the addresses of MX_SOURCES (docs/direct-delivery.md#direct-or-relay).
import { isIP } from 'node:net';
import Joi from 'joi';
import { parseAddressRange } from '../addresses/address-ranges.ts';
import { type ProviderOverride, readShapingFile } from './shaping-file.ts';
import { isHostName } from './variable-values.ts';

/** How mail is delivered directly. */
export interface MxSettings {
  /** The port of the recipients' servers. */
  port: number;
  /** None: mail leaves from the address that the system chooses, over IPv4. */
  sources: readonly MxSource[];
  /** What SHAPING_FILE changes of the table of mailbox providers. */
  shaping: readonly ProviderOverride[];
  /** Most connections of a process to all servers. */
  maxConnections: number;
}

/** An address of this machine from which mail leaves. */
export interface MxSource {
  /** The pool that domains and lanes choose (docs/direct-delivery.md#direct-or-relay). */
  pool: string;
  /** The address as `URL` writes it, without brackets. */
  address: string;
  family: 4 | 6;
  /** Its name in EHLO and DNS (PTR): lower-case ASCII. */
  hostname: string;
}

/** The value of SMTP_URL for direct delivery. */
export const DIRECT_URL = 'mx:';
const SMTP_PORT = 25;
export const DEFAULT_POOL = 'default';
/** The word for no pool in `ops set-pool`. */
export const NO_POOL = 'none';
const SOURCE = /^(?:(?<pool>[^=]+)=)?(?:\[(?<bracketed>[^\]]+)\]|(?<plain>[^[\]/]+))\/(?<name>[^/]+)$/;

/** The environment variables with their defaults. docs/operations.md describes them. */
export const MX_VARIABLES = {
  SMTP_URL: Joi.string()
    .empty('')
    .custom(readSmtpUrl)
    .messages({ 'any.invalid': '"SMTP_URL" must be either mx: alone, or servers without mx:' }),
  MX_SOURCES: Joi.string().empty('').custom(readMxSources).default([]).messages({
    'any.invalid':
      '"MX_SOURCES" must be addresses with their names, separated by commas, such as 203.0.113.5/mx1.acme.dev or bulk=203.0.113.6/mx2.acme.dev',
    'any.unique': '"MX_SOURCES" has the same address twice',
  }),
  MX_PORT: Joi.number().port().min(1).empty('').default(SMTP_PORT),
  SHAPING_FILE: Joi.string()
    .empty('')
    .custom(readShapingFile)
    .default([])
    .messages({ 'any.invalid': '"SHAPING_FILE" {#problem}' }),
  MX_MAX_CONNECTIONS: Joi.number().integer().min(1).max(10_000).empty('').default(200),
};

/** Their values. */
export interface MxValues {
  SMTP_URL: string | undefined;
  MX_SOURCES: MxSource[];
  MX_PORT: number;
  SHAPING_FILE: ProviderOverride[];
  MX_MAX_CONNECTIONS: number;
}

/** The settings of valid values. */
export function mxSettings(values: MxValues): MxSettings {
  return {
    port: values.MX_PORT,
    sources: values.MX_SOURCES,
    shaping: values.SHAPING_FILE,
    maxConnections: values.MX_MAX_CONNECTIONS,
  };
}

/** Whether mail goes straight to the servers of its recipients. */
export function isDirect({ smtpUrl }: { smtpUrl: string | undefined }): boolean {
  return smtpUrl === DIRECT_URL;
}

/** The SPF mechanisms that allow the sources; undefined: mail leaves elsewhere, or from an address that is not set. */
export function spfOfSources({ SMTP_URL: smtpUrl, MX_SOURCES: sources }: MxValues): string | undefined {
  // An invalid list stays the text that it was, for the error.
  if (!isDirect({ smtpUrl }) || !Array.isArray(sources) || sources.length === 0) return undefined;
  return sources.map(({ family, address }) => `ip${family}:${address}`).join(' ');
}

/** Whether a text can be the name of a pool. */
export function isPoolName(text: string): boolean {
  return /^[a-z0-9_-]{1,32}$/.test(text) && text !== NO_POOL;
}

/** Reads a value in the form of SMTP_URL, only as far as `mx:` (workers/transports/smtp/servers.ts reads the rest). */
export function readSmtpUrl(text: string, { error }: Joi.CustomHelpers): string | Joi.ErrorReport {
  const hasDirect = text.split(',').some((part) => part.trim().toLowerCase().startsWith(DIRECT_URL));
  return hasDirect && text !== DIRECT_URL ? error('any.invalid') : text;
}

function readMxSources(text: string, { error }: Joi.CustomHelpers): MxSource[] | Joi.ErrorReport {
  const sources = text.split(',').flatMap((part) => readSource(part.trim()) ?? []);
  if (sources.length < text.split(',').length) return error('any.invalid');
  const addresses = new Set(sources.map(({ address }) => address));
  return addresses.size < sources.length ? error('any.unique') : sources;
}

function readSource(text: string): MxSource | undefined {
  const { pool = DEFAULT_POOL, bracketed, plain = '', name = '' } = SOURCE.exec(text)?.groups ?? {};
  const hostname = name.toLowerCase();
  // An address has one form as a range; mapped addresses and those with a zone have none.
  const [address] = parseAddressRange(bracketed ?? plain)?.split('/') ?? [];
  if (address === undefined || !isPoolName(pool) || !isHostName(hostname) || isIP(hostname) !== 0)
    return undefined;
  return { pool, address, family: isIP(address) === 6 ? 6 : 4, hostname };
}
