// The worker process: `workers/main.ts <group…|all>`. Config → dependencies → lease → workers. A stop is a graceful
// shutdown: take no new work, finish and record what runs, end the lease, close the connections.

import { ConfigError } from '../shared/platform/config/config.ts';
import { isDirect } from '../shared/platform/config/mx-settings.ts';
import { connectDatabase } from '../shared/platform/db/connect.ts';
import { requireMigrated } from '../shared/platform/db/migrations/is-migrated.ts';
import { type ServerWatch, watchServer } from '../shared/platform/db/sessions/server-watch.ts';
import { createHealthChecks } from '../shared/platform/health/health.ts';
import { createHealthServer } from '../shared/platform/health/health-server.ts';
import { type ProcessContext, type Running, runProcess } from '../shared/platform/lifecycle/process.ts';
import { collectProcessMetrics } from '../shared/platform/metrics/metrics.ts';
import { createConfiguredDns } from '../shared/platform/net/dns/dns.ts';
import { requireSourceAddresses } from '../shared/platform/net/source-addresses.ts';
import { createCrashPoints } from '../shared/platform/process/crash-points.ts';
import { connectQueues } from '../shared/platform/queues/connect.ts';
import { createSystemClock } from '../shared/platform/time/clock.ts';
import { createIds } from '../shared/platform/time/ids.ts';
import { queuesOf } from '../shared/platform/work/define-work.ts';
import { ContactLanes } from '../shared/resources/audience/contact-writes/lanes.ts';
import { GraphVersions } from '../shared/resources/flows/automations/versions/graph-versions.ts';
import { PARTITIONED_TABLES } from '../shared/resources/partitioned-tables.ts';
import { createRegistrations } from '../shared/resources/registrations.ts';
import { collectServiceMetrics, createMetrics, type Metrics } from '../shared/resources/service-metrics.ts';
import { QUEUES, WORK_KINDS } from '../shared/resources/work-kinds.ts';
import { loadEntries, parseGroups } from './registry.ts';
import type { WorkerDeps } from './runtime/job.ts';
import { takeLease } from './runtime/lease.ts';
import { WrittenOutcomes } from './runtime/outcomes/written-outcomes.ts';
import { createReputationEvaluator } from './runtime/reputation-evaluator.ts';
import { watchSuspensions } from './runtime/suspensions.ts';
import { prepareSchedule } from './schedule.ts';
import { startWorkers } from './start.ts';
import { parseSmtpUrl } from './transports/smtp/servers.ts';

const groupNames = process.argv.slice(2);

await runProcess(`worker ${groupNames.join(' ')}`, start);

async function start(context: ProcessContext): Promise<Running> {
  const groups = readGroups();
  const { smtpUrl } = context.config.alerts;
  if (smtpUrl !== undefined && !isDirect({ smtpUrl })) parseSmtpUrl(smtpUrl, 'ALERT_SMTP_URL');
  const sends = groups.some((group) => group === 'send' || group === 'bulk');
  if (sends && isDirect(context.config)) await requireSourceAddresses(context.config.mx.sources);
  const schedules = groups.includes('schedule');
  const entries = await loadEntries(WORK_KINDS.filter(({ group }) => groups.includes(group)));
  const metrics = createMetrics();
  collectProcessMetrics(metrics);
  const { databaseUrl: connectionString } = context.config;
  const applicationName = `posthorn worker ${groups.join(' ')}`;
  const watch = await watchServer({ connectionString, applicationName, log: context.log });
  const workerCount = entries.flatMap(queuesOf).length;
  const deps = await createDeps(context, { groups, applicationName, workerCount, metrics, watch });
  collectServiceMetrics({ ...deps, registry: metrics.registry });
  if (schedules) await prepareSchedule(deps);
  const onStuck = () => context.requestStop(1);
  const workers = startWorkers({ deps, kinds: WORK_KINDS, entries, schedules, watch, onStuck });
  const health = await startHealth(deps, metrics);
  return {
    announcement: { groups, healthPort: health?.port },
    async stop() {
      health?.drain();
      await workers.stop();
      await deps.queues.close();
      await deps.database.end();
      watch.stop();
      await health?.close();
    },
  };
}

function readGroups(): readonly string[] {
  try {
    return parseGroups(groupNames);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

/** The parts of a process that exist before its dependencies. */
interface ProcessParts {
  groups: readonly string[];
  applicationName: string;
  /** Number of BullMQ workers. */
  workerCount: number;
  metrics: Metrics;
  watch: ServerWatch;
}

async function createDeps(
  { config, log }: ProcessContext,
  { groups, applicationName, workerCount: workers, metrics, watch }: ProcessParts,
): Promise<WorkerDeps> {
  const clock = createSystemClock(config.clockOffsetMs);
  const ids = createIds(clock);
  const database = connectDatabase({
    connectionString: config.databaseUrl,
    poolSize: config.databasePoolSize,
    applicationName,
    plansOnce: true,
    watch,
    log,
  });
  await requireMigrated(database);
  const renewEveryMs = config.leaseRenewMs;
  const lease = await takeLease({ database, workerId: ids.next(), groups, renewEveryMs, log });
  const { registry } = metrics;
  const queues = connectQueues({ config, definitions: QUEUES, workers, registry, watch, log });
  const passCrashPoint = createCrashPoints(config.crashAt);
  const contactLanes = new ContactLanes();
  const graphVersions = new GraphVersions();
  const dns = createConfiguredDns(config);
  const judging = createReputationEvaluator({ config, database, clock, queues, log });
  return {
    config,
    database,
    clock,
    ids,
    queues,
    contactLanes,
    graphVersions,
    ...createRegistrations({ ids, queues, versions: graphVersions }),
    suspensions: watchSuspensions({ database, log }),
    writtenOutcomes: new WrittenOutcomes({ database, ids, queues, evaluateSoon: judging.soon, log }),
    dns,
    judging,
    lease,
    metrics,
    passCrashPoint,
    log,
  };
}

async function startHealth({ config, database, clock, queues, log }: WorkerDeps, metrics: Metrics) {
  if (config.healthPort === undefined) return undefined;
  const checks = createHealthChecks({ database, partitionedTables: PARTITIONED_TABLES, clock, queues });
  const { healthPort: port, host, opsToken } = config;
  return await createHealthServer({ port, host, opsToken, checks, metrics, clock, log });
}
