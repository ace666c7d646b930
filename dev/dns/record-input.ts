// Checks the records that a developer publishes in the development DNS: they must be ones that a DNS server can have.
import { isIPv4, isIPv6 } from 'node:net';
import Joi from 'joi';
import { getDomain } from 'tldts';
import { DomainError } from '../../shared/contract/domain-error.ts';
import type { DnsRecord, RecordType } from './dns-record.ts';

/** Types that can be published; the server makes the SOA and NS of a zone. */
const PUBLISHED_TYPES = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'TLSA', 'TXT'] as const;
const RECORDS_MAX = 1_000;
/** One record must fit into a message of 64 KB. */
const TEXT_MAX_BYTES = 60_000;
const PRIORITY_DEFAULT = 10;
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_*-]{1,63}\.)+[a-z0-9-]{1,63}$/;
const HOST = /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*[a-z0-9_-]{1,63}$/i;
const TLSA = /^(?:\d{1,3} ){3}(?:[0-9a-f]{2}){1,4096}$/i;
const OCTET_MAX = 255;
/** The server of a domain that accepts no mail (RFC 7505). */
const NO_SERVER = '.';
const CAA = /^\d{1,3} (?:issue|issuewild|iodef) "[^"]{0,250}"$/;

const RECORDS = Joi.array()
  .items(
    Joi.object({
      name: Joi.string().required(),
      type: Joi.string()
        .valid(...PUBLISHED_TYPES)
        .required(),
      value: Joi.string().allow('').required(),
      priority: Joi.number().integer().min(0).max(65_535).empty(null),
    }).unknown(),
  )
  .min(1)
  .max(RECORDS_MAX)
  .required()
  .label('records');

/** Checks records. @throws DomainError validation_error, which names the first bad one */
export function checkRecords(records: unknown): DnsRecord[] {
  const { value, error } = RECORDS.validate(records);
  if (error) throw new DomainError('validation_error', `${error.message}.`);
  return (value as DnsRecord[]).map(checkRecord);
}

function checkRecord({ name: given, type, value: text, priority }: DnsRecord): DnsRecord {
  const name = withoutDot(given).toLowerCase();
  const value = type === 'TXT' ? text : readValue(type, text);
  if (!NAME.test(name) || getDomain(name, { validateHostname: false }) === null) {
    throw new DomainError(
      'validation_error',
      `"${given}" must be a name below a domain, such as send.acme.dev.`,
    );
  }
  if (!VALUES[type](value)) {
    throw new DomainError('validation_error', `The ${type} record of "${given}" cannot have this value.`);
  }
  return { name, type, value, ...(type === 'MX' && { priority: priority ?? PRIORITY_DEFAULT }) };
}

const isHost = (value: string) => HOST.test(value);

/** Three octets and the data (RFC 6698 §2.1): any, so that what a certificate never has can be tried. */
const isTlsa = (value: string) =>
  TLSA.test(value) && value.split(' ', 3).every((number) => Number(number) <= OCTET_MAX);

const VALUES: Readonly<Record<RecordType, (value: string) => boolean>> = {
  A: isIPv4,
  AAAA: isIPv6,
  CAA: (value) => CAA.test(value),
  CNAME: isHost,
  MX: (value) => value === NO_SERVER || isHost(value),
  NS: isHost,
  PTR: isHost,
  SOA: () => false,
  TLSA: isTlsa,
  TXT: (value) => Buffer.byteLength(value) <= TEXT_MAX_BYTES,
};

function readValue(type: RecordType, text: string): string {
  if (type === 'MX' && text.trim() === NO_SERVER) return NO_SERVER;
  if (type !== 'TLSA') return withoutDot(text);
  // In a zone file, blanks may part the digits.
  const [usage, selector, matchingType, ...digits] = text.trim().split(/\s+/);
  return `${usage} ${selector} ${matchingType} ${digits.join('')}`;
}

function withoutDot(text: string): string {
  return text.trim().replace(/\.$/, '');
}
