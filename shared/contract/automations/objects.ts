// Automations: the objects in answers, as JSON Schemas.
import { HEALTH_RUNS_MAX } from '../limits.ts';
import * as field from '../shapes.ts';
import {
  AUTOMATION_ANSWERS,
  AUTOMATION_REENTRIES,
  AUTOMATION_STATUSES,
  CONNECTION_TYPES,
  EXECUTABLE_STEP_TYPES,
} from './values.ts';

const STATUS = '`enabled`: events start runs; `disabled`: they do not';
const NAME = field.text('Name, up to 200 characters; automations may share one');
const DOMAIN = field.text(
  'Name of the domain that the automation belongs to. Only events of that domain start runs',
);
const TRIGGER = field.text('Name of the event that starts a run');
const UPDATED_AT = field.time('When the automation was last changed');
const HEALTH = field.group(
  `Health of its runs. Counting stops at ${HEALTH_RUNS_MAX}, which means that many or more`,
  {
    running: field.count(`Runs in progress, ${HEALTH_RUNS_MAX} at most`),
    failed_24h: field.count(
      `Runs that failed in the last 24 hours and were not retried since, ${HEALTH_RUNS_MAX} at most`,
    ),
    last_failed_at: field.timeOrNull(
      'When a run last failed that was not retried since; null: there is none',
    ),
  },
);
const KEY = field.text('Name of the step in connections; unique in the automation, up to 64 characters');
const POSITION = 'Position of the step in the list, from 1; the trigger has none';

/** The name of the config of a type of step in the API description: `SendEmailConfig`. */
export function configName(type: (typeof EXECUTABLE_STEP_TYPES)[number]): string {
  const words = type.split('_').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${words.join('')}Config`;
}

/** The API description derives the schemas of configs from those of requests: an answer can be sent again. */
const refToConfig = (type: (typeof EXECUTABLE_STEP_TYPES)[number]) => ({
  $ref: `#/components/schemas/${configName(type)}`,
});

/** The trigger as a step has neither id nor position. */
const TRIGGER_STEP = field.inner({
  key: KEY,
  type: { description: 'Type of the step', const: 'trigger' },
  config: {
    description: 'The trigger: the event that starts a run, and the time if it is scheduled',
    type: 'object',
    properties: {
      event_name: TRIGGER,
      domain: DOMAIN,
      at: field.text('The time of the scheduled trigger, in ISO 8601'),
      timezone: field.text('IANA name of its time zone'),
    },
    required: ['event_name', 'domain'],
  },
});

const STEPS = EXECUTABLE_STEP_TYPES.map((type) =>
  field.inner({
    id: field.id('Id of the step; the trigger has none'),
    key: KEY,
    type: { description: 'Type of the step', const: type },
    position: field.positive(POSITION),
    config: { description: 'What the step does', ...refToConfig(type) },
  }),
);

/** Name of an object → its fields. */
export const AUTOMATION_OBJECTS = {
  AutomationItem: {
    id: field.ID,
    name: NAME,
    status: field.oneOf(STATUS, AUTOMATION_STATUSES),
    domain: DOMAIN,
    trigger: TRIGGER,
    health: HEALTH,
    created_at: field.CREATED_AT,
    updated_at: UPDATED_AT,
  },
  Automation: {
    object: field.type('automation'),
    id: field.ID,
    audience_id: field.id('Id of the audience of the domain. Its contacts can enter the automation'),
    domain: DOMAIN,
    name: NAME,
    trigger: TRIGGER,
    status: field.oneOf(STATUS, AUTOMATION_STATUSES),
    trigger_config: {
      description: 'When the `service:schedule` trigger starts the automation; null for every other trigger',
      type: ['object', 'null'],
      properties: {
        at: field.text('The time in ISO 8601; without an offset, in `timezone`'),
        timezone: field.text('IANA name of a time zone'),
      },
      required: ['at', 'timezone'],
    },
    trigger_key: field.textOrNull(
      'Key of the trigger step in the request; null: the request had no trigger step',
    ),
    reentry: field.oneOf(
      'How often a contact can enter: `always`; `when_done`: only when no run of the contact is in progress; `once`: a single time',
      AUTOMATION_REENTRIES,
    ),
    answers: field.oneOf(
      'Which received emails start an automation that sends mail: at most one per sender and hour (`hourly`), or `each`',
      AUTOMATION_ANSWERS,
    ),
    steps: field.list('The trigger, which comes first, and the steps that a run executes', {
      anyOf: [TRIGGER_STEP, ...STEPS],
    }),
    connections: field.groups('Which step follows which, after which outcome', {
      from: field.text('Key of a step'),
      to: field.text('Key of the step that follows it'),
      type: field.oneOf('The outcome after which it follows; `default` when absent', CONNECTION_TYPES),
    }),
    health: HEALTH,
    created_at: field.CREATED_AT,
    updated_at: UPDATED_AT,
  },
  DeletedAutomation: field.deleted('automation', 'True: it was deleted'),
  StoppedAutomation: {
    object: field.type('automation'),
    id: field.ID,
    status: { description: STATUS, const: 'disabled' },
  },
  AutomationStep: {
    id: field.ID,
    key: KEY,
    type: field.oneOf('Type of the step', EXECUTABLE_STEP_TYPES),
    position: field.positive('Position of the step in the list, from 1'),
    config: {
      description: 'What the step does, depending on its type',
      anyOf: EXECUTABLE_STEP_TYPES.map(refToConfig),
    },
  },
  DeletedAutomationStep: field.deleted('automation_step', 'True: it was deleted'),
} as const satisfies Record<string, field.ObjectFields>;
