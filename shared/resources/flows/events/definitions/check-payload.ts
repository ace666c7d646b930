// Checks the payload of an event against the schema of its definition (docs/reference/events.md#definitions).
import { DomainError } from '../../../../contract/domain-error.ts';
import { parseIsoInstant } from '../../../../platform/time/parse-instant.ts';
import type { EventFieldType, EventSchema } from './event.ts';

const WORDS: Readonly<Record<EventFieldType, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date or time in ISO 8601, such as `2026-11-20` or `2026-11-20T12:00:00Z`',
};

/**
 * Checks each field of a payload that the schema names. Fields may be absent, and there may be others.
 * @param path of the payload in the request
 * @returns the refusal; undefined: the payload fits
 */
export function findPayloadFault(
  schema: EventSchema,
  payload: object | null,
  path = 'payload',
): DomainError | undefined {
  const values = new Map<string, unknown>(Object.entries(payload ?? {}));
  for (const [field, type] of Object.entries(schema))
    if (values.has(field) && !isOfType(type, values.get(field)))
      return new DomainError(
        'validation_error',
        `\`${path}.${field}\` must be ${WORDS[type]}, as the schema of the event says.`,
      );
  return undefined;
}

function isOfType(type: EventFieldType, value: unknown): boolean {
  if (type === 'date') return typeof value === 'string' && parseIsoInstant(value) !== undefined;
  return typeof value === type && (type !== 'number' || Number.isFinite(value));
}
