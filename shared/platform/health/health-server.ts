// HTTP server of a worker process for liveness probes, readiness probes and Prometheus. Its port is for the private
// network. Probes need no token. If OPS_TOKEN is set, metrics require it, and wrong tokens are limited, as in the API,
// which has the same token.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../log/log.ts';
import type { ProcessMetrics } from '../metrics/metrics.ts';
import { SERVICE_VERSION as version } from '../process/version.ts';
import { areEqualSecrets } from '../security/equal-secrets.ts';
import { createFailedLogins, type FailedLogins } from '../security/failed-logins.ts';
import type { Clock } from '../time/clock.ts';
import { createReadiness, type HealthCheck, type Readiness } from './health.ts';

/** A listening health server. */
export interface HealthServer {
  port: number;
  /** Makes readiness answer 503 from now on. */
  drain(): void;
  close(): Promise<void>;
}

/** Options of the server. */
export interface HealthServerOptions {
  /** 0 picks a free one. */
  port: number;
  /** Address to listen on. */
  host: string;
  /** The token for /metrics; undefined: none is needed. */
  opsToken: string | undefined;
  checks: readonly HealthCheck[];
  metrics: Pick<ProcessMetrics, 'registry'>;
  clock: Clock;
  log: Logger;
}

/** The dependencies of a handler. */
interface HandlerContext extends HealthServerOptions {
  readiness: Readiness;
  failedLogins: FailedLogins;
}

/** Starts the server: GET /healthz, /readyz, /metrics. */
export async function createHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { port, host, checks, clock, log } = options;
  const readiness = createReadiness(checks, log);
  const context = { ...options, readiness, failedLogins: createFailedLogins(clock) };
  const server = createServer((request, response) => {
    answer(request, response, context).catch((error: unknown) => {
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
  context: HandlerContext,
): Promise<void> {
  const path = request.url?.split('?')[0];
  if (path === '/healthz') {
    sendJson(response, 200, { status: 'ok', version });
  } else if (path === '/readyz') {
    const { ready, checks } = await context.readiness.check();
    sendJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'unavailable', version, checks });
  } else if (path === '/metrics') {
    await answerMetrics(request, response, context);
  } else {
    sendJson(response, 404, { status: 'not found' });
  }
}

async function answerMetrics(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics: { registry }, opsToken, failedLogins }: HandlerContext,
): Promise<void> {
  const address = request.socket.remoteAddress ?? '';
  const offered = offeredToken(request);
  const blockedForSeconds = offered === undefined ? 0 : failedLogins.blockedForSeconds(address);
  if (opsToken === undefined || (blockedForSeconds === 0 && isToken(offered, opsToken))) {
    const text = await registry.metrics();
    response.setHeader('content-type', registry.contentType);
    response.end(text);
  } else if (blockedForSeconds > 0) {
    response.setHeader('retry-after', String(blockedForSeconds));
    sendJson(response, 429, { status: 'Too many failed logins. Try again later.' });
  } else {
    if (offered !== undefined) failedLogins.add(address);
    sendJson(response, 401, { status: 'Send OPS_TOKEN as `Authorization: Bearer <token>`.' });
  }
}

function offeredToken({ headers }: IncomingMessage): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

function isToken(offered: string | undefined, opsToken: string): boolean {
  return offered !== undefined && areEqualSecrets(offered, opsToken);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
