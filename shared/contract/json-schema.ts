// The subset of JSON Schema (2020-12, as OpenAPI 3.1 uses it) that the contract and the API description use, and the
// types of values that a schema allows.

/** A type of JSON. */
export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** A JSON Schema. */
export interface JsonSchema {
  $ref?: string;
  type?: JsonType | readonly JsonType[];
  description?: string;
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  /** An answer that is one of several objects. */
  oneOf?: readonly JsonSchema[];
  not?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** Media type of the content of a text: with it, a field of a multipart body is a file. */
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  /** The schema of the names of all fields. */
  propertyNames?: JsonSchema;
  minProperties?: number;
  maxProperties?: number;
}

/** Every field anywhere inside a schema, with its path: `events.created_at`. */
export function* fieldsIn(schema: JsonSchema, path = ''): Generator<[path: string, field: JsonSchema]> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield [path + name, field];
    yield* fieldsIn(field, `${path}${name}.`);
  }
  for (const part of [...(schema.anyOf ?? []), schema.items, schema.additionalProperties])
    if (typeof part === 'object') yield* fieldsIn(part, path);
}

/** The types of the values that a schema allows; none for a schema that names none, as one that is a reference. */
export function typesOf(schema: JsonSchema): Set<JsonType> {
  const { type = [], anyOf = [] } = schema;
  const values = 'const' in schema ? [schema.const] : (schema.enum ?? []);
  return new Set([
    ...(typeof type === 'string' ? [type] : type),
    ...values.map(typeOf),
    ...anyOf.flatMap((part) => [...typesOf(part)]),
  ]);
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}
