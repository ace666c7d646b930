// A small authoritative DNS server for development: it answers questions about its zones, which are in memory, over UDP
// and TCP, and refuses all others, so that whoever asks it then asks another server.
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

/** Starts the server. @throws Error when the port is taken */
export async function startDevelopmentDns(options: {
  zones: DnsZones;
  host: string;
  /** 0 picks a free one. */
  port: number;
}): Promise<DevelopmentDns> {
  const { zones, host } = options;
  const { port, close } = await listenForDns({
    host,
    port: options.port,
    onMessage(message, { transport, send }) {
      const query = readQuery(message);
      if (query) send(writeResponse(query, zones.find(query.name, query.type), transport));
    },
  });
  return { port, address: `${host}:${port}`, close };
}
