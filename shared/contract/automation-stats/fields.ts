// Figures of automations: descriptions of their fields (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUTOMATION_STATS_FIELDS: FieldDescriptions = {
  id: 'Id of the automation',
  counted_at:
    'When the runs were counted; null: they are being counted for the first time, and all counts are 0',
  runs: 'How many runs there are: those in progress, and those that ended in the last 30 days',
  'runs.started': 'All of them',
  'runs.running': 'In progress',
  'runs.completed': 'Ended after their last step',
  'runs.failed': 'Ended because a step has failed',
  'runs.cancelled': 'Cancelled',
  steps:
    'The steps of the automation in its order, then those that runs have come to and that were removed since',
  'steps.id': 'Id of the step',
  'steps.key': 'Key of the step; of a removed one the last that runs have',
  'steps.type': 'Type of the step',
  'steps.entered': 'Runs that have come to the step',
  'steps.waiting':
    'Runs that are at the step and wait: for a time, for an event, or because a refusal will pass',
  'steps.completed': 'Runs for which the step is done',
  'steps.failed': 'Runs that have failed with the step',
  'steps.skipped': 'Why the step did nothing → for how many runs',
  'steps.emails': 'The mail of the step; null: its type is not `send_email`',
  'steps.emails.sent': 'Mails that were sent',
  'steps.emails.delivered': 'Mails that were delivered',
  'steps.emails.opened': 'Mails that were opened, each once',
  'steps.emails.clicked': 'Mails of which a link was followed, each once',
  'steps.emails.bounced': 'Mails whose address was refused as bad',
};
