// The checker of domains of a process; it outlives single jobs. It looks at a bounded number of domains at a time, and a
// domain whose name servers are silent holds a place and never a job of others. What a check found is written as soon as
// it ends: quiet checks in groups (group commit), others each in a transaction of its own.

import { createConcurrencyLimit } from '../../shared/platform/sharing/concurrency-limit.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import { type CheckResult, checkDomain, isQuiet } from '../../shared/resources/domains/checks/check.ts';
import { type CheckSubject, findSubjects } from '../../shared/resources/domains/checks/subject.ts';
import { checksTable } from '../../shared/resources/domains/checks/table.ts';
import { writeCheck, writeQuietChecks } from '../../shared/resources/domains/checks/write.ts';
import { mailHostOf } from '../../shared/resources/domains/records/dns-records.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { createRecorder } from '../runtime/recorder.ts';

/** Domains that a process looks at at a time. */
const DOMAINS_MAX = 256;
/** Quiet checks that are written per statement. */
const GROUP_MAX = 200;

/** Checks domains. */
export interface DomainChecker {
  /** Checks the domains of claimed rows, and releases the rows. */
  check(works: readonly Claim[]): Promise<void>;
  /** Graceful shutdown: domains whose check has not begun are released, and those that are looked at are written. */
  drain(): Promise<void>;
}

/** Creates the checker of a process. */
export function createDomainChecker(deps: WorkerDeps): DomainChecker {
  const { database, clock, config, log } = deps;
  const now = () => clock.now();
  const checking = { ...deps, mailHost: mailHostOf(config), graceHours: config.claimGraceHours };
  const places = createConcurrencyLimit(DOMAINS_MAX);
  const recorder = createRecorder<CheckResult>({
    write: (results) => writeQuietChecks(database, results, now()),
    describe: ({ subject }) => ({ domain: subject.domain.id }),
    groupMax: GROUP_MAX,
    log,
  });
  let stopping = false;
  const end = (works: readonly Claim[], nextAttemptAt: Date | null) =>
    checksTable.release(
      database,
      works.map((work) => ({ ...work, nextAttemptAt })),
    );
  const checkOne = async (subject: CheckSubject) => {
    if (stopping) return void (await end([subject.work], now()));
    const result = await checkDomain(checking, subject, now);
    if (isQuiet(result, now())) await recorder.record(result);
    else await writeCheck(checking, result, now());
  };
  return {
    async check(works) {
      const subjects = await findSubjects(database, works);
      const results = await Promise.allSettled(
        subjects.map((subject) => places.run(() => checkOne(subject))),
      );
      const found = new Set(subjects.map(({ work }) => work.id));
      await end(
        works.filter(({ id }) => !found.has(id)),
        null,
      );
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) throw failure.reason;
    },
    drain() {
      stopping = true;
      recorder.stop();
      return Promise.resolve();
    },
  };
}
