// The process of an SMTP server: `smtp/main.ts inbound`, which receives mail for the domains of the accounts, or
// `smtp/main.ts submission`, which takes mail from programs. Config → dependencies → listen. A stop is a graceful
// shutdown: take nothing new, finish the messages in flight, store them, close the connections.
import { ConfigError } from '../shared/platform/config/config.ts';
import { connectDatabase } from '../shared/platform/db/connect.ts';
import { requireMigrated } from '../shared/platform/db/migrations/is-migrated.ts';
import { watchServer } from '../shared/platform/db/sessions/server-watch.ts';
import { createHealthChecks } from '../shared/platform/health/health.ts';
import { createHealthServer } from '../shared/platform/health/health-server.ts';
import { type ProcessContext, type Running, runProcess } from '../shared/platform/lifecycle/process.ts';
import { collectProcessMetrics } from '../shared/platform/metrics/metrics.ts';
import { createCrashPoints } from '../shared/platform/process/crash-points.ts';
import { connectQueues } from '../shared/platform/queues/connect.ts';
import { createSystemClock } from '../shared/platform/time/clock.ts';
import { createIds } from '../shared/platform/time/ids.ts';
import { PARTITIONED_TABLES } from '../shared/resources/partitioned-tables.ts';
import { collectServiceMetrics, createMetrics } from '../shared/resources/service-metrics.ts';
import { QUEUES } from '../shared/resources/work-kinds.ts';
import { openInbound } from './inbound/open-inbound.ts';
import type { OpenServer } from './server/open-server.ts';
import { openSubmission } from './submission/open-submission.ts';

/** The servers are process types of their own. */
const SERVERS: Readonly<Record<string, OpenServer>> = { inbound: openInbound, submission: openSubmission };

const names = process.argv.slice(2);
const open = names.length === 1 ? SERVERS[names[0] ?? ''] : undefined;
await runProcess(open ? (names[0] ?? '') : 'smtp', start);

async function start(context: ProcessContext): Promise<Running> {
  if (!open) throw new ConfigError(`Name the server to run: ${Object.keys(SERVERS).join(' or ')}.`);
  const deps = await createDeps(context);
  const { database, queues, metrics } = deps;
  collectProcessMetrics(metrics);
  const server = await open(deps);
  collectServiceMetrics({ ...deps, registry: metrics.registry, pools: server.pools });
  const health = await startHealth(deps);
  return {
    announcement: { ...server.ports, healthPort: health?.port },
    async stop() {
      health?.drain();
      await server.stop();
      await queues.close();
      await Promise.all([database, ...Object.values(server.pools)].map((pool) => pool.end()));
      deps.watch.stop();
      await health?.close();
    },
  };
}

async function createDeps({ config, log }: ProcessContext) {
  const clock = createSystemClock(config.clockOffsetMs);
  const metrics = createMetrics();
  const { registry } = metrics;
  const { databaseUrl: connectionString, databasePoolSize: poolSize } = config;
  const applicationName = `posthorn ${names[0]}`;
  const watch = await watchServer({ connectionString, applicationName, log });
  const database = connectDatabase({
    connectionString,
    poolSize,
    applicationName,
    plansOnce: true,
    watch,
    log,
  });
  await requireMigrated(database);
  return {
    config,
    log,
    clock,
    metrics,
    database,
    watch,
    ids: createIds(clock),
    queues: connectQueues({ config, definitions: QUEUES, workers: 0, registry, watch, log }),
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
