// The DNS server of the scenarios `domains` and `direct`, in its own process, over UDP. It has the same records for every
// domain of `domains`, and may be silent about some, as a resolver is while it waits for their name servers.
//
//   dns-main.js [address [port]]
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type BenchRecord, readDomainName } from '../load/domain-names.ts';
import { monotonicMs } from '../monotonic.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { readQuestion, TYPES, writeRecord, writeResponse } from './message.ts';

/** Questions of the bench. */
export type DnsServerQuestion =
  /** The records of each domain, or of names. */
  | { type: 'publish'; records: readonly BenchRecord[] }
  /** Counts again from zero, is silent about these domains, and delays the other answers. */
  | { type: 'begin'; silent: readonly number[]; delayMs: number }
  | { type: 'count' };

/** DNS questions that arrived since `begin`. */
export interface DnsServerAnswer {
  answered: number;
  /** When the first answered question arrived; 0: none. */
  firstAtMs: number;
}

/** Room for the questions that may arrive while the process is busy. */
const BUFFER_BYTES = 4 * 2 ** 20;

await serveParent(async () => {
  const records = new Map<string, Buffer[]>();
  let silent = new Set<number>();
  let delayMs = 0;
  let count: DnsServerAnswer = { answered: 0, firstAtMs: 0 };
  const socket = createSocket({ type: 'udp4', recvBufferSize: BUFFER_BYTES, sendBufferSize: BUFFER_BYTES });
  socket.on('message', (message, { port, address }) => {
    const question = readQuestion(message);
    const domain = readDomainName(question.name);
    if (domain && silent.has(domain.number)) return;
    const response = writeResponse(
      message,
      question,
      records.get(`${question.type} ${domain?.prefix ?? question.name}`),
    );
    count.answered += 1;
    count.firstAtMs ||= monotonicMs();
    if (delayMs === 0) socket.send(response, port, address);
    else setTimeout(() => socket.send(response, port, address), delayMs);
  });
  const [, , address = '127.0.0.1', port = 0] = process.argv;
  socket.bind(Number(port), address);
  await once(socket, 'listening');
  return {
    announcement: { port: socket.address().port },
    answer(asked: DnsServerQuestion): Promise<DnsServerAnswer> {
      if (asked.type === 'publish') {
        for (const record of asked.records) {
          const key = `${TYPES[record.type]} ${record.prefix}`;
          records.set(key, [...(records.get(key) ?? []), writeRecord(record)]);
        }
      }
      if (asked.type === 'begin') {
        silent = new Set(asked.silent);
        delayMs = asked.delayMs;
        count = { answered: 0, firstAtMs: 0 };
      }
      return Promise.resolve(count);
    },
    stop: () => void socket.close(),
  };
});
