// A small authoritative DNS server for development: it answers questions about its zones over UDP and TCP, and refuses
// all others, so that the client then asks another server.
import { StartError } from '../start-error.ts';
import { listenForDns } from './listener.ts';
import { readQuery, writeResponse } from './message.ts';
import type { DnsZones } from './zones.ts';

/** A running server. */
export interface DevelopmentDns {
  port: number;
  /** For `DEVELOPMENT_DNS`. */
  address: string;
  close(): Promise<void>;
}

/** Options of the server. */
export interface DevelopmentDnsOptions {
  /** Called for each question. */
  find: DnsZones['find'];
  host: string;
  /** 0 picks a free one. */
  port: number;
}

/** Starts the server. @throws StartError when the port cannot be opened */
export async function startDevelopmentDns(options: DevelopmentDnsOptions): Promise<DevelopmentDns> {
  const { find, host } = options;
  const listener = await listenForDns({
    host,
    port: options.port,
    onMessage(message, { transport, send }) {
      const query = readQuery(message);
      if (query) send(writeResponse(query, find(query.name, query.type), transport));
    },
  }).catch((cause: Error) => {
    const problem = `Port ${options.port} for the development DNS cannot be opened`;
    throw new StartError(`${problem}: choose another with DNS_PORT (0 picks a free one).`, { cause });
  });
  const { port, close } = listener;
  return { port, address: `${host}:${port}`, close };
}
