// For tests that hold values against a JSON Schema.

/** Changes schemas so that they reject fields that they do not name. */
export function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]);
  const closed = Object.fromEntries(entries);
  return 'properties' in schema ? { ...closed, additionalProperties: false } : closed;
}
