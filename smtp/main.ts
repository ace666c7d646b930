// The process of an SMTP server: `smtp/main.ts inbound`, which receives mail for the domains of the accounts. Config →
// dependencies → listen. A stop is a graceful shutdown: take nothing new, finish the messages in flight, store them,
// close the connections.
import { createRecipientTokens } from '../shared/mail/feedback/recipient-tokens.ts';
import { ConfigError } from '../shared/platform/config/config.ts';
import { connectDatabase } from '../shared/platform/db/connect.ts';
import { requireMigrated } from '../shared/platform/db/migrations/is-migrated.ts';
import { createHealthChecks } from '../shared/platform/health/health.ts';
import { createHealthServer } from '../shared/platform/health/health-server.ts';
import { collectProcessMetrics } from '../shared/platform/metrics/metrics.ts';
import { createCrashPoints } from '../shared/platform/process/crash-points.ts';
import { type ProcessContext, type Running, runProcess } from '../shared/platform/process/process.ts';
import { connectQueues } from '../shared/platform/queues/connect.ts';
import { createSystemClock } from '../shared/platform/time/clock.ts';
import { createIds } from '../shared/platform/time/ids.ts';
import { createReception } from '../shared/resources/messaging/receiving/arrivals/reception.ts';
import { PARTITIONED_TABLES } from '../shared/resources/partitioned-tables.ts';
import { collectServiceMetrics, createMetrics } from '../shared/resources/service-metrics.ts';
import { QUEUES } from '../shared/resources/work-kinds.ts';
import { startInbound } from './inbound/start-inbound.ts';

await runProcess('inbound', start);

async function start(context: ProcessContext): Promise<Running> {
  requireKnownServer(process.argv.slice(2));
  const deps = await createDeps(context);
  const { config, database, queues, metrics, clock, log } = deps;
  const { registry } = metrics;
  collectProcessMetrics(metrics);
  collectServiceMetrics({ ...deps, registry });
  const reception = createReception(deps);
  const tokens = createRecipientTokens(requireSecretKey(config.secretKey));
  const server = await startInbound({ config, reception, tokens, registry, clock, log });
  const health = await startHealth(deps);
  return {
    announcement: { inboundPort: server.port, healthPort: health?.port },
    async stop() {
      health?.drain();
      await server.stop();
      await reception.drain();
      await queues.close();
      await database.end();
      await health?.close();
    },
  };
}

/** The servers are process types of their own. */
function requireKnownServer(names: readonly string[]): void {
  if (names.length !== 1 || names[0] !== 'inbound') throw new ConfigError('Name the server to run: inbound.');
}

/** The return paths of sent mail have tokens that are made with it. */
function requireSecretKey(secretKey: string | undefined): string {
  if (!secretKey) throw new ConfigError('Configuration: "SECRET_KEY" is required to receive mail.');
  return secretKey;
}

async function createDeps({ config, log }: ProcessContext) {
  const clock = createSystemClock(config.clockOffsetMs);
  const metrics = createMetrics();
  const database = connectDatabase({
    connectionString: config.databaseUrl,
    poolSize: config.databasePoolSize,
    applicationName: 'posthorn inbound',
    plansOnce: true,
    log,
  });
  await requireMigrated(database);
  return {
    ...{ config, log, clock, metrics, database },
    ids: createIds(clock),
    queues: connectQueues({ config, definitions: QUEUES, workers: 0, registry: metrics.registry, log }),
    passCrashPoint: createCrashPoints(config.crashAt),
    mailHostname: config.mailHostname,
  };
}

async function startHealth({ config, ...deps }: Awaited<ReturnType<typeof createDeps>>) {
  if (config.healthPort === undefined) return undefined;
  const checks = createHealthChecks({ ...deps, partitionedTables: PARTITIONED_TABLES });
  const { healthPort: port, host, opsToken } = config;
  return await createHealthServer({ ...deps, port, host, opsToken, checks });
}
