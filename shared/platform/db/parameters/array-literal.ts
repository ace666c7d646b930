// Postgres array literals (`{"a","b"}`): for arrays inside the parameter of an `unnest`, and for long arrays of ids.

/**
 * Writes texts as a Postgres array literal. `unnest` flattens an array of arrays down to single elements, so inner
 * arrays are sent as text and cast to an array in the statement.
 */
export function textArrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Writes ids (UUIDs) as a Postgres array literal. The driver would escape each character of them. */
export function uuidArrayLiteral(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
