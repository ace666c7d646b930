// Messages to a validating resolver: writes a query with EDNS and the bits DO and AD (RFC 6891, RFC 4035 §3.2.1, RFC
// 6840 §5.7), and reads the answer section of the reply. dns-packet writes; it does not read, because its reader trusts
// the length of a TLSA record: one that is too short would shift all records after it.
import { randomInt } from 'node:crypto';
import { AUTHENTIC_DATA, DNSSEC_OK, encode, RECURSION_DESIRED } from 'dns-packet';
import ipaddr from 'ipaddr.js';
import type { DnsFailure, MailExchange } from '../answer.ts';
import { type DnsReply, NO_SUCH_NAME } from '../question.ts';

/** A TLSA record (RFC 6698 §2.1). One that is too short for its three numbers has 255 for those that it lacks. */
export interface TlsaRecord {
  usage: number;
  selector: number;
  matchingType: number;
  /** A certificate, a public key, or the digest of one. */
  data: Buffer;
}

/** The values of each type of record that a question may ask for. */
export interface SecureValues {
  A: string;
  AAAA: string;
  MX: MailExchange;
  TLSA: TlsaRecord;
}

/** A type of record that a question may ask for. */
export type SecureType = keyof SecureValues;

/** The answer of the resolver. */
export interface SecureReply<Value> {
  readonly reply: DnsReply<Value>;
  /** It has validated all of it (AD), aliases and the proof of an absent record included. */
  readonly isSecure: boolean;
  /** The name that has the records: the end of the asked name's aliases. */
  readonly canonicalName: string;
}

interface RawRecord {
  name: string;
  type: number;
  /** Where its data start in the message. */
  start: number;
  end: number;
}

/** Fits every path without fragments (RFC 9715 §3.1). */
const UDP_PAYLOAD_BYTES = 1_232;
const HEADER_BYTES = 12;
/** The OPT record without options, at the end of a query. */
const OPT_BYTES = 11;
/** Type and class, at the end of a question. */
const TYPE_AND_CLASS_BYTES = 4;
const TYPES = { A: 1, CNAME: 5, MX: 15, AAAA: 28, TLSA: 52 } as const;
const CLASS_IN = 1;
const RESPONSE = 0x8000;
const TRUNCATED = 0x0200;
const NXDOMAIN = 3;
const NO_SUCH_RECORD: DnsReply<never> = { kind: 'absent', nameExists: true };
const FAILURES: Readonly<Record<number, DnsFailure>> = { 2: 'servfail', 5: 'refused' };
const ALIASES_MAX = 8;
const NAME_MAX = 255;
/** The value for a number that a short TLSA record lacks: it is reserved (RFC 6698 §7.2). */
const RESERVED = 255;

/** Writes a query with a random id. @param name lower case, without the final dot; one that DNS can have */
export function writeQuery(type: SecureType, name: string): Buffer {
  return encode({
    type: 'query',
    id: randomInt(0x1_0000),
    flags: RECURSION_DESIRED | AUTHENTIC_DATA,
    questions: [{ type, name }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD_BYTES,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: DNSSEC_OK,
        flag_do: true,
        options: [],
      },
    ],
  });
}

/** False for a message with another id or another question than the query's. */
export function isReplyTo(query: Buffer, message: Buffer): boolean {
  const question = query.subarray(HEADER_BYTES, -OPT_BYTES);
  return (
    message.length >= HEADER_BYTES + question.length &&
    message.readUInt16BE(0) === query.readUInt16BE(0) &&
    (message.readUInt16BE(2) & RESPONSE) !== 0 &&
    message.subarray(HEADER_BYTES, HEADER_BYTES + question.length).equals(question)
  );
}

/** True for a reply that must be requested over TCP. */
export function isTruncated(reply: Buffer): boolean {
  return (reply.readUInt16BE(2) & TRUNCATED) !== 0;
}

