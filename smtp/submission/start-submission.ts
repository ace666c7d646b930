// Starts the submission of mail in a process: two SMTP servers, one with STARTTLS and one with TLS from the first byte
// (RFC 8314), that share their service, places, memory and metrics.
import type { Registry } from 'prom-client';
import type { Config } from '../../shared/platform/config/config.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { createByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import { loadCertificate } from '../server/certificate.ts';
import { ConnectionSlots } from '../server/connection-slots.ts';
import { SERVER_LIMITS, type ServerLimits } from '../server/limits.ts';
import { type RunningSmtpServer, startSmtpServer } from '../server/smtp-server.ts';
import { registerSubmissionMetrics } from './metrics.ts';
import { createSubmissionService, type SubmissionDeps } from './submission-service.ts';

/** The bytes in flight, as for inbound mail (smtp/inbound/start-inbound.ts). */
const IN_FLIGHT_MAX_BYTES = 128 * 1024 * 1024;
/** The recipients that an email of the API may have: 50 each of `to`, `cc` and `bcc`. */
const RECIPIENTS_MAX = 150;

/** The options of submission in a process. */
export interface StartSubmissionOptions
  extends Omit<SubmissionDeps, 'budget' | 'countMessage' | 'countLogin' | 'log'> {
  config: Pick<Config, 'submission' | 'mailHostname'>;
  registry: Registry;
  log: Logger;
  /** Other limits, in tests. */
  limits?: Partial<ServerLimits>;
}

/** Both servers. */
export interface RunningSubmission {
  port: number;
  securePort: number;
  /** Open connections. */
  connections(): number;
  stop(): Promise<void>;
}

/** Starts to listen. Rejects with a ConfigError for an unusable certificate. */
export async function startSubmission(options: StartSubmissionOptions): Promise<RunningSubmission> {
  const { config, registry, log, ...deps } = options;
  const { submission, mailHostname: hostname } = config;
  const budget = createByteBudget(IN_FLIGHT_MAX_BYTES);
  const limits = {
    ...SERVER_LIMITS,
    recipients: RECIPIENTS_MAX,
    messageBytes: submission.maxBytes,
    ...options.limits,
  };
  const slots = new ConnectionSlots(limits);
  const connections = () => slots.taken;
  const servers: RunningSmtpServer[] = [];
  const counters = registerSubmissionMetrics(registry, { connections, bytesInFlight: () => budget.used });
  const service = createSubmissionService({ ...deps, ...counters, budget, log });
  const start = async (port: number, isSecure: boolean) => {
    const server = await startSmtpServer({
      name: hostname,
      host: submission.host,
      port,
      isSecure,
      service,
      limits,
      slots,
      log,
      proxies: submission.proxies,
      certificate: await loadCertificate(submission.certificate, { hostname, log }),
      trustsLoopback: submission.trustsLoopback,
    });
    servers.push(server);
    return server.port;
  };
  return {
    port: await start(submission.port, false),
    securePort: await start(submission.securePort, true),
    connections,
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  };
}
