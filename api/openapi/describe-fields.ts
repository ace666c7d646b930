// Adds a description to every field of a JSON Schema: the resource's own (shared/contract/<resource>/fields.ts) or the
// general one. A field without a description is an error, because the readers of the API description have nothing
// else.
import { type FieldDescriptions, GENERAL_FIELDS } from '../../shared/contract/fields.ts';
import type { JsonSchema } from '../../shared/contract/json-schema.ts';

/**
 * @returns a copy of the schema whose properties have descriptions
 * @param scope name of the object or id of the operation
 * @param meanings descriptions of the resource that the schema belongs to
 * @throws Error that names the field without a description
 */
export function describeFields(
  schema: JsonSchema,
  scope: string,
  meanings: FieldDescriptions = {},
  path: readonly string[] = [],
): JsonSchema {
  const inside = (part: JsonSchema) => describeFields(part, scope, meanings, path);
  return {
    ...schema,
    ...(schema.anyOf && { anyOf: schema.anyOf.map(inside) }),
    ...(schema.items && { items: inside(schema.items) }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: inside(schema.additionalProperties),
    }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => {
          const field = [...path, name];
          const description = property.description ?? meaningOf(field, scope, meanings);
          return [name, { description, ...describeFields(property, scope, meanings, field) }];
        }),
      ),
    }),
  };
}

function meaningOf(path: readonly string[], scope: string, own: FieldDescriptions): string {
  const field = path.join('.');
  const scoped = `${scope}.${field}`;
  const meaning = own[scoped] ?? GENERAL_FIELDS[scoped] ?? own[field] ?? GENERAL_FIELDS[field];
  if (meaning === undefined) throw new Error(`Say what ${scoped} means, in the fields.ts of its resource.`);
  return meaning;
}
