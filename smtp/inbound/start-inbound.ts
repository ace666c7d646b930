// Starts the receiving of mail in a process: the SMTP server with the service of inbound mail, its limits and metrics.
import type { Registry } from 'prom-client';
import type { RecipientTokens } from '../../shared/mail/feedback/recipient-tokens.ts';
import type { Config } from '../../shared/platform/config/config.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { createByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import type { Clock } from '../../shared/platform/time/clock.ts';
import type { Reception } from '../../shared/resources/messaging/receiving/inbound/inbound-message.ts';
import { loadCertificate } from '../server/certificate.ts';
import { SERVER_LIMITS, type ServerLimits } from '../server/limits.ts';
import { type RunningSmtpServer, startSmtpServer } from '../server/smtp-server.ts';
import { createInboundService } from './inbound-service.ts';
import { registerInboundMetrics } from './metrics.ts';

/** The budget grants up to twice as much: 256 MiB, in messages of at most 256 KiB each. */
const IN_FLIGHT_MAX_BYTES = 128 * 1024 * 1024;

/** The options of receiving in a process. */
export interface StartInboundOptions {
  config: Pick<Config, 'inbound' | 'mailHostname'>;
  tokens: RecipientTokens;
  reception: Reception;
  registry: Registry;
  clock: Clock;
  log: Logger;
  /** Other limits, in tests. */
  limits?: Partial<ServerLimits>;
  inFlightMaxBytes?: number;
}

/** Starts to listen. Rejects with a ConfigError for an unusable certificate. */
export async function startInbound(options: StartInboundOptions): Promise<RunningSmtpServer> {
  const { config, reception, registry, tokens, clock, log } = options;
  const { inbound, mailHostname: hostname } = config;
  const budget = createByteBudget(options.inFlightMaxBytes ?? IN_FLIGHT_MAX_BYTES);
  let server: RunningSmtpServer | undefined;
  const counters = registerInboundMetrics(registry, {
    connections: () => server?.connections() ?? 0,
    bytesInFlight: () => budget.used,
  });
  const { messagesPerMinute } = inbound;
  server = await startSmtpServer({
    name: hostname,
    host: inbound.host,
    port: inbound.port,
    limits: { ...SERVER_LIMITS, messageBytes: inbound.maxBytes, ...options.limits },
    proxies: inbound.proxies,
    certificate: await loadCertificate(inbound.certificate, { hostname, log }),
    service: createInboundService({
      reception,
      budget,
      hostname,
      clock,
      log,
      tokens,
      ...counters,
      messagesPerMinute,
    }),
    log,
  });
  return server;
}
