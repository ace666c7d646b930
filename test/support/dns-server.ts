// A DNS server for tests on a free UDP port of this machine. It answers A and AAAA questions as a test configures it:
// with another answer to each question, with none, or not at all. It implements only the parts of RFC 1035 that a
// resolver needs.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

/** The answer for a host name: addresses, `nothing` (the name does not exist), `refused`, or `silence`. */
export type DnsAnswer = string[] | 'nothing' | 'refused' | 'silence';

/** A running server. */
export interface DnsServer {
  /** For `DNS_SERVERS`. */
  readonly address: string;
  /** Every question so far: `A hooks.acme.dev`. */
  readonly questions: string[];
  /** Sets the answer for a name; a function is called at each question. Unknown names do not exist. */
  set(host: string, answer: DnsAnswer | ((question: 'A' | 'AAAA') => DnsAnswer)): void;
  close(): Promise<void>;
}

const HEADER_BYTES = 12;
const TYPE_NAMES = new Map([
  [1, 'A'],
  [28, 'AAAA'],
] as const);
/** RFC 1035 §4.1.1 */
const RESPONSE_CODES = { nothing: 3, refused: 5 } as const;
/** A pointer to the name of the question, directly after the header (RFC 1035 §4.1.4). */
const NAME_OF_QUESTION = 0xc000 | HEADER_BYTES;

/** Starts a server. */
export async function createDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const answers = new Map<string, DnsAnswer | ((question: 'A' | 'AAAA') => DnsAnswer)>();
  const questions: string[] = [];
  socket.on('message', (message, { address, port }) => {
    const { name, type, end } = readQuestion(message);
    questions.push(`${type} ${name}`);
    const set = answers.get(name) ?? 'nothing';
    const answer = typeof set === 'function' ? set(type) : set;
    if (answer !== 'silence') socket.send(encode(message.subarray(0, end), type, answer), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    set: (host, answer) => void answers.set(host, answer),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  for (let length = message.readUInt8(offset); length > 0; length = message.readUInt8(offset)) {
    labels.push(message.toString('ascii', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  const type = TYPE_NAMES.get(message.readUInt16BE(offset + 1) as 1 | 28) ?? 'A';
  return { name: labels.join('.').toLowerCase(), type, end: offset + 5 };
}

function encode(question: Buffer, type: 'A' | 'AAAA', answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const addresses = Array.isArray(answer)
    ? answer.filter((text) => text.includes(':') === (type === 'AAAA'))
    : [];
  const message = Buffer.from(question);
  // A response, with recursion desired and available.
  message.writeUInt16BE(0x8180 | (Array.isArray(answer) ? 0 : RESPONSE_CODES[answer]), 2);
  message.writeUInt16BE(addresses.length, 6);
  message.writeUInt32BE(0, 8);
  return Buffer.concat([message, ...addresses.map((address) => encodeRecord(type, address))]);
}

function encodeRecord(type: 'A' | 'AAAA', address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(12);
  head.writeUInt16BE(NAME_OF_QUESTION, 0);
  head.writeUInt16BE(type === 'A' ? 1 : 28, 2);
  head.writeUInt16BE(1, 4);
  // A time to live of 0, so that no resolver caches it.
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
