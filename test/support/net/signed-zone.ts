// A zone that DNSSEC signs, with its own name server on a free port of 127.0.0.1: one key for all (ECDSAP256SHA256), each
// answer signed when it is asked for. A name or a type that is absent is proven by an NSEC record for that very name, so
// that the zone needs no order of its names (RFC 9824). A validating resolver (unbound.ts) asks it.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type Answer, AUTHORITATIVE_ANSWER, encode, TRUNCATED_RESPONSE } from 'dns-packet';
import { listenForDns } from '../../../dev/dns/listener.ts';
import { readQuery } from '../../../dev/dns/message.ts';

/** A record in the form of dns-packet; names in lower case. A type that it cannot write is `UNKNOWN_52` with octets. */
export type SignedRecord = Pick<Answer, 'name' | 'type'> & { data: unknown };

/** A running zone. */
export interface SignedZone {
  readonly name: string;
  readonly port: number;
  /** Its key, as unbound reads it. */
  readonly trustAnchor: string;
  publish(...records: readonly SignedRecord[]): void;
  /** From now on the signatures of all records of this name are wrong. */
  breakSignatures(name: string): void;
  close(): Promise<void>;
}

const ALGORITHM = 13;
/** Zone key and secure entry point. */
const KEY_FLAGS = 257;
const HEADER_BYTES = 12;
/** Type, class, TTL and length, between the name and the data of a record. */
const FIXED_BYTES = 10;
const TTL_S = 60;
const DAY_S = 86_400;
const UDP_MAX_BYTES = 1_232;
const TCP_MAX_BYTES = 65_535;

/** Starts the name server of a zone. */
export async function startSignedZone(name: string): Promise<SignedZone> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const server = `ns.${name}`;
  const numbers = { serial: 1, refresh: 3_600, retry: 600, expire: DAY_S, minimum: TTL_S };
  const records: SignedRecord[] = [
    { name, type: 'SOA', data: { mname: server, rname: `hostmaster.${name}`, ...numbers } },
    { name, type: 'NS', data: server },
    { name: server, type: 'A', data: '127.0.0.1' },
    { name, type: 'DNSKEY', data: { flags: KEY_FLAGS, algorithm: ALGORITHM, key } },
  ];
  const broken = new Set<string>();
  const signer = { zone: name, privateKey, keyTag: keyTagOf(key), broken };
  const listener = await listenForDns({
    host: '127.0.0.1',
    port: 0,
    onMessage(message, client) {
      const query = readQuery(message);
      if (!query) return;
      const { answers, authorities } = find(records, signer, query.name, query.type);
      const response = (flags: number, sections: object) =>
        encode({
          type: 'response',
          id: query.id,
          flags: AUTHORITATIVE_ANSWER | flags,
          questions: query.packet.questions ?? [],
          additionals: query.packet.additionals ?? [],
          ...sections,
        });
      const whole = response(0, { answers, authorities });
      const limit = client.transport === 'tcp' ? TCP_MAX_BYTES : UDP_MAX_BYTES;
      client.send(whole.length > limit ? response(TRUNCATED_RESPONSE, {}) : whole);
    },
  });
  return {
    name,
    port: listener.port,
    trustAnchor: `${name}. DNSKEY ${KEY_FLAGS} 3 ${ALGORITHM} ${key.toString('base64')}`,
    publish: (...added) => void records.push(...added),
    breakSignatures: (of) => void broken.add(of),
    close: () => listener.close(),
  };
}

interface Signer {
  zone: string;
  privateKey: KeyObject;
  keyTag: number;
  broken: ReadonlySet<string>;
}

/** The signed answer: the records, an alias, or the proof that there are none. */
function find(records: readonly SignedRecord[], signer: Signer, name: string, type: string) {
  const ofName = records.filter((record) => record.name === name);
  const isAsked = (record: SignedRecord) =>
    [type, 'CNAME', `UNKNOWN_${TYPE_NUMBERS[type]}`].includes(record.type);
  const found = ofName.filter(isAsked);
  if (found.length > 0) return { answers: signSet(signer, found), authorities: [] };
  const soa = records.filter((record) => record.type === 'SOA');
  const rrtypes = [...new Set([...ofName.map((record) => record.type), 'RRSIG', 'NSEC'])];
  const nsec: SignedRecord = { name, type: 'NSEC', data: { nextDomain: `\u0000.${name}`, rrtypes } };
  return { answers: [], authorities: [...signSet(signer, soa), ...signSet(signer, [nsec])] };
}

/** Those that tests publish as octets. */
const TYPE_NUMBERS: Readonly<Record<string, number>> = { TLSA: 52 };

/** Records of one name and type with their signature (RFC 4034 §3.1.8.1). */
function signSet({ zone, privateKey, keyTag, broken }: Signer, records: readonly SignedRecord[]): Answer[] {
  const answers = records.map((record) => ({ ...record, class: 'IN', ttl: TTL_S }) as Answer);
  const [{ name, type } = { name: '', type: 'A' }] = answers;
  const nowS = Math.floor(Date.now() / 1_000);
  const signature = {
    typeCovered: type,
    algorithm: ALGORITHM,
    labels: name.split('.').length,
    originalTTL: TTL_S,
    expiration: nowS + DAY_S,
    inception: nowS - DAY_S,
    keyTag,
    signersName: zone,
    signature: Buffer.alloc(0),
  };
  const rrsig = { name, type: 'RRSIG', class: 'IN', ttl: TTL_S, data: signature } as const;
  const wires = answers.map(wireOf).sort((a, b) => Buffer.compare(dataOf(a, name), dataOf(b, name)));
  const signed = Buffer.concat([dataOf(wireOf(rrsig), name), ...wires]);
  const octets = sign('sha256', signed, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  if (broken.has(name)) octets.writeUInt8(octets.readUInt8(0) ^ 1);
  return [...answers, { ...rrsig, data: { ...signature, signature: octets } }];
}

/** A record in its canonical form: dns-packet compresses no names. */
function wireOf(answer: Answer): Buffer {
  return encode({ type: 'response', answers: [answer] }).subarray(HEADER_BYTES);
}

function dataOf(wire: Buffer, name: string): Buffer {
  return wire.subarray(name.length + 2 + FIXED_BYTES);
}

/** RFC 4034 appendix B. */
function keyTagOf(key: Buffer): number {
  const data = Buffer.concat([Buffer.from([KEY_FLAGS >> 8, KEY_FLAGS & 0xff, 3, ALGORITHM]), key]);
  const sum = data.reduce((total, octet, index) => total + (index % 2 === 0 ? octet << 8 : octet), 0);
  return (sum + (sum >> 16)) & 0xffff;
}
