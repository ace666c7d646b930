// The small HTTP server of a process that serves no API: a platform's probes and Prometheus ask it. Its port is
// for the private network. Probes need no token; metrics ask for OPS_TOKEN, as those of the API do, where it is set.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { areEqualSecrets } from './equal-secrets.ts';
import { createReadiness, type HealthCheck, type Readiness } from './health.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

/** A listening health server. */
export interface HealthServer {
  port: number;
  /** Answers 503 to readiness from now on. */
  drain(): void;
  close(): Promise<void>;
}

/** What the server tells. */
export interface HealthServerOptions {
  /** 0 picks a free one. */
  port: number;
  /** Address to listen on. */
  host: string;
  /** What /metrics asks for; undefined: nothing. */
  opsToken: string | undefined;
  checks: readonly HealthCheck[];
  metrics: Metrics;
  log: Logger;
}

/** Starts the server: GET /healthz, /readyz, /metrics. */
export async function createHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { port, host, checks, log } = options;
  const readiness = createReadiness(checks, log);
  const server = createServer((request, response) => {
    answer(request, response, readiness, options).catch((error: unknown) => {
      log.error({ err: error }, 'the health server could not answer');
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => readiness.drain(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  readiness: Readiness,
  { metrics: { registry }, opsToken }: HealthServerOptions,
): Promise<void> {
  const path = request.url?.split('?')[0];
  if (path === '/healthz') {
    sendJson(response, 200, { status: 'ok' });
  } else if (path === '/readyz') {
    const { ready, checks } = await readiness.check();
    sendJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'unavailable', checks });
  } else if (path === '/metrics' && !isOperator(request, opsToken)) {
    sendJson(response, 401, { status: 'Send OPS_TOKEN as `Authorization: Bearer <token>`.' });
  } else if (path === '/metrics') {
    const text = await registry.metrics();
    response.setHeader('content-type', registry.contentType);
    response.end(text);
  } else {
    sendJson(response, 404, { status: 'not found' });
  }
}

function isOperator({ headers }: IncomingMessage, opsToken: string | undefined): boolean {
  if (opsToken === undefined) return true;
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return bearer !== undefined && areEqualSecrets(bearer, opsToken);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
