// Recurring work (cron tasks): one row per task, due at the next time of its schedule. The ids in its jobs are the names of
// tasks in workers/schedule.ts.
import { defineWork } from '../define-work.ts';

export const recurringWork = defineWork({
  group: 'schedule',
  queue: 'recurring',
  job: 'run-recurring-work',
  concurrency: 2,
  table: 'recurring_work',
  key: 'name',
  keyType: 'text',
  whileSuspended: 'go on',
  // `attempts` is reset after each run, so it cannot show that a run failed.
  retryWhen: 'last_error IS NOT NULL',
  lastAnswer: 'last_error',
});
