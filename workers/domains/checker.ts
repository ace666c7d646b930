// The checker of domains of a process; it outlives single jobs. It checks a bounded number of domains at a time, and a
// domain whose name servers are silent uses a slot for a short time and never the job of others. Results are written as
// soon as it ends: quiet checks in groups (group commit), others each in a transaction of its own.

import type { Database } from '../../shared/platform/db/connect.ts';
import {
  type ConcurrencyLimit,
  createConcurrencyLimit,
} from '../../shared/platform/sharing/concurrency-limit.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import {
  type CheckResult,
  checkDomain,
  isQuiet,
} from '../../shared/resources/messaging/domains/checks/check.ts';
import { type CheckSubject, findSubjects } from '../../shared/resources/messaging/domains/checks/subject.ts';
import { domainCheckWork } from '../../shared/resources/messaging/domains/checks/work.ts';
import { writeCheck, writeQuietChecks } from '../../shared/resources/messaging/domains/checks/write.ts';
import { mailHostOf } from '../../shared/resources/messaging/domains/records/dns-records.ts';
import type { HostProbe } from '../../shared/resources/messaging/tracking-hosts/probe.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { createRecorder } from '../runtime/outcomes/recorder.ts';

/** The domains that a process checks at a time. */
const DOMAINS_MAX = 256;
/** A domain that takes longer, because its name servers are slow, makes room for another one. */
const SLOW_AFTER_MS = 250;
/** The jobs that begin to check their domains at a time: rows are read only shortly before their check. */
const JOBS_MAX = 2;
/** Checks that change something are written in transactions of their own; the pool has few connections. */
const WRITES_MAX = 8;
/** Quiet checks that are written per statement. */
const GROUP_MAX = 200;

/** Checks domains. */
export interface DomainChecker {
  /** Checks the domains of claimed rows, and releases the rows. */
  check(works: readonly Claim[]): Promise<void>;
  /** Graceful shutdown: domains whose check has not begun are released, and the results of the others are written. */
  drain(): Promise<void>;
}

/** Creates the checker of a process. @param hostProbe asks the hosts of tracked links */
export function createDomainChecker(deps: WorkerDeps, hostProbe: HostProbe): DomainChecker {
  const { database, clock, config, log } = deps;
  const now = () => clock.now();
  const checking = { ...deps, hostProbe, mailHost: mailHostOf(config), graceHours: config.claimGraceHours };
  const jobs = createConcurrencyLimit(JOBS_MAX);
  const places = createConcurrencyLimit(DOMAINS_MAX);
  const writes = createConcurrencyLimit(WRITES_MAX);
  const recorder = createRecorder<CheckResult>({
    write: (results) => writeQuietChecks(database, results, now()),
    describe: ({ subject }) => ({ domain: subject.domain.id }),
    groupMax: GROUP_MAX,
    log,
  });
  let stopping = false;
  const checkOne = async (subject: CheckSubject, onBegin: () => void) => {
    // A place is for DNS: a check that waits to be written holds none.
    const result = await whileQuick(places, () => {
      onBegin();
      const isLeft = stopping || deps.suspensions.has(subject.domain.accountId);
      return isLeft ? Promise.resolve(undefined) : checkDomain(checking, subject, now);
    });
    if (!result) await release(database, [subject.work], now());
    else if (isQuiet(result, now())) await recorder.record(result);
    else await writes.run(() => writeCheck(checking, result, now()));
  };
  /** Resolves with the checks when all of them have begun. */
  const begin = async (works: readonly Claim[]): Promise<Promise<void>[]> => {
    if (stopping) return [release(database, works, now())];
    const subjects = await findSubjects(database, works);
    const found = new Set(subjects.map(({ work }) => work.id));
    const deleted = works.filter(({ id }) => !found.has(id));
    if (deleted.length > 0) await release(database, deleted, null);
    const checks: Promise<void>[] = [];
    for (const subject of subjects) {
      await new Promise<void>((onBegin) => {
        const check = checkOne(subject, onBegin);
        // It may fail before the last one has begun; its error is read with the others.
        check.catch(() => undefined);
        checks.push(check);
      });
    }
    return checks;
  };
  return {
    async check(works) {
      const checks = await jobs.run(() => begin(works));
      const results = await Promise.allSettled(checks);
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) throw failure.reason;
    },
    async drain() {
      stopping = true;
      recorder.stop();
      await hostProbe.close();
    },
  };
}

/** Ends claims without a result. */
async function release(
  database: Database,
  works: readonly Claim[],
  nextAttemptAt: Date | null,
): Promise<void> {
  await domainCheckWork.table.release(
    database,
    works.map((work) => ({ ...work, nextAttemptAt })),
  );
}

/** Does work in a slot, which it releases when it is slow. */
async function whileQuick<Result>(places: ConcurrencyLimit, work: () => Promise<Result>): Promise<Result> {
  const { result } = await places.run(async () => {
    const result = work();
    await settledOrSlow(result);
    return { result };
  });
  return await result;
}

/** Resolves when the work has ended, or is slow. */
function settledOrSlow(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, SLOW_AFTER_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
