// DNS messages of the scenario `domains`, read and written with as little work as possible: the server must be faster
// than the programs that it measures.
import type { BenchRecord } from '../load/domain-names.ts';

/** The question of a query. */
export interface Question {
  /** Lower case, without the final dot. */
  name: string;
  type: number;
  /** The end of the question in the message. */
  end: number;
}

/** Numbers of types (RFC 1035 §3.2.2). */
export const TYPES = { A: 1, MX: 15, TXT: 16 } as const;

const HEADER_BYTES = 12;
/** Type and class after the name. */
const QUESTION_TAIL_BYTES = 4;
/** A response with authority and recursion, without and with an error (RFC 1035 §4.1.1). */
const FLAGS = { NOERROR: 0x8580, NXDOMAIN: 0x8583 } as const;
const FLAGS_AT = 2;
const COUNTS_AT = 4;
/** A pointer to the name of the question (RFC 1035 §4.1.4). */
const SAME_NAME = 0xc00c;
const CLASS_IN = 1;
const TTL_S = 60;
const STRING_MAX = 255;
const MX_PRIORITY = 10;

/** Reads a query of one question, from a client that compresses nothing. */
export function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  at += 1;
  return {
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at),
    end: at + QUESTION_TAIL_BYTES,
  };
}

/** Writes the response to a query. @param records as `writeRecord` writes them; none: the name does not exist */
export function writeResponse(query: Buffer, { end }: Question, records: readonly Buffer[] = []): Buffer {
  const response = Buffer.concat([query.subarray(0, end), ...records]);
  response.writeUInt16BE(records.length > 0 ? FLAGS.NOERROR : FLAGS.NXDOMAIN, FLAGS_AT);
  response.writeUInt16BE(1, COUNTS_AT);
  response.writeUInt16BE(records.length, COUNTS_AT + 2);
  response.writeUInt32BE(0, COUNTS_AT + 4);
  return response;
}

/** A record under the name of the question. */
export function writeRecord(record: BenchRecord): Buffer {
  const { type } = record;
  const data = dataOf(record);
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(SAME_NAME, 0);
  head.writeUInt16BE(TYPES[type], 2);
  head.writeUInt16BE(CLASS_IN, 4);
  head.writeUInt32BE(TTL_S, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf({ type, value, priority = MX_PRIORITY }: BenchRecord): Buffer {
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  return type === 'TXT' ? stringsOf(value) : Buffer.concat([Buffer.of(0, priority), hostOf(value)]);
}

function stringsOf(text: string): Buffer {
  const strings = text.match(new RegExp(`.{1,${STRING_MAX}}`, 'g')) ?? [];
  return Buffer.concat(strings.map(prefixed));
}

function hostOf(host: string): Buffer {
  return Buffer.concat([...host.split('.').map(prefixed), Buffer.of(0)]);
}

function prefixed(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')]);
}
