// The work table of runs: a row is a contact on its way through an automation, due when its pause ends. A run that has
// moved has no attempts, so those that it has are tries that a bug has ended.
import { createWorkTable } from '../../../platform/work/work-table.ts';

export const automationRunsTable = createWorkTable({
  table: 'automation_runs',
  key: 'id',
  keyType: 'uuid',
  // A run that sleeps in a delay or waits for an event is not a retry.
  retryWhen: 'attempts > 0 OR postponed_at IS NOT NULL',
  // While a run is running, its reason is why its step is not done yet.
  lastAnswer: 'reason',
  about: `jsonb_build_object('account_id', account_id, 'automation_id', automation_id, 'contact_id', contact_id,
    'step', step_key, 'wait_until', wait_until, 'postponed_at', postponed_at)`,
});
