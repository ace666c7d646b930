// Checks the payload of an event against the schema of its definition (docs/reference/events.md#definitions).
import { DomainError } from '../../../../contract/domain-error.ts';
import { EVENT_FIELD_WORDS, findBrokenField } from './broken-field.ts';
import type { EventSchema } from './event.ts';

/**
 * Checks each field of a payload that the schema names.
 * @param path of the payload in the request
 * @returns the refusal; undefined: the payload fits
 */
export function findPayloadFault(
  schema: EventSchema,
  payload: object | null,
  path = 'payload',
): DomainError | undefined {
  const broken = findBrokenField(schema, payload);
  if (!broken) return undefined;
  const { field, type } = broken;
  return new DomainError(
    'validation_error',
    `\`${path}.${field}\` must be ${EVENT_FIELD_WORDS[type]}, according to the schema of the event.`,
    { field: `${path}.${field}` },
  );
}
