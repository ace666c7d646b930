// What definitions of events refuse (docs/reference/events.md).
import { EVENT_FIELDS_MAX, EVENT_NAME_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { each, type Refusal } from '../refusal.ts';

const MANY = Array.from({ length: EVENT_FIELDS_MAX + 1 }, (_, index) => [`f${index}`, 'string']);

export const refusals: readonly Refusal[] = [
  {
    rule: 'Rejects the definition of an event without a name with missing_required_field 422.',
    operation: 'createEvent',
    error: 'missing_required_field',
    bodies: each('name', undefined, null, ''),
  },
  {
    rule: 'Rejects an invalid name or schema of an event with validation_error 422 and names the field.',
    operation: 'createEvent',
    bodies: [
      ...each('name', 'n'.repeat(EVENT_NAME_MAX_LENGTH + 1), 7),
      ...each('schema', [], { total: 'integer' }, { order: { total: 'number' } }),
      // A type that every object has.
      ...each('schema', { total: 'constructor' }, { '': 'string' }, Object.fromEntries(MANY)),
    ],
  },
  {
    rule: 'Rejects a change of an event without a schema with missing_required_field 422.',
    operation: 'updateEvent',
    error: 'missing_required_field',
    says: 'schema',
    wholes: [{}],
  },
  {
    rule: 'Rejects a change of an event without a schema with missing_required_field 422.',
    operation: 'updateEvent',
    bodies: each('schema', { x: 1 }),
  },
  {
    rule: 'Rejects a filter of events that came by a `contact_id` that is no id, or a `since` that is no time, with validation_error 422.',
    operation: 'listReceivedEvents',
    queries: [
      ...each('contact_id', 'bo@customer.dev', ''),
      ...each('since', 'whenever', '2026-02-30', '1969-12-31'),
      ...each('event', 'n'.repeat(EVENT_NAME_MAX_LENGTH + 1)),
    ],
  },
];
