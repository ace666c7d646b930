// The HTTP server and its graceful shutdown: it accepts no new connection, answers every request in flight and then
// closes all connections. Node alone would wait for clients that keep an idle connection open.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR_MS } from '../../shared/platform/time/durations.ts';
import { answerMalformedHttp, type MalformedHttpDeps } from './malformed-http.ts';
import { messageClassesOf } from './message-classes.ts';
import { followAnswers } from './open-answers.ts';

/** A listening server. */
export interface ApiServer {
  port: number;
  /** Stops the server. Resolves when the last request is answered and the last connection is closed. */
  stop(): Promise<void>;
}

/** The options of the server. */
export interface ApiServerOptions extends MalformedHttpDeps {
  app: RequestListener;
  /** TCP port; 0 picks a free one. */
  port: number;
  host: string;
}

/** Time for the requests in flight at a stop; a process has 25 s in total (shared/platform/lifecycle/process.ts). */
const DRAIN_TIMEOUT_MS = 20_000;
/**
 * New connections that may wait to be accepted; the system may allow fewer (net.core.somaxconn). One client that opens
 * a thousand at once fills Node's 511: the system then drops the connections of all clients, which try again after
 * seconds.
 */
const BACKLOG = 4_096;

/**
 * Longer than the 60 s for which load balancers commonly keep an idle connection: the load balancer must close it
 * first. Otherwise a request can cross the server's closing on the network and fail.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * A file of 200 MB at 30 KB per second. Node's own five minutes would end it. What protects against clients that send
 * nothing is the watch over each body (api/body/body-throughput.ts).
 */
const REQUEST_TIMEOUT_MS = 2 * HOUR_MS;

/** A turn of the event loop in which nothing happened takes 3 to 5 µs, and one that was interrupted more. */
const QUIET_TURN_MS = 0.02;
const TURNS_MAX = 10_000;

/** Starts to listen. @throws Error when the port is taken */
export async function startServer({ app, port, host, ...malformed }: ApiServerOptions): Promise<ApiServer> {
  // Links are built from PUBLIC_URL, so a missing Host is accepted; Node would refuse it without an error object.
  const server = createServer({
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    ...messageClassesOf(app),
  });
  // Before the application, which may answer a request in the same turn of the event loop.
  const answers = followAnswers(server);
  answerMalformedHttp(server, answers, malformed);
  server.on('request', app);
  // An unknown Expect header may be ignored (RFC 9110 §10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.listen({ port, host, backlog: BACKLOG });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      answers.drain();
      await afterQuietTurn();
      const closed = new Promise((resolve) => server.close(resolve));
      await answers.drained(DRAIN_TIMEOUT_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Resolves at the end of a turn of the event loop that had no work, or after many turns. The system resets
 * connections that a closing socket has not accepted, after a proxy has sent its request on them: such a turn leaves few.
 */
async function afterQuietTurn(): Promise<void> {
  await nextTurn();
  for (let turns = 0; turns < TURNS_MAX; turns += 1) {
    const began = performance.now();
    await nextTurn();
    if (performance.now() - began < QUIET_TURN_MS) return;
  }
}
