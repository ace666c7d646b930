// Runs of automations: the objects in answers, as JSON Schemas.
import { RUN_STATUSES, STEP_RUN_STATUSES, STEP_TYPES } from '../automations/values.ts';
import * as field from '../shapes.ts';

const ID = field.id('Id of the run');
const STATUS = '`running`, and then `completed`, `failed` or `cancelled`';

const RUN = {
  id: ID,
  status: field.oneOf(STATUS, RUN_STATUSES),
  contact_id: field.id('Id of the contact in the automation, who may have been deleted'),
  email: field.textOrNull('Address of the contact; null: it was deleted'),
  version: field.positive('Version of the steps that the run started with and keeps'),
  current_step: field.textOrNull('Key of the current step; null: the run has ended'),
  wake_at: field.timeOrNull('When the run continues at the latest; null: it is not waiting'),
  reason: field.textOrNull(
    'Why the run failed (a sentence) or was cancelled (`stopped`, `cancelled`, `contact_deleted`), or why its current step is not done yet; otherwise null',
  ),
  started_at: field.time('When the run started'),
  completed_at: field.timeOrNull('When the run ended; null: it is still running'),
  created_at: field.time('When the run started'),
} as const;

/** Name of an object → its fields. */
export const AUTOMATION_RUN_OBJECTS = {
  AutomationRunItem: RUN,
  AutomationRun: {
    object: field.type('automation_run'),
    ...RUN,
    steps: field.groups('The trigger and all steps of the automation, in order', {
      key: field.text('Key of the step'),
      type: field.oneOf('Type of the step', STEP_TYPES),
      status: field.oneOf(
        '`pending`: the run may still reach it; `running`; `waiting`: for a time, an event or a retry; `completed`; `failed`; `skipped`: the step did nothing, or the run took another path',
        STEP_RUN_STATUSES,
      ),
      output: field.fieldsOrNull('What the step did, depending on its type; null: nothing to report'),
      error: field.fieldsOrNull('Why the step failed: `{message}`; null: it did not'),
      started_at: field.timeOrNull('When the run reached the step; null: it has not'),
      completed_at: field.timeOrNull('When the step ended; null: it has not ended'),
      created_at: field.time('When the run reached the step; if it has not, when the run started'),
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
