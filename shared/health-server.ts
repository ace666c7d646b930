// The small HTTP server of a process that serves no API: a platform's probes and Prometheus ask it. Its port is
// for the private network; nothing here needs a token, and nothing here is secret.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  checks: readonly HealthCheck[];
  metrics: Metrics;
  log: Logger;
}

/** Starts the server: GET /healthz, /readyz, /metrics. */
export async function createHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { port, checks, metrics, log } = options;
  const readiness = createReadiness(checks, log);
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    answer(path, response, readiness, metrics).catch((error: unknown) => {
      log.error({ err: error }, 'the health server could not answer');
      response.destroy();
    });
  });
  server.listen(port);
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
  path: string | undefined,
  response: ServerResponse,
  readiness: Readiness,
  { registry }: Metrics,
): Promise<void> {
  if (path === '/healthz') {
    sendJson(response, 200, { status: 'ok' });
  } else if (path === '/readyz') {
    const { ready, checks } = await readiness.check();
    sendJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'unavailable', checks });
  } else if (path === '/metrics') {
    response.setHeader('content-type', registry.contentType);
    response.end(await registry.metrics());
  } else {
    sendJson(response, 404, { status: 'not found' });
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
