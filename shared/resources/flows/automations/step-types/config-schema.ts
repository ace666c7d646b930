// Reads the config of a step by the joi schema of its type, and has the parts that several schemas share. joi stops at the
// first fault, and finds the others for the answer; what a message says completes the sentence "`steps[0].config.duration` …".
import Joi from 'joi';
import { DomainError } from '../../../../contract/domain-error.ts';
import type { ErrorName, Fault as ListedFault } from '../../../../contract/errors.ts';
import { DURATION_MAX_DAYS, FAULTS_MAX } from '../../../../contract/limits.ts';
import { DAY_MS } from '../../../../platform/time/durations.ts';
import { isUuidV7 } from '../../../../platform/time/ids.ts';
import { parseDuration } from '../../../../platform/time/parse-duration.ts';
import { findAllFaults } from '../../../../platform/validation/second-reading.ts';
import type { VariableReference } from '../graph/graph.ts';
import { fieldPath, missingField } from '../graph/reading/fields.ts';
import { isReference } from '../graph/variables.ts';

/** More than 0, and up to 30 days. */
const STEP_BOUNDS = { minMs: 1, maxMs: DURATION_MAX_DAYS * DAY_MS };
/** The values that count as no text. */
export const ABSENT = Joi.valid('', null);
/** Longer texts are not durations; the pattern of durations ends long before. */
const DURATION_MAX_LENGTH = 200;

const MESSAGES = {
  'object.base': 'must be an object',
  'string.base': 'must be a string',
  'string.max': 'must have at most {#limit} characters',
  'array.base': 'must be a list',
  'array.max': 'must have at most {#limit} items; it has {#length}',
  'any.only': 'must be one of {#valids}',
  'alternatives.types': 'must be a string',
  'config.fault': '{#words}',
};

/**
 * An object with the fields of its schema only, in its order, and none of a prototype: joi would make a field with the
 * name `__proto__` the prototype of its copy. An object schema without keys keeps every field.
 */
export function ownFields<Fields>(keys: Readonly<Record<string, Joi.Schema>>): Joi.ObjectSchema<Fields> {
  const names = Object.keys(keys);
  const own: Joi.Root = Joi.extend((joi) => ({
    type: 'object',
    base: joi.object(),
    coerce(value: unknown) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value };
      const fields = value as Record<string, unknown>;
      const given = names.filter((name) => Object.hasOwn(fields, name));
      return { value: Object.fromEntries(given.map((name) => [name, fields[name]])) };
    },
  }));
  return own.object<Fields>(keys as Joi.PartialSchemaMap<Fields>);
}

/** A list, whose length is checked before its items are read. */
export function shortList(item: Joi.Schema, limit: number): Joi.ArraySchema {
  const lists: Joi.Root = Joi.extend((joi) => ({
    type: 'array',
    base: joi.array(),
    coerce(value: unknown, { error }) {
      if (!Array.isArray(value) || value.length <= limit) return { value };
      return { value, errors: [error('array.max', { limit, length: value.length.toLocaleString('en') })] };
    },
  }));
  return lists.array().items(item).max(limit);
}

/** A fault of a config. */
interface Fault {
  /** Complete the sentence. */
  words: string;
  /** The path of the fault in the config; absent: the path of the checked value. */
  at?: readonly (string | number)[];
  name?: ErrorName;
}

/** The fault that a `custom` function of a schema has found. */
export function faultOf({ error }: Pick<Joi.CustomHelpers, 'error'>, fault: Fault): Joi.ErrorReport {
  return error('config.fault', { ...fault });
}

/** The same words for all faults of a text. */
function always(words: string): Joi.LanguageMessages {
  return { 'string.base': words, 'string.empty': words, 'string.max': words, 'any.invalid': words };
}

/** The id of another object, in lower case as in the database. @param what it identifies, for refusals: `a segment` */
export function idSchema(what: string): Joi.StringSchema {
  return Joi.string()
    .custom((id: string, { error }) => (isUuidV7(id) ? id.toLowerCase() : error('any.invalid')))
    .messages(always(`must be the id of ${what}`))
    .empty(null);
}

/** A duration, which is stored as it was given. */
export const durationSchema = Joi.string()
  .max(DURATION_MAX_LENGTH)
  .custom((text: string, { error }) =>
    parseDuration(text, STEP_BOUNDS) === undefined ? error('any.invalid') : text,
  )
  .messages(
    always(
      `must be a duration such as \`30 minutes\`, \`1 day\` or \`2 weeks\`, more than 0 and at most ${DURATION_MAX_DAYS} days`,
    ),
  )
  .empty(null);

/** The milliseconds of a stored duration. */
export function durationMs(text: string): number {
  const milliseconds = parseDuration(text, STEP_BOUNDS);
  if (milliseconds === undefined) throw new Error(`A stored graph has the duration ${JSON.stringify(text)}.`);
  return milliseconds;
}

const references: Joi.Root = Joi.extend((joi) => ({
  type: 'object',
  base: joi.object(),
  coerce: (value: unknown, { error }) =>
    isReference(value) ? { value } : { value, errors: [error('object.base', { type: 'object' })] },
}));

/** `{"var": …}` instead of a value. */
export const referenceSchema: Joi.ObjectSchema<VariableReference> = references
  .object({
    var: Joi.string().allow('').required().description('Name of a value to read when the step runs'),
  })
  .id('ValueReference');

/** Schemas with their preferences: joi would compile preferences that are passed with a call at each call. */
const prepared = new WeakMap<Joi.Schema, Joi.Schema>();

/** A schema with the words for its faults. */
export function prepare<Config>(schema: Joi.Schema<Config>): Joi.Schema<Config> {
  const known = prepared.get(schema);
  if (known) return known;
  const errors = { wrap: { array: false as const } };
  const ready = schema.prefs({ stripUnknown: true, messages: MESSAGES, errors });
  prepared.set(schema, ready);
  return ready;
}

/** @param path of the config @throws DomainError that names the path of the first fault */
export function readBySchema<Config>(schema: Joi.Schema<Config>, given: unknown, path: string): Config {
  if (given === undefined || given === null) throw missingField(path);
  const ready = prepare(schema);
  const { value, error } = ready.validate(given);
  if (!error) return value;
  const [first] = error.details;
  if (!first) throw error;
  throw refusalOf(first, path).withFaults(() =>
    findAllFaults(ready, given, first, FAULTS_MAX).flatMap((fault) => refusalOf(fault, path).faults()),
  );
}

function refusalOf(
  { type, path: found, message, context }: Joi.ValidationErrorItem,
  path: string,
): DomainError {
  const {
    at = found,
    name = 'validation_error',
    sentence,
    field,
    faults = [],
  } = { ...context } as Partial<Fault> & {
    sentence?: string;
    field?: string;
    faults?: readonly ListedFault[];
  };
  // All begin with the path below the config.
  const whole = (words: string) => `\`${path}${words.slice(1)}`;
  if (sentence !== undefined)
    return new DomainError(name, whole(sentence), {
      field: `${path}${field ?? ''}`,
      findFaults: () =>
        faults.map((each) => ({
          ...each,
          field: `${path}${each.field ?? ''}`,
          message: whole(each.message),
        })),
    });
  const below = at.reduce<string>(
    (above, part) => (typeof part === 'number' ? `${above}[${part}]` : fieldPath(above, part)),
    path,
  );
  return type === 'any.required'
    ? missingField(below)
    : new DomainError(name, `\`${below}\` ${message}.`, { field: below });
}
