// Figures of automations: the objects in answers, as JSON Schemas.
import { EXECUTABLE_STEP_TYPES } from '../automations/values.ts';
import * as field from '../shapes.ts';

const MAILS = field.group('The mail of the step; null: steps of its type send none', {
  sent: field.count('Mails that were sent'),
  delivered: field.count('Mails that were delivered'),
  opened: field.count('Mails that were opened, each once'),
  clicked: field.count('Mails of which a link was followed, each once'),
  bounced: field.count('Mails whose address was refused as bad'),
});

/** Name of an object → its fields. */
export const AUTOMATION_STATS_OBJECTS = {
  AutomationStats: {
    object: field.type('automation_stats'),
    id: field.id('Id of the automation'),
    counted_at: field.timeOrNull(
      'When the runs were counted; null: they are being counted for the first time, and all counts are 0',
    ),
    runs: field.group(
      'How many runs there are: those in progress, and those that ended in the last 30 days',
      {
        started: field.count('All of them'),
        running: field.count('In progress'),
        completed: field.count('Ended after their last step'),
        failed: field.count('Ended because a step has failed'),
        cancelled: field.count('Cancelled'),
      },
    ),
    steps: field.groups(
      'The steps of the automation in its order, then those that runs have come to and that were removed since',
      {
        id: field.id('Id of the step'),
        key: field.text('Key of the step; of a removed one the last that runs have'),
        type: field.oneOf('Type of the step', EXECUTABLE_STEP_TYPES),
        entered: field.count('Runs that have come to the step'),
        waiting: field.count(
          'Runs that are at the step and wait: for a time, for an event, or because a refusal will pass',
        ),
        completed: field.count('Runs for which the step is done'),
        failed: field.count('Runs that have failed with the step'),
        skipped: field.numbers('Why the step did nothing → for how many runs'),
        emails: { ...MAILS, type: ['object', 'null'] },
      },
    ),
  },
} as const satisfies Record<string, field.ObjectFields>;
