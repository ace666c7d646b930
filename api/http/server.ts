// The listening server and its orderly end: no new connection, every request in flight is answered, then every
// connection is closed. Node alone would wait for clients that keep an idle connection open.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Ids } from '../../shared/platform/time/ids.ts';
import { answerMalformedHttp } from './malformed-http.ts';
import { messageClassesOf } from './message-classes.ts';
import { followAnswers } from './open-answers.ts';

/** A listening server. */
export interface ApiServer {
  port: number;
  /** Resolves when the last request is answered and the last connection closed. */
  stop(): Promise<void>;
}

/** What a server needs. */
export interface ApiServerOptions {
  app: RequestListener;
  ids: Ids;
  /** 0 picks a free one. */
  port: number;
  host: string;
}

/** Requests in flight get this long at a stop; a process has 25 s in all (shared/platform/process/process.ts). */
const DRAIN_TIMEOUT_MS = 20_000;

/**
 * Longer than the 60 s for which load balancers commonly keep an idle connection: whoever closes first must be
 * them, or a request crosses our closing and fails.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/** Starts to listen. @throws when the port is taken */
export async function startServer({ app, ids, port, host }: ApiServerOptions): Promise<ApiServer> {
  // Links are built from PUBLIC_URL, so a missing Host is no error to us; Node would answer it without our envelope.
  const server = createServer({
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    ...messageClassesOf(app),
  });
  // It sees a request before the application, which may answer it in the same turn.
  const answers = followAnswers(server);
  answerMalformedHttp(server, answers, ids);
  server.on('request', app);
  // An expectation that we do not know may be ignored (RFC 9110 §10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      await answers.drained(DRAIN_TIMEOUT_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}
