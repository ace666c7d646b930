// joi schemas of objects that refuse a near miss of one of their own names, such as `scheduledAt` or `schedule_at`, and
// ignore every other unknown name (docs/reference/requests.md#near-misses). A near miss is reported before every other
// fault of the object, because `form` explains more than a missing `from`.
import Joi from 'joi';
import { findNearMiss } from './near-miss.ts';
import { UNRELATED_NAMES } from './unrelated-names.ts';

/** Like `Joi.object`, for a body or an object inside one. */
export function objectOfFields<Value>(keys: Joi.SchemaMap<Value>): Joi.ObjectSchema<Value> {
  return fields.object<Value>(keys);
}

/** Like `Joi.object`, for a query. */
export function objectOfParameters<Value>(keys: Joi.SchemaMap<Value>): Joi.ObjectSchema<Value> {
  return parameters.object<Value>(keys);
}

const fields = refusingNearMisses('field');
const parameters = refusingNearMisses('parameter');

/** joi whose objects refuse near misses before they check any of their keys, which only `coerce` can do. */
function refusingNearMisses(kind: 'field' | 'parameter'): Joi.Root {
  return Joi.extend((joi) => ({
    type: 'object',
    base: joi.object(),
    messages: {
      'name.near_miss': `{{#label}} is not a ${kind}; use \`{{#meant}}\``,
      'name.near_unsupported': `{{#label}} is not a ${kind}, and \`{{#meant}}\` is not supported here`,
    },
    coerce(value: unknown, { schema, state, error }) {
      const miss = findMissIn(value, keysOfSchema(schema));
      if (!miss) return { value };
      const { name, meant } = miss;
      const place = state.localize?.([...(state.path ?? []), name], [value, ...state.ancestors]);
      const code = isSupported(schema, meant) ? 'name.near_miss' : 'name.near_unsupported';
      return { value, errors: [error(code, { meant }, place)] };
    },
  }));
}

/** The first near miss of an object. A request without unknown names pays for looking its names up and no more. */
function findMissIn(value: unknown, known: readonly string[]): { name: string; meant: string } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const name of Object.keys(value)) {
    // Null means that the field is absent.
    if (known.includes(name) || (value as Record<string, unknown>)[name] === null) continue;
    const meant = findNearMiss(name, known, UNRELATED_NAMES);
    if (meant !== undefined) return { name, meant };
  }
  return undefined;
}

/** Marks the schema of a key that has a name but takes no value yet, or not in this place. */
export function unsupported<Schema extends Joi.Schema>(schema: Schema): Schema {
  return schema.tag(UNSUPPORTED) as Schema;
}

const UNSUPPORTED = 'unsupported';

function isSupported(schema: Joi.Schema, name: string): boolean {
  const key = schema.describe()['keys']?.[name] as Joi.Description | undefined;
  return !key?.['tags']?.includes(UNSUPPORTED);
}

const namesOfSchemas = new WeakMap<Joi.Schema, readonly string[]>();

/** The names of a schema's keys, kept because joi would describe the schema again for each request. */
export function keysOfSchema(schema: Joi.Schema): readonly string[] {
  const names = namesOfSchemas.get(schema) ?? Object.keys(schema.describe()['keys'] ?? {});
  namesOfSchemas.set(schema, names);
  return names;
}
