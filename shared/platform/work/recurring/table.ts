// Recurring work is a table of work like any other: one row a task, due at the next instant of its schedule.
import { createWorkTable } from '../work-table.ts';

export const recurringWorkTable = createWorkTable({
  table: 'recurring_work',
  key: 'name',
  keyType: 'text',
  // Its tries are not counted: each run begins anew.
  retryWhen: 'last_error IS NOT NULL',
  lastAnswer: 'last_error',
});
