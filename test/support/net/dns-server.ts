// A DNS server for tests on a free port of this machine, over UDP and TCP: the server of `npm start` (dev/dns/), with
// answers and faults as a test configures them, per name or for the whole server. Without zones it has every name.
import type { Socket } from 'node:net';
import type { DnsRecord as ZoneRecord } from '../../../dev/dns/dns-record.ts';
import { type DnsClient, listenForDns } from '../../../dev/dns/listener.ts';
import {
  type DnsQuery,
  type ResponseCode,
  readQuery,
  writeFailure,
  writeResponse,
} from '../../../dev/dns/message.ts';
import { createDnsZones, type ZoneAnswer } from '../../../dev/dns/zones.ts';

/** The answer for a host name: addresses, `nothing` (the name does not exist), `refused`, or `silence`. */
export type DnsAnswer = string[] | 'nothing' | 'refused' | 'silence';

/** A record other than an address. The PTR of `192.0.2.1` is under the name `1.2.0.192.in-addr.arpa`. */
export type DnsRecord = Omit<ZoneRecord, 'name'>;

/**
 * What a server does instead of answering.
 * - `silence`: nothing; the response codes; `garbage`: bytes that are not message; `cut`: half a response;
 * - `wrong-id`: the response to another query; `twice`: a response without records directly after the right one;
 * - `byte-by-byte`: truncated over UDP, then over TCP one octet per second.
 */
export type DnsFault =
  | 'silence'
  | 'garbage'
  | 'cut'
  | 'wrong-id'
  | 'twice'
  | 'byte-by-byte'
  | Exclude<ResponseCode, 'NOERROR'>;

/** A running server. */
export interface DnsServer {
  /** `address:port`, for `DNS_SERVERS`. */
  readonly address: string;
  readonly host: string;
  readonly port: number;
  /** Every question so far: `A hooks.acme.dev`. */
  readonly questions: string[];
  /** Sets the answer for a name; a function is called at each question. Unknown names do not exist. */
  set(host: string, answer: DnsAnswer | ((question: 'A' | 'AAAA') => DnsAnswer)): void;
  /** Publishes a record under a name, in addition to those that it has. */
  publish(name: string, record: DnsRecord): void;
  /** Removes the published records of a name, or those of one type. */
  withdraw(name: string, type?: DnsRecord['type']): void;
  /** Adds a zone with its name servers. With zones, the server refuses questions about all other names. */
  zone(name: string, nameServers: readonly string[]): void;
  /** Answers questions about a name with a fault, or every question. */
  fail(fault: DnsFault, name?: string): void;
  /** Ends all faults, or, for a name and those below it, the fault of the whole server. */
  heal(name?: string): void;
  close(): Promise<void>;
}

/** Where the server listens. */
export interface DnsServerOptions {
  /** An address of this machine; every 127.x.x.x is one. */
  host?: string;
  /** 0 picks a free one. */
  port?: number;
}

/** The key of a fault for the whole server. */
const EVERY_NAME = Symbol('every name');

