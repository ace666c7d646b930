// Is this process fit for work? Liveness says that it runs; readiness asks everything that it needs, each within
// a time-out. An answer says in words what is wrong, and nothing more: addresses and errors are for the log.

import type { Database } from '../db/connect.ts';
import { isMigrated } from '../db/is-migrated.ts';
import { arePartitionsAhead, type PartitionedTable } from '../db/partitions.ts';
import type { Logger } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';
import { withTimeout } from '../time/timeout.ts';

/** One thing that a process needs. */
export interface HealthCheck {
  name: string;
  /** The sentence that a person reads when the check answers false. */
  problem: string;
  /** The sentence when the check throws or takes longer than CHECK_TIMEOUT_MS; `problem` when absent. */
  unanswered?: string;
  run(): Promise<boolean>;
}

/** What readiness answers. */
export interface HealthReport {
  ready: boolean;
  /** Name of a check → `ok`, or what is wrong. */
  checks: Record<string, string>;
}

/** Tells whether a process may be given work. */
export interface Readiness {
  check(): Promise<HealthReport>;
  /** From now on the process is not ready: it is stopping. */
  drain(): void;
}

/** A probe that waits longer than this has its answer. */
const CHECK_TIMEOUT_MS = 2_000;

const NO_DATABASE = 'The database does not answer.';

/** The checks that every process needs: a database that is migrated and has room ahead, a queue that takes jobs. */
export function createHealthChecks(deps: {
  database: Database;
  partitionedTables: readonly PartitionedTable[];
  clock: Clock;
  queues: { checkWrite(): Promise<void> };
}): HealthCheck[] {
  const { database, partitionedTables: tables, clock, queues } = deps;
  return [
    {
      name: 'database',
      problem: NO_DATABASE,
      run: () => database.query('SELECT 1').then(() => true),
    },
    {
      name: 'migrations',
      problem: 'The database is not migrated to this version.',
      unanswered: NO_DATABASE,
      run: () => isMigrated(database),
    },
    {
      name: 'partitions',
      problem: "This month's or the next month's partitions are missing.",
      unanswered: NO_DATABASE,
      run: () => arePartitionsAhead(database, { tables, now: clock.now() }),
    },
    { name: 'queue', problem: 'The queue takes no jobs.', run: () => queues.checkWrite().then(() => true) },
  ];
}

/** Creates the readiness of a process. Probes that come together share one run of the checks. */
export function createReadiness(checks: readonly HealthCheck[], log: Logger): Readiness {
  let draining = false;
  let running: Promise<HealthReport> | undefined;
  return {
    drain() {
      draining = true;
    },
    check() {
      if (draining) return Promise.resolve({ ready: false, checks: { process: 'The process is stopping.' } });
      running ??= runChecks(checks, log).finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

async function runChecks(checks: readonly HealthCheck[], log: Logger): Promise<HealthReport> {
  const results = await Promise.all(checks.map(async (check) => [check.name, await findProblem(check, log)]));
  return {
    ready: results.every(([, problem]) => problem === undefined),
    checks: Object.fromEntries(results.map(([name, problem]) => [name, problem ?? 'ok'])),
  };
}

/** Runs one check. @returns what is wrong, or undefined */
async function findProblem(check: HealthCheck, log: Logger): Promise<string | undefined> {
  try {
    const isGood = await withTimeout(CHECK_TIMEOUT_MS, `The check of ${check.name}`, check.run());
    return isGood ? undefined : check.problem;
  } catch (error) {
    log.warn({ err: error, check: check.name }, 'a health check failed');
    return check.unanswered ?? check.problem;
  }
}
