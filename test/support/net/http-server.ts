// An HTTP server on this machine, for code under test that sends requests to other servers.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listening server. */
export interface HttpServer {
  /** `http://127.0.0.1:…`, without a path. */
  url: string;
  /** Stops it and closes its connections. */
  close(): Promise<void>;
}

/** Starts a server. */
export async function startHttpServer(listener: RequestListener): Promise<HttpServer> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
