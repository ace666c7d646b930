// joi schemas of objects that refuse a near miss of one of their own names, such as `scheduledAt` or `schedule_at`, and
// ignore every other unknown name (docs/reference/requests.md#near-misses). A near miss is reported before every other
// fault of the object, because `form` explains more than a missing `from`.
import Joi from 'joi';
import { FAULTS_MAX } from '../../shared/contract/limits.ts';
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
    coerce(value: unknown, helpers) {
      const { schema, state, error, prefs } = helpers;
      const { names, unsupportedNames } = knownNamesOf(schema);
      const misses = findMissesIn(value, names, prefs.abortEarly ? 1 : FAULTS_MAX);
      if (misses.length === 0) return { value };
      const report = (make: Joi.CustomHelpers['error'], { name, meant }: Miss) => {
        const place = state.localize?.([...(state.path ?? []), name], [value, ...state.ancestors]);
        const code = unsupportedNames.has(meant) ? 'name.near_unsupported' : 'name.near_miss';
        return make(code, { meant }, place);
      };
      if (prefs.abortEarly) return { value, errors: misses.map((miss) => report(error, miss)) };
      // The second reading continues with the right names (shared/platform/validation/second-reading.ts).
      for (const miss of misses) report(helpers.warn as typeof error, miss);
      return { value: withRightNames(value as object, misses, unsupportedNames) };
    },
  }));
}

/** An unknown name, and the known one that it most likely means. */
interface Miss {
  name: string;
  meant: string;
}

/** The first near misses of an object. A request without unknown names pays for looking its names up and no more. */
function findMissesIn(value: unknown, known: readonly string[], max: number): Miss[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const misses: Miss[] = [];
  for (const name of Object.keys(value)) {
    // Null means that the field is absent.
    if (known.includes(name) || (value as Record<string, unknown>)[name] === null) continue;
    const meant = findNearMiss(name, known, UNRELATED_NAMES);
    if (meant !== undefined) misses.push({ name, meant });
    if (misses.length === max) break;
  }
  return misses;
}

function withRightNames(value: object, misses: readonly Miss[], unsupportedNames: ReadonlySet<string>) {
  const fields = new Map<string, unknown>(Object.entries(value));
  for (const { name, meant } of misses) {
    if (!fields.has(meant) && !unsupportedNames.has(meant)) fields.set(meant, fields.get(name));
    fields.delete(name);
  }
  return Object.fromEntries(fields);
}

/** Marks the schema of a key that has a name but takes no value yet, or not in this place. */
export function unsupported<Schema extends Joi.Schema>(schema: Schema): Schema {
  return schema.tag(UNSUPPORTED) as Schema;
}

const UNSUPPORTED = 'unsupported';

/** The names of a schema's keys. */
interface KnownNames {
  names: readonly string[];
  unsupportedNames: ReadonlySet<string>;
}

/** The names of a schema's keys. */
export function keysOfSchema(schema: Joi.Schema): readonly string[] {
  return knownNamesOf(schema).names;
}

const namesOfSchemas = new WeakMap<Joi.Schema, KnownNames>();

/** Cached because joi would describe the schema again for each request. */
function knownNamesOf(schema: Joi.Schema): KnownNames {
  const known = namesOfSchemas.get(schema);
  if (known) return known;
  const keys = Object.entries((schema.describe()['keys'] ?? {}) as Record<string, Joi.Description>);
  const names = keys.map(([name]) => name);
  const isUnsupported = ([, key]: [string, Joi.Description]) => key['tags']?.includes(UNSUPPORTED);
  const made = { names, unsupportedNames: new Set(keys.filter(isUnsupported).map(([name]) => name)) };
  namesOfSchemas.set(schema, made);
  return made;
}