/** Starts a server. */
export async function createDnsServer(options: DnsServerOptions = {}): Promise<DnsServer> {
  const { host = '127.0.0.1' } = options;
  const zones = createDnsZones();
  zones.addZone('');
  const answers = new Map<string, DnsAnswer | ((question: 'A' | 'AAAA') => DnsAnswer)>();
  const faults = new Map<string | typeof EVERY_NAME, DnsFault>();
  const healed = new Set<string>();
  const isHealed = (name: string) => [...healed].some((each) => `.${name}`.endsWith(`.${each}`));
  const faultOf = (name: string) => faults.get(name) ?? (isHealed(name) ? undefined : faults.get(EVERY_NAME));
  const questions: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const listener = await listenForDns({
    host,
    port: options.port ?? 0,
    onMessage(message, client) {
      const query = readQuery(message);
      if (!query) return;
      questions.push(`${query.type} ${query.name}`);
      const set = answers.get(query.name);
      const wanted = typeof set === 'function' && isAddressType(query.type) ? set(query.type) : set;
      const fault = wanted === 'silence' ? 'silence' : faultOf(query.name);
      const response = answer(query, zones.find(query.name, query.type), wanted, client);
      send(client, fault ? faultyResponses(fault, query, response) : [response], fault, timers);
    },
  });
  return {
    address: `${host.includes(':') ? `[${host}]` : host}:${listener.port}`,
    host,
    port: listener.port,
    questions,
    set: (name, given) => void answers.set(name, given),
    publish: (name, record) => zones.add({ name, ...record }),
    withdraw: (name, type) => zones.remove(name, type),
    zone(name, nameServers) {
      zones.removeZone('');
      zones.addZone(name);
      const soa = `${nameServers[0]} hostmaster.${name} 1 3600 600 86400 60`;
      zones.add({ name, type: 'SOA', value: soa });
      for (const value of nameServers) zones.add({ name, type: 'NS', value });
    },
    fail: (fault, name = undefined) => void faults.set(name ?? EVERY_NAME, fault),
    heal(name) {
      if (name !== undefined) return void healed.add(name);
      faults.clear();
      healed.clear();
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await listener.close();
    },
  };
}

/** The response, with the answer that `set` has replaced. */
function answer(
  query: DnsQuery,
  found: ZoneAnswer,
  set: DnsAnswer | ((question: 'A' | 'AAAA') => DnsAnswer) | undefined,
  { transport }: DnsClient,
): Buffer {
  const { name, type } = query;
  if (set === undefined || set === 'silence') return writeResponse(query, found, transport);
  if (set === 'refused') return writeFailure(query, 'REFUSED');
  if (set === 'nothing') return writeFailure(query, 'NXDOMAIN');
  const addresses = Array.isArray(set) && isAddressType(type) ? set : [];
  const records = addresses
    .filter((value) => value.includes(':') === (type === 'AAAA'))
    .map((value) => ({ name, type: type as 'A' | 'AAAA', value }));
  const answered = records.length > 0 ? records : found.answers;
  return writeResponse(query, { ...found, code: 'NOERROR', answers: answered }, transport);
}

function isAddressType(type: string): type is 'A' | 'AAAA' {
  return type === 'A' || type === 'AAAA';
}

function send(
  client: DnsClient,
  responses: Buffer[],
  fault: DnsFault | undefined,
  timers: Set<NodeJS.Timeout>,
): void {
  for (const response of responses) {
    if (fault === 'byte-by-byte' && client.socket) sendSlowly(response, client.socket, timers);
    else client.send(response);
  }
}

/** What is sent in place of a response. */
function faultyResponses(fault: DnsFault, query: DnsQuery, response: Buffer): Buffer[] {
  switch (fault) {
    case 'silence':
      return [];
    case 'garbage':
      return [Buffer.from('This is no DNS message.')];
    case 'cut':
      return [response.subarray(0, response.length / 2)];
    case 'wrong-id':
      response.writeUInt16BE((query.id + 1) % 65_536);
      return [response];
    case 'twice':
      return [response, writeFailure(query, 'NXDOMAIN')];
    case 'byte-by-byte':
      return [truncated(query)];
    default:
      return [writeFailure(query, fault)];
  }
}

/** The truncation flag of a response that is otherwise empty. */
function truncated(query: DnsQuery): Buffer {
  const response = writeFailure(query, 'SERVFAIL');
  response.writeUInt16BE(0x8200, 2);
  return response;
}

function sendSlowly(response: Buffer, socket: Socket, timers: Set<NodeJS.Timeout>): void {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(response.length);
  const octets = [...length, ...response];
  const timer = setInterval(() => {
    const next = octets.shift();
    if (next === undefined || socket.destroyed) clearInterval(timer);
    else socket.write(Buffer.from([next]));
  }, 1_000);
  timers.add(timer);
}
