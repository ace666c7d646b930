// DNS messages of the development server: reads a query and writes the response (dns-packet encodes). A response that is
// too long for UDP is truncated, and the client asks again over TCP (RFC 2181 §9).
import {
  type Answer,
  AUTHORITATIVE_ANSWER,
  type DecodedPacket,
  decode,
  encode,
  type Packet,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
} from 'dns-packet';
import { toAnswer } from './dns-record.ts';
import type { ZoneAnswer } from './zones.ts';

/** A query with one question. */
export interface DnsQuery {
  id: number;
  /** Lower case, without the final dot; the root is empty. */
  name: string;
  type: string;
  packet: DecodedPacket;
}

/** The transport of a query. */
export type Transport = 'udp' | 'tcp';

/** RFC 1035 §4.1.1 */
export const RESPONSE_CODES = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
} as const;

/** Name of a response code. */
export type ResponseCode = keyof typeof RESPONSE_CODES;

/** A response over UDP without EDNS (RFC 1035 §4.2.1), and our own limit with it: no packet is fragmented. */
const UDP_MAX_BYTES = 512;
const EDNS_MAX_BYTES = 1_232;
const TCP_MAX_BYTES = 65_535;

/** Reads a query; undefined for bytes that are none. */
export function readQuery(message: Buffer): DnsQuery | undefined {
  try {
    const packet = decode(message);
    const [question, ...others] = packet.questions ?? [];
    if (packet.type !== 'query' || !question || others.length > 0) return undefined;
    const name = question.name === '.' ? '' : question.name.toLowerCase();
    return { id: packet.id ?? 0, name, type: question.type, packet };
  } catch {
    return undefined;
  }
}

/** Writes the response with the records that answer a query. */
export function writeResponse(query: DnsQuery, found: ZoneAnswer, transport: Transport): Buffer {
  const { code, answers, authorities, isAuthoritative } = found;
  const flags = RESPONSE_CODES[code] | (isAuthoritative ? AUTHORITATIVE_ANSWER : 0);
  const edns = ednsOf(query);
  const limit = transport === 'tcp' ? TCP_MAX_BYTES : udpLimit(edns?.udpPayloadSize);
  try {
    const whole = write(query, {
      flags,
      answers: answers.map(toAnswer),
      authorities: authorities.map(toAnswer),
    });
    return whole.length <= limit ? whole : write(query, { flags: flags | TRUNCATED_RESPONSE });
  } catch {
    // A record that no message can carry.
    return writeFailure(query, 'SERVFAIL');
  }
}

/** Writes a response without records. */
export function writeFailure(query: DnsQuery, code: ResponseCode): Buffer {
  return write(query, { flags: RESPONSE_CODES[code] });
}

function write(query: DnsQuery, { flags = 0, ...sections }: Packet): Buffer {
  const { id, questions = [], flag_rd: isRecursionDesired } = query.packet;
  const edns = ednsOf(query);
  return encode({
    type: 'response',
    id: id ?? 0,
    flags: flags | (isRecursionDesired ? RECURSION_DESIRED : 0),
    questions,
    additionals: edns ? [{ ...edns, udpPayloadSize: EDNS_MAX_BYTES, options: [] }] : [],
    ...sections,
  });
}

function ednsOf({ packet }: DnsQuery) {
  return packet.additionals?.find((answer): answer is Answer & { type: 'OPT' } => answer.type === 'OPT');
}

function udpLimit(payloadSize: number | undefined): number {
  if (payloadSize === undefined) return UDP_MAX_BYTES;
  return Math.min(Math.max(payloadSize, UDP_MAX_BYTES), EDNS_MAX_BYTES);
}
