// JSON Schemas of the field types that the objects of all resources use (id, text, time …).
import type { JsonSchema } from './json-schema.ts';

/** Field → its schema. */
export type ObjectFields = Readonly<Record<string, JsonSchema>>;

export const ID = { type: 'string', format: 'uuid' } as const;
export const ID_OR_NULL = { type: ['string', 'null'], format: 'uuid' } as const;
export const TEXT = { type: 'string' } as const;
export const TEXT_OR_NULL = { type: ['string', 'null'] } as const;
export const TEXTS = { type: 'array', items: TEXT } as const;
export const TEXTS_OR_NULL = { type: ['array', 'null'], items: TEXT } as const;
/** How many: 0 or more. */
export const COUNT = { type: 'integer', minimum: 0 } as const;
export const FLAG = { type: 'boolean' } as const;
export const FLAG_OR_NULL = { type: ['boolean', 'null'] } as const;
export const TIME = { type: 'string', format: 'date-time' } as const;
export const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;
export const NUMBERS = { type: 'object', additionalProperties: { type: 'number' } } as const;
export const SWITCH = { enum: ['enabled', 'disabled'] } as const;

/** A nested object; all of its fields are required. */
export function inner<const Fields extends ObjectFields>(properties: Fields) {
  return { type: 'object', properties, required: Object.keys(properties) } as const;
}
