// A DNS server for tests on a free UDP port of this machine. It answers A and AAAA questions as a test configures it:
// with another answer to each question, with none, or not at all. It also serves TXT, MX and PTR records. It implements
// only the parts of RFC 1035 that a resolver needs.
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
  /** Publishes a record under a name, in addition to those that it has. */
  publish(name: string, record: DnsRecord): void;
  /** Removes the TXT, MX and PTR records of a name. */
  withdraw(name: string): void;
  close(): Promise<void>;
}

/** A record other than an address. The PTR of `192.0.2.1` is under the name `1.2.0.192.in-addr.arpa`. */
export type DnsRecord =
  | { type: 'TXT'; value: string }
  | { type: 'MX'; value: string; priority: number }
  | { type: 'PTR'; value: string };

type AddressType = 'A' | 'AAAA';
type QuestionType = AddressType | DnsRecord['type'];

const HEADER_BYTES = 12;
const TYPES = { A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const satisfies Record<QuestionType, number>;
/** RFC 1035 §4.1.1 */
const RESPONSE_CODES = { nothing: 3, refused: 5 } as const;
/** A pointer to the name of the question, directly after the header (RFC 1035 §4.1.4). */
const NAME_OF_QUESTION = 0xc000 | HEADER_BYTES;
/** Octets of one string of a TXT record (RFC 1035 §3.3). */
const STRING_MAX = 255;

/** Starts a server. */
export async function createDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const answers = new Map<string, DnsAnswer | ((question: AddressType) => DnsAnswer)>();
  const records = new Map<string, DnsRecord[]>();
  const questions: string[] = [];
  const answerTo = (name: string, type: QuestionType): DnsAnswer => {
    const set = answers.get(name) ?? (records.has(name) ? [] : 'nothing');
    if (typeof set !== 'function') return set;
    return type === 'A' || type === 'AAAA' ? set(type) : [];
  };
  /** What the server has for a question: the data of the records, or another kind of answer. */
  const find = (name: string, type: QuestionType): Buffer[] | Exclude<DnsAnswer, string[]> => {
    const answer = answerTo(name, type);
    if (!Array.isArray(answer)) return answer;
    if (type === 'A' || type === 'AAAA') return encodeAddresses(answer, type);
    const published = records.get(name) ?? [];
    return published.filter((record) => record.type === type).map(encodeData);
  };
  socket.on('message', (message, { address, port }) => {
    const { name, type, end } = readQuestion(message);
    questions.push(`${type} ${name}`);
    const found = find(name, type);
    if (found !== 'silence') socket.send(encode(message.subarray(0, end), type, found), port, address);
  });
  await once(socket.bind(0, '127.0.0.1'), 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    set: (host, answer) => void answers.set(host, answer),
    publish: (name, record) => void records.set(name, [...(records.get(name) ?? []), record]),
    withdraw: (name) => void records.delete(name),
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
  const number = message.readUInt16BE(offset + 1);
  const type = (Object.keys(TYPES) as QuestionType[]).find((known) => TYPES[known] === number) ?? 'A';
  return { name: labels.join('.').toLowerCase(), type, end: offset + 5 };
}

function encode(question: Buffer, type: QuestionType, found: Buffer[] | 'nothing' | 'refused'): Buffer {
  const records = Array.isArray(found) ? found : [];
  const message = Buffer.from(question);
  // A response, with recursion desired and available.
  message.writeUInt16BE(0x8180 | (Array.isArray(found) ? 0 : RESPONSE_CODES[found]), 2);
  message.writeUInt16BE(records.length, 6);
  message.writeUInt32BE(0, 8);
  return Buffer.concat([message, ...records.map((data) => encodeRecord(type, data))]);
}

function encodeRecord(type: QuestionType, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(NAME_OF_QUESTION, 0);
  head.writeUInt16BE(TYPES[type], 2);
  head.writeUInt16BE(1, 4);
  // A time to live of 0, so that no resolver caches it.
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function encodeAddresses(addresses: string[], type: AddressType): Buffer[] {
  return addresses
    .filter((text) => text.includes(':') === (type === 'AAAA'))
    .map((address) => Buffer.from(ipaddr.parse(address).toByteArray()));
}

/** The data of a record (RFC 1035 §3.3). */
function encodeData(record: DnsRecord): Buffer {
  if (record.type === 'TXT') {
    const strings = record.value.match(new RegExp(`.{1,${STRING_MAX}}`, 'g')) ?? [''];
    return Buffer.concat(strings.map(encodeString));
  }
  const host = Buffer.concat([...record.value.split('.').map(encodeString), Buffer.alloc(1)]);
  if (record.type === 'PTR') return host;
  const priority = Buffer.alloc(2);
  priority.writeUInt16BE(record.priority, 0);
  return Buffer.concat([priority, host]);
}

/** A length and its characters: a string of a TXT record, and a label of a name. */
function encodeString(text: string): Buffer {
  return Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
}
