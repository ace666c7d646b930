// Finds the field of a payload that breaks the schema of its event (docs/reference/events.md#definitions). It imports
// no package: the dashboard checks received payloads by the same rule before a schema is saved.
import { parseIsoInstant } from '../../../../platform/time/iso-instant.ts';
import type { EventFieldType, EventSchema } from './event.ts';

/** A field with a value that is not of its type. */
export interface BrokenField {
  field: string;
  type: EventFieldType;
  value: unknown;
}

/** The words for a value of a type, within a sentence. */
export const EVENT_FIELD_WORDS: Readonly<Record<EventFieldType, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date or time in ISO 8601, such as `2026-11-20` or `2026-11-20T12:00:00Z`',
};

/** The first of them. Fields may be absent, and there may be others. @returns undefined: the payload fits */
export function findBrokenField(schema: EventSchema, payload: object | null): BrokenField | undefined {
  const values = new Map<string, unknown>(Object.entries(payload ?? {}));
  for (const [field, type] of Object.entries(schema)) {
    const value = values.get(field);
    if (values.has(field) && !isOfType(type, value)) return { field, type, value };
  }
  return undefined;
}

function isOfType(type: EventFieldType, value: unknown): boolean {
  if (type === 'date') return typeof value === 'string' && parseIsoInstant(value) !== undefined;
  return typeof value === type && (type !== 'number' || Number.isFinite(value));
}