/** Reads a reply to a query. It never throws: what cannot be read is `malformed`. */
export function readReply<Type extends SecureType>(
  type: Type,
  name: string,
  message: Buffer,
): SecureReply<SecureValues[Type]> {
  try {
    const flags = message.readUInt16BE(2);
    const code = flags & 0xf;
    const isSecure = (flags & AUTHENTIC_DATA) !== 0;
    if (code === NXDOMAIN) return { reply: NO_SUCH_NAME, isSecure, canonicalName: name };
    if (code !== 0) return unanswered(name, FAILURES[code]);
    const records = readRecords(message);
    const canonicalName = followAliases(message, records, name);
    const values = records
      .filter((record) => record.type === TYPES[type] && record.name === canonicalName)
      .map((record) => VALUE_READERS[type](message, record));
    const isFound = values.length > 0;
    const reply = isFound ? { kind: 'found' as const, values } : NO_SUCH_RECORD;
    return { reply, isSecure, canonicalName };
  } catch {
    return unanswered(name);
  }
}

/** The reply when there is no answer. */
export function unanswered(name: string, reason: DnsFailure = 'malformed'): SecureReply<never> {
  return { reply: { kind: 'unanswered', reason }, isSecure: false, canonicalName: name };
}

/** The records of the answer section. @throws Error when the message is cut or has a bad name */
function readRecords(message: Buffer): RawRecord[] {
  const records: RawRecord[] = [];
  let at = readName(message, HEADER_BYTES).end + TYPE_AND_CLASS_BYTES;
  for (let count = message.readUInt16BE(6); count > 0; count -= 1) {
    const { name, end: fixed } = readName(message, at);
    const start = fixed + 10;
    at = start + message.readUInt16BE(fixed + 8);
    if (at > message.length) throw new Error('a record ends after its message');
    const isInternet = message.readUInt16BE(fixed + 2) === CLASS_IN;
    if (isInternet) records.push({ name, type: message.readUInt16BE(fixed), start, end: at });
  }
  return records;
}

/** The end of the aliases of a name. @throws Error for too many, and so for a loop */
function followAliases(message: Buffer, records: readonly RawRecord[], name: string): string {
  let current = name;
  for (let aliases = 0; aliases <= ALIASES_MAX; aliases += 1) {
    const alias = records.find((record) => record.type === TYPES.CNAME && record.name === current);
    if (!alias) return current;
    current = readName(message, alias.start).name;
  }
  throw new Error('too many aliases');
}

/** Reads a name (RFC 1035 §4.1.4); each pointer leads further to the front, so that none is followed twice. */
function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  let front = start;
  let end: number | undefined;
  let octets = 1;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    if (length >= 0xc0) {
      end ??= at + 2;
      at = message.readUInt16BE(at) & 0x3fff;
      if (at >= front) throw new Error('a pointer does not lead to the front');
      front = at;
      continue;
    }
    octets += 1 + length;
    if (length > 63 || octets > NAME_MAX) throw new Error('a label or a name is too long');
    labels.push(labelOf(message.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: end ?? at + 1 };
}

/**
 * The label in lower case; an octet that no host name has is escaped (RFC 1035 §5.1), so that it does not act as a dot
 * of the name.
 */
function labelOf(octets: Buffer): string {
  const escaped = (octet: string) => `\\${String(octet.charCodeAt(0)).padStart(3, '0')}`;
  return octets
    .toString('latin1')
    .replaceAll(/[^a-z0-9_*/-]/gi, escaped)
    .toLowerCase();
}

const VALUE_READERS: {
  readonly [Type in SecureType]: (message: Buffer, record: RawRecord) => SecureValues[Type];
} = {
  A: (message, record) => readAddress(message, record, 4),
  AAAA: (message, record) => readAddress(message, record, 16),
  MX: (message, { start }) => ({
    priority: message.readUInt16BE(start),
    exchange: readName(message, start + 2).name,
  }),
  TLSA(message, { start, end }) {
    const data = message.subarray(start, end);
    const [usage = RESERVED, selector = RESERVED, matchingType = RESERVED] = data;
    return { usage, selector, matchingType, data: data.subarray(3) };
  },
};

function readAddress(message: Buffer, { start, end }: RawRecord, octets: number): string {
  if (end - start !== octets) throw new Error('an address has another length');
  return ipaddr.fromByteArray([...message.subarray(start, end)]).toString();
}
