// Automations: the allowed values (enums) of fields and filters.

/** An automation starts runs only while it is enabled (docs/reference/automations.md). */
export const AUTOMATION_STATUSES = ['enabled', 'disabled'] as const;

/** How often a contact may enter an automation. */
export const AUTOMATION_REENTRIES = ['always', 'when_done', 'once'] as const;

/** The received emails that start an automation that sends mail: one per address and hour, or each. */
export const AUTOMATION_ANSWERS = ['hourly', 'each'] as const;

/** Types of the steps that a run executes. */
export const EXECUTABLE_STEP_TYPES = [
  'send_email',
  'delay',
  'wait_for_event',
  'condition',
  'contact_update',
  'contact_delete',
  'add_to_segment',
] as const;

/** Types of steps. */
export const STEP_TYPES = ['trigger', ...EXECUTABLE_STEP_TYPES] as const;

/** Types of connections: which outcome of a step leads on. */
export const CONNECTION_TYPES = [
  'default',
  'condition_met',
  'condition_not_met',
  'event_received',
  'timeout',
] as const;

/** The moment from which on a wait counts events. */
export const WAIT_SINCE = ['last_pause', 'run_start'] as const;

/** States of a run. */
export const RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;

/** States of a step of a run. */
export const STEP_RUN_STATUSES = ['pending', 'running', 'waiting', 'completed', 'failed', 'skipped'] as const;

/** The trigger of an automation that names none: each contact that is added to the audience of the domain. */
export const DEFAULT_TRIGGER = 'contact.created';
/** The trigger that runs at a given time. */
export const SCHEDULE_TRIGGER = 'service:schedule';
/** The names under which batches start runs, or say why they have not: of a schedule and of an enrolment. */
export const BATCH_EVENTS = [SCHEDULE_TRIGGER, 'service:enroll'] as const;
/** Names of events that begin so belong to the service. */
export const RESERVED_EVENT_PREFIX = 'service:';
