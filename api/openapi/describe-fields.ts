// Writes the meaning of every field into a schema (shared/contract/fields.ts). A field that nobody explained is an
// error: the description is read by people who have nothing else.
import { FIELD_MEANINGS } from '../../shared/contract/fields.ts';
import type { JsonSchema } from '../../shared/contract/json-schema.ts';

/**
 * A copy of the schema whose properties have descriptions.
 * @param scope name of the object or id of the operation
 * @throws naming the field that has no meaning
 */
export function describeFields(schema: JsonSchema, scope: string, path: readonly string[] = []): JsonSchema {
  const inside = (part: JsonSchema) => describeFields(part, scope, path);
  return {
    ...schema,
    ...(schema.anyOf && { anyOf: schema.anyOf.map(inside) }),
    ...(schema.items && { items: inside(schema.items) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, property]) => {
          const field = [...path, name];
          const description = property.description ?? meaningOf(field, scope);
          return [name, { description, ...describeFields(property, scope, field) }];
        }),
      ),
    }),
  };
}

function meaningOf(path: readonly string[], scope: string): string {
  const field = path.join('.');
  const meaning = FIELD_MEANINGS[`${scope}.${field}`] ?? FIELD_MEANINGS[field];
  if (meaning === undefined)
    throw new Error(`Say what ${scope}.${field} means, in shared/contract/fields.ts.`);
  return meaning;
}
