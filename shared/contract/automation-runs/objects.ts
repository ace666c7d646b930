// Runs of automations: the objects in answers, as JSON Schemas.
import { RUN_STATUSES, STEP_RUN_STATUSES, STEP_TYPES } from '../automations/values.ts';
import * as field from '../shapes.ts';

const ID = field.id('Id of the run');
const STATUS = '`running`, and then `completed`, `failed` or `cancelled`';

const RUN = {
  id: ID,
  status: field.oneOf(STATUS, RUN_STATUSES),
  contact_id: field.id('Id of the contact that goes through the automation; it may have been deleted'),
  email: field.textOrNull('Address of the contact; null: it was deleted'),
  version: field.positive('Number of the version of the steps with which the run has started; it keeps them'),
  current_step: field.textOrNull('Key of the step at which the run is; null: it has ended'),
  wake_at: field.timeOrNull('When the run goes on at the latest; null: it does not wait'),
  reason: field.textOrNull(
    'Why the run has failed (a sentence) or was cancelled (`stopped`, `cancelled`, `contact_deleted`), or why its step is not done yet; else null',
  ),
  started_at: field.time('When the run started'),
  completed_at: field.timeOrNull('When the run ended; null: it is running'),
  created_at: field.time('When the run started'),
} as const;

/** Name of an object → its fields. */
export const AUTOMATION_RUN_OBJECTS = {
  AutomationRunItem: RUN,
  AutomationRun: {
    object: field.type('automation_run'),
    ...RUN,
    steps: field.groups('The trigger and all steps of the automation, in its order', {
      key: field.text('Key of the step'),
      type: field.oneOf('Type of the step', STEP_TYPES),
      status: field.oneOf(
        '`pending`: may still come; `running`; `waiting`: for a time, an event or another try; `completed`; `failed`; `skipped`: nothing was done, or it is not on the way of the run',
        STEP_RUN_STATUSES,
      ),
      output: field.fieldsOrNull('What the step has done, by its type; null: nothing to say'),
      error: field.fieldsOrNull('Why the step has failed: `{message}`; null: it has not'),
      started_at: field.timeOrNull('When the run came to the step; null: it has not'),
      completed_at: field.timeOrNull('When the step ended; null: it has not'),
      created_at: field.time('When the run came to the step; when the run started, if it has not'),
    }),
  },
  CancelledAutomationRun: {
    object: field.type('automation_run'),
    id: ID,
    status: { description: STATUS, const: 'cancelled' },
  },
  RetriedAutomationRun: {
    object: field.type('automation_run'),
    id: ID,
    status: { description: STATUS, const: 'running' },
  },
} as const satisfies Record<string, field.ObjectFields>;
