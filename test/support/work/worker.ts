// Workers for tests: the real runtime on real servers, in this process or in a separate one that can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../../shared/platform/config/config.ts';
import { connectDatabase } from '../../../shared/platform/db/connect.ts';
import type { ServerWatch } from '../../../shared/platform/db/sessions/server-watch.ts';
import { createLog, type Logger } from '../../../shared/platform/log/log.ts';
import { createConfiguredDns } from '../../../shared/platform/net/dns/dns.ts';
import { connectQueues } from '../../../shared/platform/queues/connect.ts';
import { type Clock, createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { queuesOf } from '../../../shared/platform/work/define-work.ts';
import { ContactLanes } from '../../../shared/resources/audience/contact-writes/lanes.ts';
import { GraphVersions } from '../../../shared/resources/flows/automations/versions/graph-versions.ts';
import { createRegistrations } from '../../../shared/resources/registrations.ts';
import { createMetrics } from '../../../shared/resources/service-metrics.ts';
import { QUEUES } from '../../../shared/resources/work-kinds.ts';
import type { RegistryEntry, WorkerDeps } from '../../../workers/runtime/job.ts';
import { type Lease, takeLease } from '../../../workers/runtime/lease.ts';
import { WrittenOutcomes } from '../../../workers/runtime/outcomes/written-outcomes.ts';
import { createReputationEvaluator } from '../../../workers/runtime/reputation-evaluator.ts';
import { watchSuspensions } from '../../../workers/runtime/suspensions.ts';
import { startWorkers } from '../../../workers/start.ts';
import { probeEntry } from './probe-work.ts';

/** The servers of a worker. */
export interface Servers {
  databaseUrl: string;
  /** If undefined, the queues are on Postgres. */
  redisUrl: string | undefined;
}

/** Differences from a real worker. */
export interface TestWorkerOptions {
  entries?: readonly RegistryEntry[];
  /** If false, it works on its queues, but neither ticks nor sweeps. */
  schedules?: boolean;
  clock?: Clock;
  /** Overrides parts of the lease. */
  lease?: Partial<Lease>;
  /** The watch of the server of its connections; none by default. The test stops it. */
  watch?: ServerWatch;
  log?: Logger;
}

/** A worker in this process. */
export interface TestWorker {
  readonly deps: WorkerDeps;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

/** Creates the dependencies of a worker without starting one: for a producer, or a job that a test calls directly. */
export async function createWorkerDeps(
  servers: Servers,
  options: TestWorkerOptions = {},
): Promise<WorkerDeps> {
  const { entries = [probeEntry()], clock = createSystemClock(), watch } = options;
  const log =
    options.log ?? createLog({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent', process: 'test worker' });
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: servers.databaseUrl,
    ...(servers.redisUrl ? { REDIS_URL: servers.redisUrl } : {}),
  });
  const ids = createIds(clock);
  const metrics = createMetrics();
  const database = connectDatabase({
    connectionString: config.databaseUrl,
    poolSize: 5,
    applicationName: 'test worker',
    watch,
    log,
  });
  const renewEveryMs = config.leaseRenewMs;
  const lease = {
    ...(await takeLease({ database, workerId: ids.next(), groups: ['test'], renewEveryMs, log })),
    ...options.lease,
  };
  const queues = connectQueues({
    config,
    // All queues, because sending also wakes webhooks.
    definitions: [...new Set([...entries.flatMap(queuesOf), ...QUEUES])],
    workers: entries.flatMap(queuesOf).length,
    registry: metrics.registry,
    watch,
    log,
  });
  const contactLanes = new ContactLanes();
  const graphVersions = new GraphVersions();
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
    dns: createConfiguredDns(config),
    judging,
    lease,
    suspensions: watchSuspensions({ database, log }),
    writtenOutcomes: new WrittenOutcomes({ database, ids, queues, evaluateSoon: judging.soon, log }),
    metrics,
    passCrashPoint: () => {},
    log,
  };
}

/** Ends the lease and closes the connections of dependencies whose worker has stopped. */
export async function closeWorkerDeps(deps: WorkerDeps): Promise<void> {
  const { judging, suspensions, lease, queues, database } = deps;
  await judging.stop();
  await suspensions.stop();
  await lease.end();
  await queues.close();
  await database.end();
}

/** Empties the probe's queue, including jobs that a killed worker left active. */
export async function emptyProbeQueue(servers: Servers): Promise<void> {
  const deps = await createWorkerDeps(servers);
  await Promise.all(deps.queues.all().map((queue) => queue.obliterate({ force: true })));
  await closeWorkerDeps(deps);
}

/** Starts a worker in this process. */
export async function startTestWorker(
  servers: Servers,
  options: TestWorkerOptions = {},
): Promise<TestWorker> {
  const { entries = [probeEntry()], schedules = true } = options;
  const deps = await createWorkerDeps(servers, options);
  const onStuck = () => deps.log.error('the worker is stuck');
  const workers = startWorkers({ deps, kinds: entries, entries, schedules, onStuck });
  return {
    deps,
    async stop() {
      await workers.stop();
      await deps.queues.close();
      await deps.database.end();
    },
  };
}

const PROBE_WORKER_MAIN = fileURLToPath(new URL('./probe-worker-main.ts', import.meta.url));

/** Starts a probe worker in a separate process; resolves when it is ready. */
export async function spawnProbeWorker(
  servers: Servers,
  environment: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx/esm', PROBE_WORKER_MAIN], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: servers.databaseUrl,
      REDIS_URL: servers.redisUrl ?? '',
      LOG_LEVEL: 'silent',
      ...environment,
    },
  });
  await once(child, 'message');
  return child;
}
