// A DNS record of the development server, as people write it, and its form in a DNS message (dns-packet).
import type { Answer } from 'dns-packet';

/** Types of records that the server has. */
export const RECORD_TYPES = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'TLSA', 'TXT'] as const;

/** A type of record. */
export type RecordType = (typeof RECORD_TYPES)[number];

/** A record. */
export interface DnsRecord {
  /** Full name in lower case, without the final dot. */
  name: string;
  type: RecordType;
  /**
   * An address, a host name or a text. CAA: `0 issue "ca.example"`; MX: `.` for no server (RFC 7505); SOA: primary
   * server, mailbox, and the five numbers; TLSA: usage, selector, matching type, and the data in hexadecimal digits.
   */
  value: string;
  /** The priority of an MX record. */
  priority?: number;
  /** The strings of a TXT record; absent: the value, split at 255 octets. */
  strings?: readonly string[];
  /** Seconds; 0 where absent, so that no resolver keeps it. */
  ttl?: number;
}

/** Octets of one string of a TXT record (RFC 1035 §3.3). */
const STRING_MAX = 255;
const CAA = /^(?<flags>\d{1,3}) (?<tag>issue|issuewild|iodef) "(?<value>[^"]*)"$/;

/** The record as dns-packet encodes it. */
export function toAnswer(record: DnsRecord): Answer {
  const { name, ttl = 0 } = record;
  return { name, ttl, class: 'IN', ...typeAndData(record) } as Answer;
}

function typeAndData({ type, value, priority, strings }: DnsRecord) {
  switch (type) {
    case 'TXT':
      return { type, data: (strings ?? splitText(value)).map((text) => Buffer.from(text)) };
    case 'MX':
      return { type, data: { preference: priority ?? 0, exchange: value } };
    case 'CAA': {
      const { flags = '0', tag = 'issue', value: ca = '' } = CAA.exec(value)?.groups ?? {};
      return { type, data: { flags: Number(flags), tag, value: ca } };
    }
    case 'TLSA': {
      const [usage, selector, matchingType, digits = ''] = value.split(' ');
      const numbers = {
        usage: Number(usage),
        selector: Number(selector),
        matchingType: Number(matchingType),
      };
      return { type, data: { ...numbers, certificate: Buffer.from(digits, 'hex') } };
    }
    case 'SOA': {
      const [mname = '', rname = '', ...numbers] = value.split(' ');
      const [serial, refresh, retry, expire, minimum] = numbers.map(Number);
      return { type, data: { mname, rname, serial, refresh, retry, expire, minimum } };
    }
    default:
      return { type, data: value };
  }
}

/** The strings of a text, each of up to 255 octets and with whole characters. */
function splitText(text: string): string[] {
  const strings = [''];
  for (const character of text) {
    const last = strings.at(-1) ?? '';
    if (Buffer.byteLength(last + character) <= STRING_MAX) strings[strings.length - 1] = last + character;
    else strings.push(character);
  }
  return strings;
}
