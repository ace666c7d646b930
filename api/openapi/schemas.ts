// The parts of which the API description is made.
import { fieldsIn, type JsonSchema } from '../../shared/contract/json-schema.ts';
import type { ObjectFields } from '../../shared/contract/shapes.ts';

/** An object whose fields are all required, but for the optional ones: responses always contain every field. */
export function closed(properties: ObjectFields, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

/**
 * The readers of the description have nothing else, so every field needs one.
 * @throws Error that names the first field without it
 */
export function described(scope: string, schema: JsonSchema): JsonSchema {
  for (const [path, { description }] of fieldsIn(schema))
    if (description === undefined) throw new Error(`Say what ${scope}.${path} means, where the field is.`);
  return schema;
}

/** The content of a JSON body. */
export function json(schema: JsonSchema, example?: object): object {
  return { 'application/json': { schema, ...(example && { example }) } };
}
