// Runs of automations: descriptions of their fields and parameters (shared/contract/fields.ts explains the lookup).
import type { FieldDescriptions } from '../fields.ts';

export const AUTOMATION_RUN_FIELDS: FieldDescriptions = {
  id: 'Id of the run',
  status: '`running`, and then `completed`, `failed` or `cancelled`',
  'listAutomationRuns.status': 'Only runs with one of these statuses, separated by commas',
  contact_id: 'Id of the contact that goes through the automation; it may have been deleted',
  'listAutomationRuns.contact_id': 'Only runs of this contact',
  'listAutomationRuns.step':
    'Id or key of a step: only runs that are at it, have failed at it or were cancelled at it',
  version: 'Number of the version of the steps with which the run has started; it keeps them',
  current_step: 'Key of the step at which the run is; null: it has ended',
  wake_at: 'When the run goes on at the latest; null: it does not wait',
  reason:
    'Why the run has failed (a sentence) or was cancelled (`stopped`, `cancelled`, `contact_deleted`), or why its step is not done yet; else null',
  started_at: 'When the run started',
  completed_at: 'When the run ended; null: it is running',
  created_at: 'When the run started',
  steps: 'The trigger and all steps of the automation, in its order',
  'steps.key': 'Key of the step',
  'steps.type': 'Type of the step',
  'steps.status':
    '`pending`: may still come; `running`; `waiting`: for a time, an event or another try; `completed`; `failed`; `skipped`: nothing was done, or it is not on the way of the run',
  'steps.output': 'What the step has done, by its type; null: nothing to say',
  'steps.error': 'Why the step has failed: `{message}`; null: it has not',
  'steps.started_at': 'When the run came to the step; null: it has not',
  'steps.completed_at': 'When the step ended; null: it has not',
  'steps.created_at': 'When the run came to the step; when the run started, if it has not',
};
