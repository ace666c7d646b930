// The DNS of the scenario `domains`, in its own process, over UDP. At 127.0.0.1 it is the resolver: it has the records of
// every domain and knows the name servers. At the next three addresses it is these name servers, and at the last three
// it is name servers that never answer. Domains that are silent have the latter, and the resolver is silent about them
// too, as a resolver is while it waits for their name servers.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';
import {
  type Question,
  readQuestion,
  TYPES,
  writeAddress,
  writeNameServer,
  writeRecord,
  writeResponse,
} from './message.ts';
import { type BenchRecord, readDomainName } from './names.ts';

/** Questions of the bench. */
export type DnsServerQuestion =
  /** The records of each domain. */
  | { type: 'publish'; records: readonly BenchRecord[] }
  /** Counts again from zero, and is silent about these domains. */
  | { type: 'begin'; silent: readonly number[] }
  | { type: 'count' };

/** What came since `begin`. */
export interface DnsServerAnswer {
  /** DNS questions about domains that are answered. */
  answered: number;
  /** DNS questions that were not answered. */
  unanswered: number;
  /** When the first and the last DNS question about the domains that are answered came; 0: none. */
  firstAtMs: number;
  lastAtMs: number;
}

const RESOLVER = '127.0.0.1';
const NAME_SERVERS = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
const SILENT_NAME_SERVERS = ['127.0.0.5', '127.0.0.6', '127.0.0.7'];
const HOST = /^ns(?<last>\d)\.bench-dns\.net$/;
/** Room for as many questions as can come while the process is busy. */
const BUFFER_BYTES = 4 * 2 ** 20;

await serveParent(async () => {
  const records = new Map<string, Buffer>();
  let silent = new Set<number>();
  let count = noQuestions();
  const find = ({ name, type }: Question): readonly Buffer[] | undefined => {
    const asked = readDomainName(name);
    if (!asked) return type === TYPES.A ? addressOf(name) : [];
    const isSilent = silent.has(asked.number);
    if (type === TYPES.NS && asked.prefix === '')
      return (isSilent ? SILENT_NAME_SERVERS : NAME_SERVERS).map(writeNameServerAt);
    const record = records.get(`${type} ${asked.prefix}`);
    if (isSilent) return undefined;
    return record ? [record] : [];
  };
  const sockets = await listenEverywhere((message, socket, { port, address }) => {
    const question = readQuestion(message);
    const found = find(question);
    if (!found || SILENT_NAME_SERVERS.includes(socket.address().address)) {
      count.unanswered += 1;
      return;
    }
    socket.send(writeResponse(message, question, found), port, address);
    count.answered += 1;
    count.lastAtMs = monotonicMs();
    count.firstAtMs ||= count.lastAtMs;
  });
  return {
    announcement: { port: sockets[0]?.address().port },
    answer(asked: DnsServerQuestion): Promise<DnsServerAnswer> {
      if (asked.type === 'publish') {
        for (const record of asked.records)
          records.set(`${TYPES[record.type]} ${record.prefix}`, writeRecord(record));
      }
      if (asked.type === 'begin') {
        silent = new Set(asked.silent);
        count = noQuestions();
      }
      return Promise.resolve(count);
    },
    stop() {
      for (const socket of sockets) socket.close();
    },
  };
});

function noQuestions(): DnsServerAnswer {
  return { answered: 0, unanswered: 0, firstAtMs: 0, lastAtMs: 0 };
}

function writeNameServerAt(address: string): Buffer {
  return writeNameServer(`ns${address.at(-1)}.bench-dns.net`);
}

function addressOf(host: string): Buffer[] {
  const last = HOST.exec(host)?.groups?.['last'];
  return last === undefined ? [] : [writeAddress(`127.0.0.${last}`)];
}

/** All addresses have the port that was free at the first. */
async function listenEverywhere(
  onMessage: (message: Buffer, socket: Socket, from: { port: number; address: string }) => void,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const address of [RESOLVER, ...NAME_SERVERS, ...SILENT_NAME_SERVERS]) {
    const socket = createSocket({ type: 'udp4', recvBufferSize: BUFFER_BYTES, sendBufferSize: BUFFER_BYTES });
    socket.on('message', (message, from) => onMessage(message, socket, from));
    socket.bind(sockets[0]?.address().port ?? 0, address);
    await once(socket, 'listening');
    sockets.push(socket);
  }
  return sockets;
}
