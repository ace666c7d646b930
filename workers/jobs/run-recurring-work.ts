// The job that runs due tasks of workers/schedule.ts. A failed task is retried after five minutes, or at its next
// scheduled time if that is sooner; its row keeps the reason for operators.
import { CronExpressionParser } from 'cron-parser';
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/platform/time/durations.ts';
import { recordRecurringWork } from '../../shared/platform/work/recurring/record.ts';
import { recurringWork } from '../../shared/platform/work/recurring/work.ts';
import type { Claim } from '../../shared/platform/work/work-table.ts';
import type { JobDeps, OpenHandler } from '../runtime/job.ts';
import { untilWritten } from '../runtime/outcomes/until-written.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';
import { type RecurringTask, SCHEDULE } from '../schedule.ts';

const RETRY_AFTER_MS = 5 * MINUTE_MS;

export const open: OpenHandler = () => ({ handle });

/** Claims the tasks that the job names and runs them. */
export async function handle({ ids }: WakeUp, deps: JobDeps): Promise<string> {
  const ended: string[] = [];
  const claimed = await withClaims(recurringWork.table, ids, deps, async (claims) => {
    for (const claim of claims) {
      const error = await runClaimed(claim, deps);
      ended.push(`${claim.id} ${error === null ? 'done' : 'failed'}`);
    }
  });
  return [describeClaims(ids.length, claimed), ...ended].join(', ');
}

/** @returns why the task failed; null if it did not */
async function runClaimed(claim: Claim, deps: JobDeps): Promise<string | null> {
  const task = SCHEDULE.find(({ name }) => name === claim.id);
  const error = task ? await attempt(task, deps) : 'This version does not know the task.';
  const now = deps.clock.now();
  // A task of another release stays for it.
  const nextAttemptAt = task ? nextTime(task, now, error !== null) : new Date(now.getTime() + DAY_MS);
  await untilWritten(() => recordRecurringWork(deps.database, { ...claim, nextAttemptAt, error }), deps.log);
  return error;
}

async function attempt(task: RecurringTask, deps: JobDeps): Promise<string | null> {
  try {
    await task.run(deps);
    return null;
  } catch (error) {
    deps.log.error({ err: error, task: task.name }, 'a recurring task failed');
    return String(error);
  }
}

function nextTime(task: RecurringTask, now: Date, failed: boolean): Date {
  const scheduled = CronExpressionParser.parse(task.cron, { currentDate: now, tz: 'UTC' }).next().toDate();
  const retry = new Date(now.getTime() + RETRY_AFTER_MS);
  return failed && retry < scheduled ? retry : scheduled;
}
