// The work table of recurring work (cron tasks): one row per task, due at the next time of its schedule.
import { createWorkTable } from '../work-table.ts';

export const recurringWorkTable = createWorkTable({
  table: 'recurring_work',
  key: 'name',
  keyType: 'text',
  // `attempts` is reset after each run, so it cannot show that a run failed.
  retryWhen: 'last_error IS NOT NULL',
  lastAnswer: 'last_error',
});
