// The fields of the objects in answers, as JSON Schemas: a function per shape (id, text, time …), which takes the
// field's description without a final full stop. openapi.json, the page /docs and the help of the command line show it.
// The objects import them as `field`: `field.text('Name of the key')`.
import type { JsonSchema } from './json-schema.ts';

/** Field → its schema. */
export type ObjectFields = Readonly<Record<string, JsonSchema>>;

const of = (schema: JsonSchema) => (description: string) => ({ description, ...schema });

export const id = of({ type: 'string', format: 'uuid' });
export const idOrNull = of({ type: ['string', 'null'], format: 'uuid' });
export const text = of({ type: 'string' });
export const textOrNull = of({ type: ['string', 'null'] });
export const texts = of({ type: 'array', items: { type: 'string' } });
export const textsOrNull = of({ type: ['array', 'null'], items: { type: 'string' } });
export const uri = of({ type: 'string', format: 'uri' });
export const integer = of({ type: 'integer' });
export const integerOrNull = of({ type: ['integer', 'null'] });
/** How many: 0 or more. */
export const count = of({ type: 'integer', minimum: 0 });
export const countOrNull = of({ type: ['integer', 'null'], minimum: 0 });
/** A share: 0 or more. */
export const rate = of({ type: 'number', minimum: 0 });
/** 1 or more. */
export const positive = of({ type: 'integer', minimum: 1 });
export const flag = of({ type: 'boolean' });
export const flagOrNull = of({ type: ['boolean', 'null'] });
export const toggle = of({ enum: ['enabled', 'disabled'] });
export const time = of({ type: 'string', format: 'date-time' });
/** A UTC day, such as `2026-11-20`. */
export const date = of({ type: 'string', format: 'date' });
export const timeOrNull = of({ type: ['string', 'null'], format: 'date-time' });
/** Name → number. */
export const numbers = of({ type: 'object', additionalProperties: { type: 'number' } });
/** Any fields. */
export const objectOrNull = of({ type: ['object', 'null'] });
/** Any fields, as `additionalProperties` says too. */
export const fieldsOrNull = of({ type: ['object', 'null'], additionalProperties: true });

export const ID = id('Id of the object');
export const CREATED_AT = time('When the object was created');

/** The field `object`. */
export const type = (name: string) => ({ description: 'Type of the object', const: name });

export function oneOf(description: string, values: readonly unknown[]) {
  return { description, enum: values };
}

export function list<const Items extends JsonSchema>(description: string, items: Items) {
  return { description, type: 'array', items } as const;
}

/** A list of objects, all of whose fields are required. */
export function groups<const Fields extends ObjectFields>(description: string, fields: Fields) {
  return list(description, inner(fields));
}

/** A nested object; all of its fields are required. */
export function group<const Fields extends ObjectFields>(description: string, fields: Fields) {
  return { description, ...inner(fields) };
}

/** A nested object, or null. */
export function groupOrNull<const Fields extends ObjectFields>(description: string, fields: Fields) {
  return { description, anyOf: [inner(fields), { type: 'null' }] } as const;
}

/** A nested object without a description, as an item of a list. */
export function inner<const Fields extends ObjectFields>(properties: Fields) {
  return { type: 'object', properties, required: Object.keys(properties) } as const;
}

/** The answer to a deletion. @param meaning of the field `deleted`, which is always true */
export function deleted(name: string, meaning: string) {
  return { object: type(name), id: ID, deleted: { description: meaning, const: true } };
}
