// Figures of automations: the objects in answers, as JSON Schemas.
import { EXECUTABLE_STEP_TYPES } from '../automations/values.ts';
import * as field from '../shapes.ts';

const MAILS = field.group('The emails of the step; null: steps of this type do not send any', {
  sent: field.count('Emails that were sent'),
  delivered: field.count('Emails that were delivered'),
  opened: field.count('Emails that were opened, each counted once'),
  clicked: field.count('Emails with a clicked link, each counted once'),
  bounced: field.count('Emails that bounced'),
});

/** Name of an object → its fields. */
export const AUTOMATION_STATS_OBJECTS = {
  AutomationStats: {
    object: field.type('automation_stats'),
    id: field.id('Id of the automation'),
    counted_at: field.timeOrNull(
      'When the runs were counted; null: the first count is in progress, and all counts are 0',
    ),
    runs: field.group('Number of runs: those in progress, and those that ended in the last 30 days', {
      started: field.count('Total'),
      running: field.count('In progress'),
      completed: field.count('Runs that ended after their last step'),
      failed: field.count('Runs that ended because a step failed'),
      cancelled: field.count('Cancelled'),
    }),
    steps: field.groups('The steps of the automation in order, then removed steps that runs had reached', {
      id: field.id('Id of the step'),
      key: field.text('Key of the step; for a removed step, the last key that runs have'),
      type: field.oneOf('Type of the step', EXECUTABLE_STEP_TYPES),
      entered: field.count('Runs that reached the step'),
      waiting: field.count(
        'Runs that wait at the step: for a time, for an event, or for a temporary refusal to pass',
      ),
      completed: field.count('Runs that completed the step'),
      failed: field.count('Runs that failed at the step'),
      skipped: field.numbers('Reason why the step did nothing → number of runs'),
      emails: { ...MAILS, type: ['object', 'null'] },
    }),
  },
} as const satisfies Record<string, field.ObjectFields>;
