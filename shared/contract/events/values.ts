// Events: the allowed values (enums) of fields.

/** Types of the fields of a schema. */
export const EVENT_FIELD_TYPES = ['string', 'number', 'boolean', 'date'] as const;

/** Why an event has started no run of an automation (docs/reference/events.md). */
export const NOT_STARTED_REASONS = [
  'disabled',
  'machine',
  'answered',
  'active',
  'once',
  'limit',
  'quota',
  'loop',
] as const;

/** Events that the service itself sends because of mail. Each happens on its own; the others follow from a write. */
export const MAIL_EVENTS = ['email.received', 'email.opened', 'email.clicked', 'poll.voted'] as const;

/** Events that the service itself sends. The first one is the service's alone. */
export const SERVICE_EVENTS = [
  'contact.created',
  'contact.updated',
  'contact.unsubscribed',
  'segment.entered',
  'segment.left',
  ...MAIL_EVENTS,
] as const;
