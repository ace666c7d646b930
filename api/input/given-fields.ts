// Validates an object by the fields that it gives alone. joi asks each field of a schema, also one that is absent: of a plain email
// that is 18 of 22, which took a tenth of the CPU of the API. So a schema is made for each set of fields that comes, and what is
// absent gets its default. Only what passes is taken from it: all else is judged by the whole schema, which words every refusal.
import Joi from 'joi';
import { objectOfFields } from '../near-misses/object-schema.ts';

type Fields = Readonly<Record<string, Joi.Schema>>;

/** Sets of fields of which schemas are kept: those of the clients that came first. Other sets are left to the whole schema. */
const SETS_MAX = 64;

interface FieldSets {
  bits: ReadonlyMap<string, number>;
  bySet: Map<number, Joi.ObjectSchema>;
  /** Makes the schema of inputs with exactly these fields. */
  make(names: readonly string[]): Joi.ObjectSchema;
}

const fieldSets = new WeakMap<Joi.Schema, FieldSets>();

/**
 * The schema of an object with these fields, of which no one refers to another.
 * @param addChecks adds the checks across fields, which see defaults as if they were given
 */
export function objectByGivenFields<Value>(
  fields: Fields,
  addChecks: (object: Joi.ObjectSchema<Value>) => Joi.ObjectSchema<Value>,
): Joi.ObjectSchema<Value> {
  const whole = addChecks(objectOfFields<Value>(fields as Joi.SchemaMap<Value>));
  const defaults = Object.entries(fields).map(([name, field]) => [name, defaultOf(field)] as const);
  fieldSets.set(whole, {
    bits: new Map(Object.keys(fields).map((name, place) => [name, 2 ** place])),
    bySet: new Map(),
    make(names) {
      const absent = defaults.filter(([name]) => !names.includes(name));
      // What is required is missed by the whole schema.
      const required = absent.flatMap(([name, make]) => (make ? [] : [[name, Joi.any().required()]]));
      const given = names.map((name) => [name, fields[name]]);
      const object = Joi.object(Object.fromEntries([...given, ...required])).custom((value) => {
        for (const [name, make] of absent) {
          const made = make?.();
          if (made !== undefined) value[name] = made;
        }
        return value;
      });
      return addChecks(object as Joi.ObjectSchema<Value>);
    },
  });
  return whole;
}

/** Makes the value of an absent field; undefined: it is required. */
function defaultOf(field: Joi.Schema): (() => unknown) | undefined {
  const { value, error } = field.validate(undefined);
  if (error) return undefined;
  if (typeof value !== 'object' || value === null) return () => value;
  if (Object.keys(value).length > 0) throw new Error('A default of a field must be a value, or empty.');
  return Array.isArray(value) ? () => [] : () => ({});
}

/** The schema that an input of `whole` passes if it passes that, and only then; undefined: there is none. */
export function schemaOfGiven(whole: Joi.ObjectSchema, input: unknown): Joi.ObjectSchema | undefined {
  const sets = fieldSets.get(whole);
  if (!sets || typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const names = Object.keys(input);
  let set = 0;
  for (const name of names) {
    const bit = sets.bits.get(name);
    if (bit === undefined) return undefined;
    set += bit;
  }
  const known = sets.bySet.get(set);
  if (known || sets.bySet.size >= SETS_MAX) return known;
  const made = sets.make(names);
  sets.bySet.set(set, made);
  return made;
}
