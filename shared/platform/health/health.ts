// Readiness: whether a process can do its work now. It checks everything that the process depends on, each with a
// timeout. (Liveness only says that the process runs, and needs no code here.) The answer describes a problem in a
// sentence without details: addresses and errors are written to the log only.

import type { Database } from '../db/connect.ts';
import { answerInTime } from '../db/group-store/answer-in-time.ts';
import { isMigrated } from '../db/migrations/is-migrated.ts';
import { haveUpcomingPartitions, type PartitionedTable } from '../db/partitions.ts';
import { SQLSTATES, sqlstateOf } from '../failures/sqlstates.ts';
import type { Logger } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';
import { withTimeout } from '../time/timeout.ts';

/** A check of one dependency of a process. */
export interface HealthCheck {
  name: string;
  /** The sentence in the answer when the check returns false. */
  problem: string;
  /** The sentence for a database check that rejects or takes longer than CHECK_TIMEOUT_MS; otherwise `problem`. */
  unanswered?: string;
  run(): Promise<boolean>;
}

/** The result of a readiness check. */
export interface HealthReport {
  ready: boolean;
  /** Name of a check → `ok`, or a sentence about the problem. */
  checks: Record<string, string>;
}

/** Reports whether a process is ready. */
export interface Readiness {
  check(): Promise<HealthReport>;
  /** Makes the process not ready from now on, because it is stopping. */
  drain(): void;
}

/** A check that takes longer than this has failed. */
const CHECK_TIMEOUT_MS = 2_000;

/** The problem of a standby, or of a server on which writes are switched off. */
const READ_ONLY =
  "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS read_only";

const TAKES_NO_WRITES = 'The database is a standby or read-only, so it does not accept writes.';
const NO_DATABASE = 'The database does not answer.';

/**
 * The checks of every process: database, migrations, partitions for this and the next month, a queue that takes jobs.
 */
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
      problem: TAKES_NO_WRITES,
      unanswered: NO_DATABASE,
      run: () => takesWrites(database),
    },
    {
      name: 'migrations',
      problem: 'The database is not migrated to this version.',
      unanswered: NO_DATABASE,
      run: () => isMigrated(database),
    },
    {
      name: 'partitions',
      problem: 'Partitions for this month or the next are missing.',
      unanswered: NO_DATABASE,
      run: () => haveUpcomingPartitions(database, { tables, now: clock.now() }),
    },
    {
      name: 'queue',
      problem: 'The queue does not accept jobs.',
      run: () => queues.checkWrite().then(() => true),
    },
  ];
}

async function takesWrites(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ read_only: boolean }>(READ_ONLY);
  return rows[0]?.read_only === false;
}

/** Creates the readiness of a process. Concurrent probes share one run of the checks. */
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

/** Runs one check. @returns the sentence about the problem, or undefined */
async function findProblem(check: HealthCheck, log: Logger): Promise<string | undefined> {
  try {
    // By the kind of its error the log knows an outage of the database.
    const inTime = check.unanswered ? answerInTime : withTimeout;
    const isGood = await inTime(CHECK_TIMEOUT_MS, `The check of ${check.name}`, check.run());
    return isGood ? undefined : check.problem;
  } catch (error) {
    log.warn({ err: error, check: check.name }, 'a health check failed');
    // The pool refuses connections to a standby (shared/platform/db/sessions/open-session.ts).
    if (sqlstateOf(error) === SQLSTATES.readOnly) return TAKES_NO_WRITES;
    // Before the first migration it answers that there are no tables.
    const isAnswer = sqlstateOf(error) === SQLSTATES.undefinedTable;
    return isAnswer ? check.problem : (check.unanswered ?? check.problem);
  }
}
