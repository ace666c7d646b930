// Validates an object only by the fields that it has. joi visits each field of a schema, even an absent one: in a plain
// email that is 18 of 22, which took a tenth of the CPU of the API; and it checks for each value whether it counts as
// absent. So a schema is made for each set of fields that arrives, and absent fields get their default. Only inputs
// that pass are accepted by it: all others are validated by the whole schema, which words every refusal.
import Joi from 'joi';
import { objectOfFields } from '../near-misses/object-schema.ts';

type Fields = Readonly<Record<string, Joi.Schema>>;

/** The most sets of fields with cached schemas: those of the first clients. Other sets use the whole schema. */
const SETS_MAX = 64;
/** Two bits each in an exact number. */
const FIELDS_MAX = 26;

interface FieldSets {
  /** Each field has a power of two; the next one says that its value may count as absent. */
  bits: ReadonlyMap<string, number>;
  bySet: Map<number, Joi.ObjectSchema>;
  required: readonly string[];
  /** Makes the schema of inputs with exactly the fields of this one; the same fields may count as absent. */
  make(input: Readonly<Record<string, unknown>>): Joi.ObjectSchema;
}

const fieldSets = new WeakMap<Joi.Schema, FieldSets>();

/**
 * The schema of an object with these fields. None of them refers to another, and none counts as absent what `mayBeAbsent` does not.
 * @param addChecks adds the checks across fields, which see defaults as if they were given
 */
export function objectByGivenFields<Value>(
  fields: Fields,
  addChecks: (object: Joi.ObjectSchema<Value>) => Joi.ObjectSchema<Value>,
): Joi.ObjectSchema<Value> {
  const whole = addChecks(objectOfFields<Value>(fields as Joi.SchemaMap<Value>));
  if (Object.keys(fields).length > FIELDS_MAX) throw new Error('A set of so many fields is not one number.');
  const defaults = Object.entries(fields).flatMap(([name, field]) => defaultOf(name, field) ?? []);
  fieldSets.set(whole, {
    required: Object.keys(fields).filter((name) => defaults.every((each) => each.name !== name)),
    bits: new Map(Object.keys(fields).map((name, place) => [name, 2 ** (2 * place)])),
    bySet: new Map(),
    make(input) {
      const absent = defaults.filter(({ name }) => !Object.hasOwn(input, name));
      const given = Object.entries(input).map(([name, value]) => {
        const field = fields[name] as Joi.Schema;
        return [name, mayBeAbsent(value) ? field : field.empty()];
      });
      const object = Joi.object(Object.fromEntries(given)).custom((value) => {
        for (const { name, make } of absent) {
          const made = make();
          if (made !== undefined) value[name] = made;
        }
        return value;
      });
      return addChecks(object as Joi.ObjectSchema<Value>);
    },
  });
  return whole;
}

/** How the value of an absent field is made; undefined: it is required. */
function defaultOf(name: string, field: Joi.Schema): { name: string; make(): unknown } | undefined {
  const { value, error } = field.validate(undefined);
  if (error) return undefined;
  if (typeof value !== 'object' || value === null) return { name, make: () => value };
  if (Object.keys(value).length > 0) throw new Error('A default of a field must be a value, or empty.');
  return { name, make: Array.isArray(value) ? () => [] : () => ({}) };
}

/** The schema that an input of `whole` passes if it passes that, and only then; undefined: there is none. */
export function schemaOfGiven(whole: Joi.ObjectSchema, input: unknown): Joi.ObjectSchema | undefined {
  const sets = fieldSets.get(whole);
  if (!sets || typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const values = input as Readonly<Record<string, unknown>>;
  if (!sets.required.every((name) => Object.hasOwn(values, name))) return undefined;
  let set = 0;
  for (const name of Object.keys(values)) {
    const bit = sets.bits.get(name);
    if (bit === undefined) return undefined;
    set += mayBeAbsent(values[name]) ? 2 * bit : bit;
  }
  const known = sets.bySet.get(set);
  if (known || sets.bySet.size >= SETS_MAX) return known;
  const made = sets.make(values);
  sets.bySet.set(set, made);
  return made;
}

/** Whether a field can count a value as absent. */
function mayBeAbsent(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
